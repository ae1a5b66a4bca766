import { EXPORT_HOURS, type ExportSummary } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';

/** Makes the ZIP of an export; the job's key is the export's id. */
export const EXPORT_JOB = 'export';

export interface ExportRow {
  id: number;
  user_id: number;
  status: ExportSummary['status'];
  error: string | null;
  items_total: number;
  items_done: number;
  file_key: string | null;
  bytes: number | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

const COLUMNS = `
  id, user_id, status, error, items_total, items_done, file_key, bytes, created_at, finished_at, expires_at`;
const IS_ACTIVE = "status in ('waiting', 'running')";
const IS_VISIBLE = '(expires_at is null or expires_at > now())';
const ENDS = `finished_at = now(), expires_at = now() + make_interval(hours => ${EXPORT_HOURS})`;

/** A new export; undefined if another request has just begun one. */
export async function insertExport(db: Database, userId: number): Promise<ExportRow | undefined> {
  const [row] = await query<ExportRow>(
    db,
    `insert into exports (user_id, status) values (?, 'waiting')
     on conflict (user_id) where ${IS_ACTIVE} do nothing returning ${COLUMNS}`,
    [userId],
  );
  return row;
}

/** Deletes a user's exports; returns the keys of their files. */
export async function deleteExports(db: Database, userId: number): Promise<string[]> {
  const rows = await query<{ file_key: string | null }>(
    db,
    'delete from exports where user_id = ? returning file_key',
    [userId],
  );
  return rows.map(({ file_key: key }) => key).filter((key) => key !== null);
}

/** The user's own export, unless it has expired. */
export async function findExport(db: Database, id: number, userId: number): Promise<ExportRow | undefined> {
  const [row] = await query<ExportRow>(
    db,
    `select ${COLUMNS} from exports where id = ? and user_id = ? and ${IS_VISIBLE}`,
    [id, userId],
  );
  return row;
}

/** Begins to make an export; undefined if there is nothing to do. */
export async function beginExport(db: Database, id: number): Promise<ExportRow | undefined> {
  const [row] = await query<ExportRow>(
    db,
    `update exports set status = 'running', items_done = 0 where id = ? and ${IS_ACTIVE} returning ${COLUMNS}`,
    [id],
  );
  return row;
}

export async function saveExportProgress(
  db: Database,
  id: number,
  { done, total }: { done: number; total: number },
): Promise<void> {
  await query(db, `update exports set items_done = ?, items_total = ? where id = ? and ${IS_ACTIVE}`, [
    done,
    total,
    id,
  ]);
}

/** Returns false if the file is not needed: the user was deleted, or another process was faster. */
export async function finishExport(
  db: Database,
  id: number,
  { key, bytes }: { key: string; bytes: number },
): Promise<boolean> {
  const rows = await query(
    db,
    `update exports set status = 'done', file_key = ?, bytes = ?, ${ENDS} where id = ? and ${IS_ACTIVE}
     returning id`,
    [key, bytes, id],
  );
  return rows.length > 0;
}

/** Fails an export for good. */
export async function failExport(db: Database, id: number, error: string): Promise<void> {
  await query(db, `update exports set status = 'failed', error = ?, ${ENDS} where id = ? and ${IS_ACTIVE}`, [
    error,
    id,
  ]);
}

/** Counts a failed attempt; returns how many there were. */
export async function countFailedAttempt(db: Database, id: number): Promise<number> {
  const [row] = await query<{ attempts: number }>(
    db,
    `update exports set attempts = attempts + 1 where id = ? and ${IS_ACTIVE} returning attempts`,
    [id],
  );
  return row?.attempts ?? 0;
}

/** Whether the export is still to be made: its owner may have begun another one. */
export async function isExportActive(db: Database, id: number): Promise<boolean> {
  return (await query(db, `select from exports where id = ? and ${IS_ACTIVE}`, [id])).length > 0;
}

/** All exports that are to be made. */
export function listActiveExports(db: Database): Promise<Array<Pick<ExportRow, 'id' | 'user_id'>>> {
  return query(db, `select id, user_id from exports where ${IS_ACTIVE} order by id`);
}

/** Deletes expired exports; returns the keys of their files. */
export async function deleteExpiredExports(db: Database): Promise<string[]> {
  const rows = await query<{ file_key: string | null }>(
    db,
    'delete from exports where expires_at <= now() returning file_key',
  );
  return rows.map(({ file_key: key }) => key).filter((key) => key !== null);
}

/** The storage keys that exports refer to. */
export async function listNamedByExports(db: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await query<{ key: string }>(
    db,
    'select file_key as key from exports where file_key = any (?)',
    [keys],
  );
  return rows.map(({ key }) => key);
}
