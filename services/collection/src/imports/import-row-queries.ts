import type { FieldErrors, ImportRowStatus } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import type { Cells, SourceRow } from './read/source-table.ts';

/** What a name means; inferred if the row does not name it. */
export interface NameMatch {
  id: number;
  name: string;
  score: number;
  inferred?: true;
}

/** What the user has decided for a row. */
export interface RowDecisions {
  set?: Record<string, unknown>;
  skip?: boolean;
}

export interface ImportRowRecord {
  number: number;
  sheet: string | null;
  cells: Cells;
  /** Why cells could not be read, by column. */
  problems: Cells | null;
  /** Why the row seems to be no item. */
  skip_reason: string | null;
  settled: RowDecisions | null;
  status: ImportRowStatus;
  item: Record<string, unknown> | null;
  errors: FieldErrors | null;
  matches: Record<string, NameMatch> | null;
  candidates: Record<string, NameMatch[]> | null;
  item_id: number | null;
  undo: 'undone' | 'kept' | null;
}

/** Whether a row is left out: as its owner said, else if it seems to be no item. */
export function isSkipped({
  settled,
  skip_reason: reason,
}: Pick<ImportRowRecord, 'settled' | 'skip_reason'>): boolean {
  return settled?.skip ?? reason !== null;
}

/** What the evaluation of a row found. */
export type Evaluated = Pick<
  ImportRowRecord,
  'number' | 'status' | 'item' | 'errors' | 'matches' | 'candidates' | 'item_id'
>;

const COLUMNS =
  'number, sheet, cells, problems, skip_reason, settled, status, item, errors, matches, candidates, import_rows.item_id, undo';

export async function insertRows(db: Database, importId: number, rows: readonly SourceRow[]): Promise<void> {
  await query(
    db,
    `insert into import_rows (import_id, number, sheet, cells, problems, skip_reason)
     select ?, number, sheet, cells, problems, skip_reason from jsonb_to_recordset(?::jsonb)
       as read (number integer, sheet text, cells jsonb, problems jsonb, skip_reason text)`,
    [importId, JSON.stringify(rows)],
  );
}

export async function deleteRows(db: Database, importId: number): Promise<void> {
  await db('import_rows').where({ import_id: importId }).delete();
}

/** The rows after a number, in their order. */
export function listRowsAfter(
  db: Database,
  importId: number,
  after: number,
  limit: number,
): Promise<ImportRowRecord[]> {
  return query<ImportRowRecord>(
    db,
    `select ${COLUMNS} from import_rows where import_id = ? and number > ? order by number limit ?`,
    [importId, after, limit],
  );
}

/** The rows of these statuses after a number, in their order. */
export function listRowsOfStatus(
  db: Database,
  importId: number,
  statuses: readonly ImportRowStatus[],
  after: number,
  limit: number,
): Promise<ImportRowRecord[]> {
  return query<ImportRowRecord>(
    db,
    `select ${COLUMNS} from import_rows
     where import_id = ? and status = any (?) and number > ? order by number limit ?`,
    [importId, statuses, after, limit],
  );
}

export async function listRowPage(
  db: Database,
  importId: number,
  status: ImportRowStatus | undefined,
  { page, size }: { page: number; size: number },
): Promise<{ rows: ImportRowRecord[]; count: number }> {
  const condition = `import_id = ?${status === undefined ? '' : ' and status = ?'}`;
  const bindings = [importId, ...(status === undefined ? [] : [status])];
  const rows = await query<ImportRowRecord>(
    db,
    `select ${COLUMNS} from import_rows where ${condition} order by number limit ? offset ?`,
    [...bindings, size, Math.max(0, page - 1) * size],
  );
  const [counted] = await query<{ count: number }>(
    db,
    `select count(*) as count from import_rows where ${condition}`,
    bindings,
  );
  return { rows, count: counted?.count ?? 0 };
}

export async function findRow(
  db: Database,
  importId: number,
  number: number,
): Promise<ImportRowRecord | undefined> {
  const [row] = await query<ImportRowRecord>(
    db,
    `select ${COLUMNS} from import_rows where import_id = ? and number = ?`,
    [importId, number],
  );
  return row;
}

/** The external ids of rows in a column, with their numbers and the times at which exports say that their items were created. */
export function listExternalIds(
  db: Database,
  importId: number,
  column: string,
): Promise<Array<{ number: number; external_id: string; created_at: string | null }>> {
  return query(
    db,
    `select number, trim(cells ->> ?) as external_id, cells ->> 'created_at' as created_at from import_rows
     where import_id = ? and trim(coalesce(cells ->> ?, '')) <> '' order by number`,
    [column, importId, column],
  );
}

/** The items that all rows but one mean. */
export async function listMatchedItems(db: Database, importId: number, number: number): Promise<number[]> {
  const rows = await query<{ item_id: number }>(
    db,
    'select item_id from import_rows where import_id = ? and number <> ? and item_id is not null',
    [importId, number],
  );
  return rows.map(({ item_id: id }) => id);
}

export async function storeEvaluated(
  db: Database,
  importId: number,
  rows: readonly Evaluated[],
): Promise<void> {
  await query(
    db,
    `update import_rows
     set status = found.status, item = found.item, errors = found.errors, matches = found.matches,
       candidates = found.candidates, item_id = found.item_id
     from jsonb_to_recordset(?::jsonb) as found (
       number integer, status text, item jsonb, errors jsonb, matches jsonb, candidates jsonb, item_id integer
     )
     where import_id = ? and import_rows.number = found.number`,
    [JSON.stringify(rows), importId],
  );
}

export async function storeDecisions(
  db: Database,
  importId: number,
  number: number,
  decisions: RowDecisions,
): Promise<void> {
  await db('import_rows')
    .where({ import_id: importId, number })
    .update({ settled: JSON.stringify(decisions) });
}

/** The numbers of rows by status, of several imports. */
export function countRows(
  db: Database,
  importIds: readonly number[],
): Promise<Array<{ import_id: number; status: ImportRowStatus; count: number }>> {
  return query(
    db,
    `select import_id, status, count(*) as count from import_rows where import_id = any (?) group by 1, 2`,
    [importIds],
  );
}

/** Locks those of the rows that were not taken yet, until the transaction ends; returns their numbers. */
export async function lockNewRows(
  db: Database,
  importId: number,
  numbers: readonly number[],
): Promise<number[]> {
  const rows = await query<{ number: number }>(
    db,
    `select number from import_rows
     where import_id = ? and number = any (?) and status = 'new' order by number for update`,
    [importId, numbers],
  );
  return rows.map(({ number }) => number);
}

/** Marks rows as taken, with the items that they became. */
export async function recordAdded(
  db: Database,
  importId: number,
  added: ReadonlyArray<{ number: number; itemId: number; photoIds: readonly number[] }>,
): Promise<void> {
  await query(
    db,
    // As the items have it: a JavaScript date has no microseconds.
    `update import_rows
     set status = 'added', item_id = items.id, written_at = items.updated_at,
       photo_ids = array(select jsonb_array_elements_text(added."photoIds")::integer)
     from jsonb_to_recordset(?::jsonb) as added (number integer, "itemId" integer, "photoIds" jsonb)
     join items on items.id = added."itemId"
     where import_id = ? and import_rows.number = added.number`,
    [JSON.stringify(added), importId],
  );
}

/** Marks a row as taken, unless it is already; it is then locked until the transaction ends. */
export async function takeUpdateRow(db: Database, importId: number, number: number): Promise<boolean> {
  const rows = await query(
    db,
    `update import_rows set status = 'updated'
     where import_id = ? and number = ? and status = 'update' returning number`,
    [importId, number],
  );
  return rows.length > 0;
}

/** Records what an item was before a row updated it. */
export async function recordUpdate(
  db: Database,
  importId: number,
  number: number,
  { itemId, before }: { itemId: number; before: object },
): Promise<void> {
  await query(
    db,
    `update import_rows set before = ?, written_at = items.updated_at
     from items where items.id = ? and import_id = ? and import_rows.number = ?`,
    [JSON.stringify(before), itemId, importId, number],
  );
}

export async function failRow(
  db: Database,
  importId: number,
  number: number,
  errors: FieldErrors,
): Promise<void> {
  await query(
    db,
    `update import_rows set status = 'failed', errors = ?
     where import_id = ? and number = ? and status in ('new', 'update')`,
    [JSON.stringify(errors), importId, number],
  );
}

/** The kept rows of an undone import, and how many were undone. */
export async function countUndone(db: Database, importId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    db,
    `select count(*) as count from import_rows where import_id = ? and undo = 'undone'`,
    [importId],
  );
  return row?.count ?? 0;
}

export function listKept(
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
