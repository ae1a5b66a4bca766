import { EXPORT_HOURS, type ExportSummary } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { anyOf, fromNow, hasRows } from '@kitroom/server/database/query-parts';

/** The job that makes the ZIP of an export; its key is the export's id. */
export const EXPORT_JOB = 'export';

/** The table `exports`. */
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
  /** The number of failed attempts. */
  attempts: number;
}

const exports = (db: Database) => db<ExportRow>('exports');

const IS_ACTIVE = "status in ('waiting', 'running')";
const IS_VISIBLE = '(expires_at is null or expires_at > now())';

const active = (db: Database, id: number) => exports(db).where({ id }).whereRaw(IS_ACTIVE);

const ended = (db: Database) => ({
  finished_at: db.fn.now(),
  expires_at: fromNow(db, { hours: EXPORT_HOURS }),
});

/** Inserts an export; returns undefined if another request has just started one. */
export async function insertExport(db: Database, userId: number): Promise<ExportRow | undefined> {
  const [row] = await exports(db)
    .insert({ user_id: userId, status: 'waiting' })
    .onConflict(db.raw(`(user_id) where ${IS_ACTIVE}`))
    .ignore()
    .returning('*');
  return row;
}

/** Deletes a user's exports; returns the keys of their files. */
export async function deleteExports(db: Database, userId: number): Promise<string[]> {
  return toFileKeys(await exports(db).where({ user_id: userId }).delete('file_key'));
}

/** An export, if it belongs to the user and has not expired. */
export async function findExport(db: Database, id: number, userId: number): Promise<ExportRow | undefined> {
  return exports(db).where({ id, user_id: userId }).whereRaw(IS_VISIBLE).first();
}

/** Marks an export as running; returns undefined if it is finished or deleted. */
export async function markExportRunning(db: Database, id: number): Promise<ExportRow | undefined> {
  const [row] = await active(db, id).update({ status: 'running', items_done: 0 }).returning('*');
  return row;
}

export async function saveExportProgress(
  db: Database,
  id: number,
  { done, total }: { done: number; total: number },
): Promise<void> {
  await active(db, id).update({ items_done: done, items_total: total });
}

/** Marks an export as done; returns false if its file is no longer needed, or another process was faster. */
export async function finishExport(
  db: Database,
  id: number,
  { key, bytes }: { key: string; bytes: number },
): Promise<boolean> {
  return (await active(db, id).update({ status: 'done', file_key: key, bytes, ...ended(db) })) > 0;
}

/** Marks an export as failed permanently. */
export async function failExport(db: Database, id: number, error: string): Promise<void> {
  await active(db, id).update({ status: 'failed', error, ...ended(db) });
}

/** Counts a failed attempt; returns the number of failed attempts. */
export async function countFailedAttempt(db: Database, id: number): Promise<number> {
  const [row] = await active(db, id).increment('attempts').returning('attempts');
  return row?.attempts ?? 0;
}

/** Whether an export is still waiting or running; its owner may have replaced it. */
export async function isExportActive(db: Database, id: number): Promise<boolean> {
  return hasRows(active(db, id));
}

/** All exports that are waiting or running. */
export async function listActiveExports(db: Database): Promise<Array<Pick<ExportRow, 'id' | 'user_id'>>> {
  return exports(db).whereRaw(IS_ACTIVE).orderBy('id').select('id', 'user_id');
}

/** Deletes expired exports; returns the keys of their files. */
export async function deleteExpiredExports(db: Database): Promise<string[]> {
  return toFileKeys(await exports(db).where('expires_at', '<=', db.fn.now()).delete('file_key'));
}

/** Those of the storage keys that exports refer to. */
export async function listKeysOfExports(db: Database, keys: readonly string[]): Promise<string[]> {
  return toFileKeys(await exports(db).where('file_key', anyOf(db, keys)).select('file_key'));
}

/** The file keys of rows, without nulls. */
export function toFileKeys(rows: ReadonlyArray<Pick<ExportRow, 'file_key'>>): string[] {
  return rows.map(({ file_key: key }) => key).filter((key) => key !== null);
}
