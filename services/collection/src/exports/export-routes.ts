import { Readable } from 'node:stream';
import * as contracts from '@kitroom/collection-client';
import type { ItemFilters, OrderingKey } from '@kitroom/collection-client';
import { FileReply } from '@kitroom/server/http/file-reply';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { notFound, unavailable } from '@kitroom/server/http/errors';
import { getCaller } from '../accounts/sessions/caller.ts';
import { showItems } from '../collections/show-items.ts';
import { MissingFileError } from '../storage/storage.ts';
import { listExportIds } from './export-item-queries.ts';
import { findExport } from './export-queries.ts';
import { toExport } from './export-view.ts';
import { toLines, toTableHead, toTableRows } from './item-streams.ts';
import { readExportItems, type ExportEntry } from './read-export-items.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Storage } from '../storage/storage.ts';
import { startExport } from './start-export.ts';

type Selection = ItemFilters & { ordering: OrderingKey[] };

/** `/api/exports/…`, and the caller's items as files */
export function exportRoutes(context: { db: Database; storage: Storage; log: Logger }): Endpoint[] {
  const { db, storage } = context;

  /** The caller's items. The ids are listed before the response begins, so that errors get their status. */
  async function select({ ordering, ...filters }: Selection, request: RequestContext) {
    const { condition } = showItems({ userId: getCaller(request).id, isOwner: true }, filters);
    return readExportItems(db, await listExportIds(db, condition, ordering));
  }

  async function getOwn(id: number, request: RequestContext) {
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
    endpoint(contracts.createExport, async (_input, request) => {
      const row = await startExport(context, getCaller(request).id);
      return new Reply(toExport(row, request.baseUrl), { status: 202 });
    }),
    endpoint(contracts.getExport, async ({ params }, request) =>
      toExport(await getOwn(params.id, request), request.baseUrl),
    ),
    endpoint(contracts.downloadExport, async ({ params }, request) => {
      const { file_key: key, bytes, id } = await getOwn(params.id, request);
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

async function* toText(
  pages: AsyncIterable<ExportEntry[]>,
  write: (entries: readonly ExportEntry[]) => string,
  head = '',
): AsyncGenerator<string> {
  yield head;
  for await (const entries of pages) yield write(entries);
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
