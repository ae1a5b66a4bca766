import { inSnapshot, type Database } from '@kitroom/server/database/database';
import { listLines, type ExportedLine } from '../interchange/export-catalogue.ts';
import {
  findKeptAfter,
  findLastSequence,
  listRecordChanges,
  type ChangedType,
  type RecordChangeRow,
} from './change-queries.ts';

/** Changes of single records, with the records as they are now. */
export interface ChangePage {
  changes: Array<RecordChangeRow & { record: ExportedLine | undefined }>;
  /** The sequence number after which the next page starts. */
  next: number;
  hasMore: boolean;
}

/**
 * A page of changes, from one snapshot; undefined if some after `after` are no longer kept, or if `after` is beyond the
 * last change: the database was restored.
 */
export function listChangePage(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<ChangePage | undefined> {
  return inSnapshot(db, async (snapshot) => {
    const last = await findLastSequence(snapshot);
    if (after < (await findKeptAfter(snapshot)) || after > last) return undefined;
    const rows = await listRecordChanges(snapshot, after, limit + 1);
    const shown = rows.slice(0, limit);
    const records = await readRecords(snapshot, shown);
    return {
      changes: shown.map((row) => ({ ...row, record: records.get(`${row.type} ${row.id}`) })),
      next: shown.at(-1)?.sequence ?? last,
      hasMore: rows.length > limit,
    };
  });
}

async function readRecords(
  db: Database,
  rows: readonly RecordChangeRow[],
): Promise<Map<string, ExportedLine>> {
  const records = new Map<string, ExportedLine>();
  const upserts = rows.filter(({ op }) => op === 'upsert');
  for (const [type, changes] of Map.groupBy(upserts, (row): ChangedType => row.type)) {
    const ids = [...new Set(changes.map(({ id }) => id))];
    for (const line of await listLines(db, type, ids)) records.set(`${type} ${line.id}`, line);
  }
  return records;
}
