import type * as z from 'zod';
import { listChanges, type change } from '@kitroom/catalogue-client';
import { inSnapshot, type Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { BULK_DATA_PATH } from '../bulk-data/bulk-files.ts';
import { listLines, type ExportedLine } from '../interchange/export-catalogue.ts';
import { CHANGE_PAGE_BYTES_MAX } from '../limits.ts';
import {
  CHANGES_KEPT_DAYS,
  findKeptAfter,
  findLastSequence,
  listRecordChanges,
  type RecordChangeRow,
} from './change-queries.ts';

/**
 * The size of a page without its items, such as `{"items":[],"next":2147483647,"has_more":true}`, rounded up.
 */
const ENVELOPE_BYTES = 100;

/** `/api/changes` */
export function changeRoutes({ db }: { db: Database }): Endpoint[] {
  return [
    endpoint(listChanges, async ({ query }, { baseUrl }) => {
      const page = await listChangePage(db, query);
      if (!page) throw changesGone(query.after, `${baseUrl}${BULK_DATA_PATH}`);
      return new Reply(page, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
    }),
  ];
}

function toChange(
  { sequence, type, op, id, into_id: into, at }: RecordChangeRow,
  record: ExportedLine | undefined,
): z.input<typeof change> {
  return {
    sequence,
    type,
    op,
    id,
    at: at.toISOString(),
    ...(into !== null && { into }),
    ...(record && { record }),
  };
}

function changesGone(after: number, bulkData: string): ServiceError {
  const detail =
    `Changes after ${after} are no longer kept. Changes are kept for ${CHANGES_KEPT_DAYS} days, unless an older ` +
    'database is restored. Start over from the bulk data.';
  return new ServiceError('gone', detail, { body: { detail, bulk_data: bulkData } });
}

/**
 * Reads a page of changes of single records, with the records' current state, from one snapshot, and returns
 * it as JSON. Returns undefined if some changes after `after` are no longer kept, or if `after` is beyond the
 * last change because an older database was restored.
 */
function listChangePage(db: Database, { after, limit }: { after: number; limit: number }) {
  return inSnapshot(db, async (snapshot) => {
    const last = await findLastSequence(snapshot);
    if (after < (await findKeptAfter(snapshot)) || after > last) return undefined;
    const rows = await listRecordChanges(snapshot, after, limit + 1);
    // Reads only as many records as may fit.
    const readable = takeFitting(rows.slice(0, limit), (row) => row.picture_bytes);
    const records = await readRecords(snapshot, readable);
    const changes = readable.map((row) =>
      JSON.stringify(toChange(row, records.get(`${row.type} ${row.id}`))),
    );
    const items = takeFitting(changes, (change) => Buffer.byteLength(change) + 1);
    const next = rows[items.length - 1]?.sequence ?? last;
    return `{"items":[${items.join(',')}],"next":${next},"has_more":${items.length < rows.length}}`;
  });
}

/** Returns the first elements that fit on a page, but at least one. */
function takeFitting<T>(elements: readonly T[], bytesOf: (element: T) => number): T[] {
  let bytes = ENVELOPE_BYTES;
  const end = elements.findIndex((element) => (bytes += bytesOf(element)) > CHANGE_PAGE_BYTES_MAX);
  return elements.slice(0, end === -1 ? undefined : Math.max(end, 1));
}

async function readRecords(
  db: Database,
  rows: readonly RecordChangeRow[],
): Promise<Map<string, ExportedLine>> {
  const records = new Map<string, ExportedLine>();
  const upserts = rows.filter(({ op }) => op === 'upsert');
  for (const [type, changes] of Map.groupBy(upserts, (row) => row.type)) {
    const ids = [...new Set(changes.map(({ id }) => id))];
    for (const line of await listLines(db, type, ids)) records.set(`${type} ${line.id}`, line);
  }
  return records;
}
