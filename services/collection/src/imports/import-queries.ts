import type { Import, ImportOptions, ImportStatus, ImportWarning } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import {
  ago,
  anyOf,
  countRows,
  hasRows,
  listPage,
  onlyRow,
  type PageOf,
} from '@kitroom/server/database/query-parts';
import type { Page } from '@kitroom/server/http/paging';
import { hasJob } from '@kitroom/server/jobs/jobs';
import { toFileKeys } from '../exports/export-queries.ts';
import { deleteRows } from './import-row-queries.ts';
import type { Mapping } from './parse/import-fields.ts';
import type { DecimalCounts } from './read/sniff-values.ts';
import type { ReadingOptions, SourceSheet } from './read/source-table.ts';

/** Reads, evaluates, applies or undoes an import; the key is `<import id>:<run>`. */
export const IMPORT_JOB = 'import';
/**
 * Applies an import whose photos come from the archive. These jobs mostly wait, so they have a queue of their
 * own and do not block others.
 */
export const ARCHIVE_PHOTOS_JOB = 'import-archive-photos';

/** A column of the file. */
export type ImportColumn = Omit<Import['columns'][number], 'field'> & {
  /** Absent if no number of the column has decimals. */
  decimals?: DecimalCounts | undefined;
  /** The currencies that its cells name, at most two; absent if they name no currency. */
  currencies?: string[] | undefined;
};

/** The stored options of an import; those that are unset, or newer than the import, are absent. */
export type StoredOptions = Partial<ImportOptions> &
  Omit<ImportOptions, keyof ReadingOptions | 'decimal' | 'unmapped' | 'unknown_names'>;

/** The table `imports`. */
export interface ImportRecord {
  id: number;
  user_id: number;
  source: Import['source'];
  file_name: string;
  file_key: string | null;
  file_size: number;
  archive_user_id: number | null;
  /** The catalogue's scrape that the import has started or joined. */
  archive_task_id: string | null;
  status: ImportStatus;
  is_read: boolean;
  /** The encoding of a text file; otherwise null. */
  encoding: string | null;
  sheets: SourceSheet[];
  columns: ImportColumn[];
  mapping: Mapping;
  options: StoredOptions;
  warnings: ImportWarning[];
  row_count: number;
  progress_done: number;
  progress_total: number | null;
  is_paused: boolean;
  error: string | null;
  /** The number of the current piece of work. */
  run: number;
  /** The claim of the process that does it. */
  claim: string | null;
  /** How often its thread was ended since it last made progress. */
  attempts: number;
  created_at: Date;
  updated_at: Date;
}

/** The statuses in which a job works on an import. */
export const BUSY: readonly ImportStatus[] = ['reading', 'applying', 'undoing'];

const imports = (db: Database) => db<ImportRecord>('imports');

export type NewImport = Pick<
  ImportRecord,
  'user_id' | 'source' | 'file_name' | 'file_key' | 'file_size' | 'archive_user_id' | 'options'
>;

export async function insertImport(db: Database, row: NewImport): Promise<ImportRecord> {
  return onlyRow(imports(db).insert(row).returning('*'));
}

/** An import, if it belongs to the user. */
export async function findImport(
  db: Database,
  { id, userId }: { id: number; userId: number },
  { locked = false } = {},
): Promise<ImportRecord | undefined> {
  const rows = imports(db).where({ id, user_id: userId });
  return (locked ? rows.forUpdate() : rows).first();
}

export async function listImportRecords(
  db: Database,
  userId: number,
  page: Page,
): Promise<PageOf<ImportRecord>> {
  return listPage(imports(db).where({ user_id: userId }).orderBy('id', 'desc'), page);
}

/** All imports of a user, oldest first. */
export async function listAllImports(db: Database, userId: number): Promise<ImportRecord[]> {
  return imports(db).where({ user_id: userId }).orderBy('id');
}

/** Whether an import of the user is being read, applied or undone. */
export async function hasBusyImport(db: Database, userId: number): Promise<boolean> {
  return hasRows(imports(db).where({ user_id: userId }).whereIn('status', BUSY));
}

export async function countInReview(db: Database, userId: number): Promise<number> {
  return countRows(imports(db).where({ user_id: userId, status: 'review' }));
}

/** Starts a new piece of work; the caller queues its job in the same transaction. */
export async function startWork(
  db: Database,
  id: number,
  status: ImportStatus,
  change: { mapping?: Mapping; options?: StoredOptions; is_read?: boolean } = {},
): Promise<ImportRecord> {
  return onlyRow(
    imports(db)
      .where({ id })
      .update({
        ...change,
        status,
        run: db.raw('run + 1'),
        claim: null,
        attempts: 0,
        progress_done: 0,
        progress_total: db.raw('row_count'),
        is_paused: false,
        // Evaluating the rows again does not solve the error of a file that could not be read.
        ...(status === 'reading' ? {} : { error: null }),
        updated_at: db.fn.now(),
      })
      .returning('*'),
  );
}

/** A process's claim to the work on an import, valid until another claim is made or other work starts. */
export interface Claim {
  id: number;
  claim: string;
}

/** Claims a piece of work for this process; returns undefined if the work is no longer needed. */
export async function claimWork(
  db: Database,
  { id, run, claim }: Claim & { run: number },
): Promise<ImportRecord | undefined> {
  const [row] = await imports(db)
    .where({ id, run })
    .whereIn('status', BUSY)
    .update({ claim, is_paused: false })
    .returning('*');
  return row;
}

/** Whether the claim is still valid; with `locked`, it stays valid until the transaction ends. */
export async function isClaimed(
  db: Database,
  { id, claim }: Claim,
  { locked = false } = {},
): Promise<boolean> {
  const claimed = imports(db).where({ id, claim });
  return hasRows(locked ? claimed.forNoKeyUpdate() : claimed);
}

/** Counts an ended attempt; returns the number since the last progress, undefined if the claim is invalid. */
export async function countAttempt(db: Database, { id, claim }: Claim): Promise<number | undefined> {
  const [row] = await imports(db).where({ id, claim }).increment('attempts').returning('attempts');
  return row?.attempts;
}

/** Columns that the process working on an import may change. */
export type ImportChanges = Partial<Omit<ImportRecord, 'id' | 'run' | 'claim'>>;

/** Changes an import, and so locks it until the transaction ends; returns false if the claim is invalid. */
export async function updateClaimed(
  db: Database,
  { id, claim }: Claim,
  changes: ImportChanges,
): Promise<boolean> {
  const columns = Object.entries(changes).map(([column, value]) => [column, toJsonIfList(value)]);
  const updated = await imports(db)
    .where({ id, claim })
    .update({ ...(Object.fromEntries(columns) as ImportChanges), updated_at: db.fn.now() });
  return updated > 0;
}

/** Serializes lists, which the driver would write as PostgreSQL arrays instead of JSON. */
function toJsonIfList(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

/** Marks an import as failed and revokes the claim of any process; items it has added stay. */
export async function failWork(
  db: Database,
  { id, status }: Pick<ImportRecord, 'id' | 'status'>,
  error: string,
): Promise<void> {
  await imports(db).where({ id }).update({
    status: 'failed',
    error,
    file_key: null,
    claim: null,
    is_paused: false,
    updated_at: db.fn.now(),
  });
  if (status === 'reading') await deleteRows(db, id);
}

/** Deletes a user's imports; returns the keys of their files. */
export async function deleteImports(db: Database, userId: number): Promise<string[]> {
  return toFileKeys(await imports(db).where({ user_id: userId }).delete('file_key'));
}

/** The ids of imports that have not changed for the given number of days. */
export async function listOldImports(db: Database, days: number): Promise<number[]> {
  return imports(db).where('updated_at', '<', ago(db, { days })).pluck('id');
}

/** Records that an import's rows have changed. */
export async function touchImport(db: Database, id: number): Promise<void> {
  await imports(db).where({ id }).update({ updated_at: db.fn.now() });
}

/** Deletes an import; returns the storage key of its file, or null. */
export async function deleteImportRow(db: Database, id: number): Promise<string | null> {
  const [row] = await imports(db).where({ id }).delete('file_key');
  return row?.file_key ?? null;
}

/** Busy imports without a job, neither running nor queued. */
export async function listAbandonedImports(db: Database): Promise<ImportRecord[]> {
  return imports(db)
    .whereIn('status', BUSY)
    .whereRaw(`not ${hasJob("imports.id || ':' || imports.run")}`, [[IMPORT_JOB, ARCHIVE_PHOTOS_JOB]]);
}

/** The name and key of the job that does the work on an import. */
export function jobOf({ id, run, status, source, options }: ImportRecord): { name: string; key: string } {
  const fetchesPhotos = status === 'applying' && source === 'archive' && options.with_photos;
  return { name: fetchesPhotos ? ARCHIVE_PHOTOS_JOB : IMPORT_JOB, key: `${id}:${run}` };
}

/** Those of the storage keys that belong to imports. */
export async function listKeysOfImports(db: Database, keys: readonly string[]): Promise<string[]> {
  return toFileKeys(await imports(db).where('file_key', anyOf(db, keys)).select('file_key'));
}
