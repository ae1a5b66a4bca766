import type { FieldErrors, Import, ImportRow, ImportRowStatus } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { anyOf, countRows } from '@kitroom/server/database/query-parts';
import type { Cells } from './read/source-table.ts';

/** The record that a name resolved to; `inferred` if the row does not name it. */
export type NameMatch = ImportRow['matches'][string];

/** What the user has decided for a row. */
export interface RowDecisions {
  set?: Record<string, unknown>;
  skip?: boolean;
}

/** The table `import_rows`. */
export interface ImportRowRecord {
  import_id: number;
  number: number;
  sheet: string | null;
  cells: Cells;
  /** Why cells could not be read, by column. */
  problems: Cells | null;
  /** Why the row does not seem to be an item. */
  skip_reason: string | null;
  settled: RowDecisions | null;
  status: ImportRowStatus;
  item: Record<string, unknown> | null;
  errors: FieldErrors | null;
  matches: Record<string, NameMatch> | null;
  candidates: Record<string, NameMatch[]> | null;
  item_id: number | null;
  undo: 'undone' | 'kept' | null;
  /** The columns of the item before the row updated it. */
  before: Record<string, unknown> | null;
  /** The `updated_at` of the item after it was written. */
  written_at: Date | null;
  photo_ids: number[];
  /** The size of what was read, decided and evaluated, as JSON. */
  bytes: number;
}

/** Whether a row is skipped: by the owner's decision, otherwise because it does not seem to be an item. */
export function isSkipped({
  settled,
  skip_reason: reason,
}: Pick<ImportRowRecord, 'settled' | 'skip_reason'>): boolean {
  return settled?.skip ?? reason !== null;
}

/** The columns that the evaluation of a row sets. */
export type EvaluatedRow = Pick<
  ImportRowRecord,
  'number' | 'status' | 'item' | 'errors' | 'matches' | 'candidates' | 'item_id'
>;

export const rowsOf = (db: Database, importId: number) =>
  db<ImportRowRecord>('import_rows').where({ import_id: importId });

/** Inserts rows, each the JSON of a `SourceRow`; returns their total size in bytes. */
export async function insertRows(db: Database, importId: number, rows: readonly string[]): Promise<number> {
  const inserted = await query<{ bytes: number }>(
    db,
    `insert into import_rows (import_id, number, sheet, cells, problems, skip_reason, bytes)
     select ?, number, sheet, cells, problems, skip_reason, octet_length(cells::text)
     from jsonb_to_recordset(?::jsonb)
       as read (number integer, sheet text, cells jsonb, problems jsonb, skip_reason text)
     returning bytes`,
    [importId, `[${rows.join(',')}]`],
  );
  return sumBytes(inserted);
}

/** Deletes the rows of an import whose numbers are greater than `after`. */
export async function deleteRows(db: Database, importId: number, { after = 0 } = {}): Promise<void> {
  await rowsOf(db, importId).where('number', '>', after).delete();
}

export async function findRow(
  db: Database,
  importId: number,
  number: number,
): Promise<ImportRowRecord | undefined> {
  return rowsOf(db, importId).where({ number }).first();
}

/** A row with its external id and, in an export, the time at which its item was created. */
export interface IdentifiedRow {
  number: number;
  external_id: string;
  created_at: string | null;
}

/** The rows whose cell in `column` is not blank, with that cell as the external id. */
export async function listExternalIds(
  db: Database,
  importId: number,
  column: string,
): Promise<IdentifiedRow[]> {
  return rowsOf(db, importId)
    .whereRaw("trim(cells ->> ?) <> ''", [column])
    .orderBy('number')
    .select<IdentifiedRow[]>(
      'number',
      db.raw('trim(cells ->> ?) as external_id', [column]),
      db.raw("cells ->> 'created_at' as created_at"),
    );
}

/** The ids of matched items, of all rows but one or of the rows up to a number. */
export async function listMatchedItems(
  db: Database,
  importId: number,
  rows: { except: number } | { upTo: number },
): Promise<number[]> {
  const matched = rowsOf(db, importId).whereNotNull('item_id');
  const ids = await (
    'except' in rows ? matched.whereNot({ number: rows.except }) : matched.where('number', '<=', rows.upTo)
  ).pluck('item_id');
  return ids.filter((id) => id !== null);
}

/** Stores the results of evaluating rows; returns the total size of the rows in bytes. */
export async function storeEvaluated(
  db: Database,
  importId: number,
  rows: readonly EvaluatedRow[],
): Promise<number> {
  const stored = await query<{ bytes: number }>(
    db,
    // An item may have been deleted since it was matched. Its row then gets no item, as when the item is
    // deleted later.
    `update import_rows
     set status = evaluated.status, item = evaluated.item, errors = evaluated.errors,
       matches = evaluated.matches, candidates = evaluated.candidates,
       item_id = (select items.id from items where items.id = evaluated.item_id for key share),
       bytes = octet_length(cells::text) + coalesce(octet_length(settled::text), 0)
         + octet_length(concat(evaluated.item, evaluated.errors, evaluated.matches, evaluated.candidates))
     from jsonb_to_recordset(?::jsonb) as evaluated (
       number integer, status text, item jsonb, errors jsonb, matches jsonb, candidates jsonb, item_id integer
     )
     where import_id = ? and import_rows.number = evaluated.number
     returning bytes`,
    [JSON.stringify(rows), importId],
  );
  return sumBytes(stored);
}

/** The total size of rows in bytes. */
export function sumBytes(rows: ReadonlyArray<{ bytes: number }>): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

export async function storeDecisions(
  db: Database,
  importId: number,
  number: number,
  decisions: RowDecisions,
): Promise<void> {
  await rowsOf(db, importId).where({ number }).update({ settled: decisions });
}

/** Adds decisions to all rows that have an error in a field and are not skipped. */
export async function decideRowsWithError(
  db: Database,
  importId: number,
  field: string,
  { set = {}, ...skip }: RowDecisions,
): Promise<void> {
  await query(
    db,
    `update import_rows
     set settled = coalesce(settled, '{}') || ?::jsonb
       || jsonb_build_object('set', coalesce(settled -> 'set', '{}') || ?::jsonb)
     where import_id = ? and status <> 'skipped' and jsonb_exists(errors, ?)`,
    [JSON.stringify(skip), JSON.stringify(set), importId, field],
  );
}

/**
 * The number of rows that are or will be drafts, and for each field the number of rows with an error in it.
 */
export async function countProblems(
  db: Database,
  importId: number,
): Promise<Required<Pick<Import, 'drafts' | 'row_errors'>>> {
  const [counts] = await query<{ drafts: number }>(
    db,
    `select count(*)::integer as drafts from import_rows
     where import_id = ? and status in ('new', 'added') and item ->> 'is_draft' = 'true'`,
    [importId],
  );
  const errors = await query<{ field: string; invalid: number; drafts: number }>(
    db,
    `select field, count(*) filter (where status = 'invalid')::integer as invalid,
       count(*) filter (where status in ('new', 'added'))::integer as drafts
     from import_rows, jsonb_object_keys(errors) as field
     where import_id = ? and status in ('invalid', 'new', 'added') and errors <> '{}'
     group by field order by count(*) desc, field`,
    [importId],
  );
  return { drafts: counts?.drafts ?? 0, row_errors: errors };
}

/** The numbers of rows by status, of several imports. */
export async function countByStatus(
  db: Database,
  importIds: readonly number[],
): Promise<Array<{ import_id: number; status: ImportRowStatus; count: number }>> {
  return db<ImportRowRecord>('import_rows')
    .where('import_id', anyOf(db, importIds))
    .groupBy('import_id', 'status')
    .select('import_id', 'status')
    .count({ count: '*' });
}

/** Marks new rows as added, with their items; returns how many rows were still new. */
export async function markRowsAdded(
  db: Database,
  importId: number,
  added: ReadonlyArray<{ number: number; itemId: number; photoIds: readonly number[] }>,
): Promise<number> {
  const taken = await query(
    db,
    // `updated_at` is copied in SQL, because a JavaScript date would lose the microseconds.
    `update import_rows
     set status = 'added', item_id = items.id, written_at = items.updated_at,
       photo_ids = array(select jsonb_array_elements_text(added."photoIds")::integer)
     from jsonb_to_recordset(?::jsonb) as added (number integer, "itemId" integer, "photoIds" jsonb)
     join items on items.id = added."itemId"
     where import_id = ? and import_rows.number = added.number and import_rows.status = 'new'
     returning import_rows.number`,
    [JSON.stringify(added), importId],
  );
  return taken.length;
}

/** Marks a row as updated, with the previous columns of its item. */
export async function markRowUpdated(
  db: Database,
  importId: number,
  number: number,
  { itemId, before }: { itemId: number; before: Record<string, unknown> },
): Promise<void> {
  // `updated_at` is copied in SQL, because a JavaScript date would lose the microseconds.
  const writtenAt = db.raw<Date>('(select items.updated_at from items where items.id = ?)', [itemId]);
  await rowsOf(db, importId).where({ number }).update({ status: 'updated', before, written_at: writtenAt });
}

export async function failRow(
  db: Database,
  importId: number,
  number: number,
  errors: FieldErrors,
): Promise<void> {
  await rowsOf(db, importId)
    .where({ number })
    .whereIn('status', ['new', 'update'])
    .update({ status: 'failed', errors });
}

export async function countUndone(db: Database, importId: number): Promise<number> {
  return countRows(rowsOf(db, importId).where({ undo: 'undone' }));
}

/** The rows whose items the user has changed since the import, so that undoing it kept them. */
export function listKeptItems(
  db: Database,
  importId: number,
  limit: number,
): Promise<Array<{ row: number; item: number; name: string }>> {
  return query(
    db,
    `select import_rows.number as row, items.id as item, items.name
     from import_rows join items on items.id = import_rows.item_id
     where import_id = ? and undo = 'kept' order by import_rows.number limit ?`,
    [importId, limit],
  );
}
