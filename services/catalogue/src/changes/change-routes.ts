import { listChanges } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { BULK_DATA_PATH } from '../bulk-data/bulk-files.ts';
import {
  CHANGES_KEPT_DAYS,
  findKeptAfter,
  findLastSequence,
  listRecordChanges,
  type RecordChangeRow,
} from './change-queries.ts';
import { type Database, inSnapshot } from '@kitroom/server/database/database';
import { listLines, type ExportedLine } from '../interchange/export-catalogue.ts';

/** `/api/changes` */
export function changeRoutes({ db }: { db: Database }): Endpoint[] {
  return [
    endpoint(listChanges, async ({ query }, { baseUrl }) => {
      const page = await listChangePage(db, query);
      if (!page) throw changesGone(query.after, `${baseUrl}${BULK_DATA_PATH}`);
      return page;
    }),
  ];
}

function toChange({ at, into_id: into, ...change }: RecordChangeRow, record: ExportedLine | undefined) {
  return {
    ...change,
    at: at.toISOString(),
    ...(into === null ? {} : { into }),
    ...(record && { record }),
  };
}

function changesGone(after: number, bulkData: string): ServiceError {
  const detail =
    `Changes after ${after} are no longer kept: they are for ${CHANGES_KEPT_DAYS} days, unless an older ` +
    'database is restored. Start over from the bulk data.';
  return new ServiceError('gone', detail, { body: { detail, bulk_data: bulkData } });
}

/**
 * A page of changes of single records, with the records as they are now, from one snapshot; undefined if some after `after` are no longer kept, or if `after` is beyond the
 * last change: the database was restored.
 */
function listChangePage(db: Database, { after, limit }: { after: number; limit: number }) {
  return inSnapshot(db, async (snapshot) => {
    const last = await findLastSequence(snapshot);
    if (after < (await findKeptAfter(snapshot)) || after > last) return undefined;
    const rows = await listRecordChanges(snapshot, after, limit + 1);
    const shown = rows.slice(0, limit);
    const records = await readRecords(snapshot, shown);
    return {
      items: shown.map((row) => toChange(row, records.get(`${row.type} ${row.id}`))),
      next: shown.at(-1)?.sequence ?? last,
      has_more: rows.length > limit,
    };
  });
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
