import type { ImportOptions, ImportStatus, ImportWarning } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { hasJob } from '@kitroom/server/jobs/jobs';
import { deleteRows } from './import-row-queries.ts';
import type { Mapping } from './understand/import-fields.ts';
import type { SourceSheet } from './read/source-table.ts';
import type { DecimalCounts, DecimalSign } from './read/sniff-values.ts';

/** Reads, evaluates, applies or undoes an import; the key is its id and the number of the piece of work. */
export const IMPORT_JOB = 'import';
/** The same for imports whose photos come from the archive: they wait most of the time, in places of their own. */
export const ARCHIVE_PHOTOS_JOB = 'import-archive-photos';

/** A column as it was read. */
export interface ImportColumn {
  name: string;
  samples: string[];
  /** Absent if no number of the column has decimals. */
  decimals?: DecimalCounts | undefined;
}

/** The options of an import; those that the user has not said, or that are later than the import, are absent. */
export type StoredOptions = Omit<ImportOptions, OptionalOption> &
  Partial<Pick<ImportOptions, Exclude<OptionalOption, 'decimal'>>> & { decimal?: DecimalSign };

/** The options that decide how the file is read. */
export const READING_OPTIONS = ['sheets', 'header_row', 'encoding'] as const;

type OptionalOption = (typeof READING_OPTIONS)[number] | 'decimal' | 'unmapped' | 'unknown_names';

export interface ImportRecord {
  id: number;
  user_id: number;
  source: 'file' | 'csv' | 'xlsx' | 'ndjson' | 'zip' | 'archive';
  file_name: string;
  file_key: string | null;
  archive_user_id: number | null;
  status: ImportStatus;
  is_read: boolean;
  /** Of a text file. */
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
  run: number;
  created_at: Date;
  updated_at: Date;
}

/** The statuses in which a job works on an import. */
export const BUSY: readonly ImportStatus[] = ['reading', 'applying', 'undoing'];

const COLUMNS = `id, user_id, source, file_name, file_key, archive_user_id, status, is_read, encoding, sheets, columns, mapping, options,
  warnings, row_count, progress_done, progress_total, is_paused, error, run, created_at, updated_at`;

export interface NewImport {
  user_id: number;
  source: 'file' | 'archive';
  file_name: string;
  file_key: string | null;
  file_size: number;
  archive_user_id: number | null;
  options: StoredOptions;
}

export async function insertImport(db: Database, row: NewImport): Promise<ImportRecord> {
  const [inserted] = await query<ImportRecord>(
    db,
    `insert into imports (user_id, source, file_name, file_key, file_size, archive_user_id, options)
     values (?, ?, ?, ?, ?, ?, ?) returning ${COLUMNS}`,
    [
      row.user_id,
      row.source,
      row.file_name,
      row.file_key,
      row.file_size,
      row.archive_user_id,
      JSON.stringify(row.options),
    ],
  );
  if (!inserted) throw new Error('insert returned no row');
  return inserted;
}

/** The user's own import. */
export async function findImport(
  db: Database,
  { id, userId }: { id: number; userId: number },
  { locked = false } = {},
): Promise<ImportRecord | undefined> {
  const [row] = await query<ImportRecord>(
    db,
    `select ${COLUMNS} from imports where id = ? and user_id = ?${locked ? ' for update' : ''}`,
    [id, userId],
  );
  return row;
}

export async function listImportRecords(
  db: Database,
  userId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: ImportRecord[]; count: number }> {
  const rows = await query<ImportRecord>(
    db,
    `select ${COLUMNS} from imports where user_id = ? order by id desc limit ? offset ?`,
    [userId, size, Math.max(0, page - 1) * size],
  );
  const [counted] = await query<{ count: number }>(
    db,
    'select count(*) as count from imports where user_id = ?',
    [userId],
  );
  return { rows, count: counted?.count ?? 0 };
}

/** All imports of a user, oldest first. */
export function listAllImports(db: Database, userId: number): Promise<ImportRecord[]> {
  return query<ImportRecord>(db, `select ${COLUMNS} from imports where user_id = ? order by id`, [userId]);
}

/** How many imports of the user are worked on, and how many wait in review. */
export async function countOpenImports(
  db: Database,
  userId: number,
): Promise<{ busy: number; inReview: number }> {
  const [row] = await query<{ busy: number; inReview: number }>(
    db,
    `select count(*) filter (where status = any (?)) as busy,
       count(*) filter (where status = 'review') as "inReview"
     from imports where user_id = ?`,
    [BUSY, userId],
  );
  return row ?? { busy: 0, inReview: 0 };
}

/** Begins a new piece of work; the caller queues its job in the same transaction. */
export async function beginWork(
  db: Database,
  id: number,
  status: ImportStatus,
  change: { mapping?: Mapping; options?: StoredOptions; is_read?: boolean } = {},
): Promise<ImportRecord> {
  const [row] = await query<ImportRecord>(
    db,
    `update imports
     set status = ?, run = run + 1, claim = null, progress_done = 0, progress_total = row_count, is_paused = false,
       error = null, mapping = coalesce(?, mapping), options = coalesce(?, options),
       is_read = coalesce(?, is_read), updated_at = now()
     where id = ? returning ${COLUMNS}`,
    [
      status,
      change.mapping ? JSON.stringify(change.mapping) : null,
      change.options ? JSON.stringify(change.options) : null,
      change.is_read ?? null,
      id,
    ],
  );
  if (!row) throw new Error('an import that was locked is gone');
  return row;
}

/** A process's claim to the work on an import; it holds until another one is made, or the work has a new number. */
export interface Claim {
  id: number;
  claim: string;
}

/** Claims a piece of work for this process; undefined if there is nothing to do any more. */
export async function claimWork(
  db: Database,
  run: number,
  { id, claim }: Claim,
): Promise<ImportRecord | undefined> {
  const [row] = await query<ImportRecord>(
    db,
    `update imports set claim = ?, is_paused = false where id = ? and run = ? and status = any (?) returning ${COLUMNS}`,
    [claim, id, run, BUSY],
  );
  return row;
}

/** Whether the claim still holds; locked, it does so until the transaction ends. */
export async function isClaimed(
  db: Database,
  { id, claim }: Claim,
  { locked = false } = {},
): Promise<boolean> {
  const sql = `select from imports where id = ? and claim = ?${locked ? ' for no key update' : ''}`;
  return (await query(db, sql, [id, claim])).length > 0;
}

/** Changes of an import by the process that works on it. */
export type ImportChanges = Partial<
  Pick<
    ImportRecord,
    | 'status'
    | 'source'
    | 'file_key'
    | 'is_read'
    | 'encoding'
    | 'sheets'
    | 'columns'
    | 'mapping'
    | 'options'
    | 'warnings'
    | 'row_count'
    | 'progress_done'
    | 'progress_total'
    | 'is_paused'
    | 'error'
  >
>;

const JSON_COLUMNS: ReadonlySet<string> = new Set(['sheets', 'columns', 'mapping', 'options', 'warnings']);

/** Changes an import; returns whether the claim still holds: the row is then locked until the transaction ends. */
export async function updateClaimed(
  db: Database,
  { id, claim }: Claim,
  changes: ImportChanges,
): Promise<boolean> {
  const entries = Object.entries(changes);
  const rows = await query(
    db,
    `update imports set ${entries.map(([column]) => `${column} = ?, `).join('')}updated_at = now()
     where id = ? and claim = ? returning id`,
    [
      ...entries.map(([column, value]) => (JSON_COLUMNS.has(column) ? JSON.stringify(value) : value)),
      id,
      claim,
    ],
  );
  return rows.length > 0;
}

/** Ends the work on an import, whoever does it; what it has added stays. */
export async function failWork(
  db: Database,
  { id, status }: Pick<ImportRecord, 'id' | 'status'>,
  error: string,
): Promise<void> {
  await query(
    db,
    `update imports
     set status = 'failed', error = ?, file_key = null, claim = null, is_paused = false, updated_at = now()
     where id = ?`,
    [error, id],
  );
  if (status === 'reading') await deleteRows(db, id);
}

/** Returns the key of the import's file, if any. */
export async function deleteImportRow(db: Database, id: number): Promise<string | null> {
  const [row] = await query<{ file_key: string | null }>(
    db,
    'delete from imports where id = ? returning file_key',
    [id],
  );
  return row?.file_key ?? null;
}

/** The busy imports that no job works on or will: their process failed, or could not reach the catalogue. */
export function listAbandonedImports(db: Database): Promise<ImportRecord[]> {
  return query(
    db,
    `select ${COLUMNS} from imports
     where status = any (?) and not ${hasJob("imports.id || ':' || imports.run")}`,
    [BUSY, [IMPORT_JOB, ARCHIVE_PHOTOS_JOB]],
  );
}

/** The job that does the work on an import. */
export function jobOf({ id, run, status, source, options }: ImportRecord): { name: string; key: string } {
  const fetchesPhotos = status === 'applying' && source === 'archive' && options.with_photos;
  return { name: fetchesPhotos ? ARCHIVE_PHOTOS_JOB : IMPORT_JOB, key: `${id}:${run}` };
}

/** The storage keys that belong to imports. */
export async function listNamedByImports(db: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await query<{ file_key: string }>(
    db,
    'select file_key from imports where file_key = any (?)',
    [keys],
  );
  return rows.map(({ file_key: key }) => key);
}
