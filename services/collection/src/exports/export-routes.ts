import { Readable } from 'node:stream';
import type * as z from 'zod';
import * as contracts from '@kitroom/collection-client';
import type { exportSummary, ItemFilters, OrderingKey } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { notFound, unavailable } from '@kitroom/server/http/errors';
import { FileReply } from '@kitroom/server/http/file-reply';
import { enqueue } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { getCaller } from '../accounts/sessions/caller.ts';
import { withUserLocked } from '../accounts/users/user-queries.ts';
import { selectVisibleItems } from '../collections/visible-items.ts';
import { removeFiles } from '../photos/photo-files.ts';
import { MissingFileError, type Storage } from '../storage/storage.ts';
import { toLines, toTableHead, toTableRows, type ExportEntry } from './export-item-view.ts';
import { deleteExports, EXPORT_JOB, findExport, insertExport, type ExportRow } from './export-queries.ts';
import { listExportIds, readExportItems } from './read-export-items.ts';

type ExportSummary = z.input<typeof exportSummary>;

/** Queues an export of the user's collection. It replaces the previous export, running or finished. */
async function startExport(
  context: { db: Database; log: Logger; storage: Storage },
  userId: number,
): Promise<ExportRow> {
  const { row, replaced } = await withUserLocked(context.db, userId, async (db) => {
    const keys = await deleteExports(db, userId);
    const added = await insertExport(db, userId);
    if (added) await enqueue(db, EXPORT_JOB, String(added.id), userId);
    return { row: added, replaced: keys };
  });
  await removeFiles(context, replaced);
  return row ?? startExport(context, userId);
}

function toExport(row: ExportRow, baseUrl: string): ExportSummary {
  return {
    id: row.id,
    status: row.status,
    progress: { done: row.items_done, total: row.items_total },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    bytes: row.bytes,
    error: row.error,
    file: row.file_key === null ? null : `${baseUrl}/api/exports/${row.id}/file/`,
  };
}

type Selection = ItemFilters & { ordering: OrderingKey[] };

/** `/api/exports/…`, and the caller's items as files */
export function exportRoutes(context: { db: Database; storage: Storage; log: Logger }): Endpoint[] {
  const { db, storage } = context;

  /**
   * Reads the caller's items. The ids are listed before the response starts, so that errors get their status.
   */
  async function select({ ordering, ...filters }: Selection, request: RequestContext) {
    const { condition } = selectVisibleItems({ userId: getCaller(request).id, isOwner: true }, filters);
    return readExportItems(db, await listExportIds(db, condition, ordering));
  }

  async function getOwnExport(id: number, request: RequestContext) {
    const row = await findExport(db, id, getCaller(request).id);
    if (!row) throw notFound('Not found.');
    return row;
  }

  return [
    endpoint(contracts.exportItemTable, async ({ query: { bom = false, ...selection } }, request) => {
      const text = toText(await select(selection, request), toTableRows, toTableHead({ bom }));
      return toDownload(text, 'text/csv; charset=utf-8', 'kitroom-items.csv');
    }),
    endpoint(contracts.exportItemLines, async ({ query }, request) => {
      const text = toText(await select(query, request), toLines);
      return toDownload(text, 'application/x-ndjson', 'kitroom-items.ndjson');
    }),
    endpoint(contracts.createExport, async (_input, request) =>
      toExport(await startExport(context, getCaller(request).id), request.baseUrl),
    ),
    endpoint(contracts.getExport, async ({ params }, request) =>
      toExport(await getOwnExport(params.id, request), request.baseUrl),
    ),
    endpoint(contracts.downloadExport, async ({ params }, request) => {
      const { file_key: key, bytes, id } = await getOwnExport(params.id, request);
      if (key === null || bytes === null) throw notFound('Not found.');
      return new FileReply({
        bytes,
        etag: `"${id}"`,
        headers: toHeaders('application/zip', 'kitroom-collection.zip'),
        read: (range) =>
          storage.read(key, range).catch((error: unknown) => {
            throw error instanceof MissingFileError ? notFound('Not found.') : unavailable(error);
          }),
      });
    }),
  ];
}

/**
 * Writes pages as text. The head is sent with the first page, as an error before it can still set the status.
 */
async function* toText(
  pages: AsyncIterable<ExportEntry[]>,
  write: (entries: readonly ExportEntry[]) => string,
  head = '',
): AsyncGenerator<string> {
  let unsentHead = head;
  for await (const entries of pages) {
    yield unsentHead + write(entries);
    unsentHead = '';
  }
  if (unsentHead !== '') yield unsentHead;
}

function toDownload(text: AsyncIterable<string>, type: string, name: string): Reply {
  return new Reply(Readable.from(text, { objectMode: false }), { headers: toHeaders(type, name) });
}

function toHeaders(type: string, name: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  };
}
