import { query, type Database } from '@kitroom/server/database/database';
import { ITEM_COLUMNS, type ItemRow } from '../../items/item-columns.ts';

/** A row that was taken and not undone yet. */
export interface TakenRow {
  number: number;
  status: 'added' | 'updated';
  item_id: number | null;
  before: Record<string, unknown> | null;
}

/** The rows to be undone, the last ones first. */
export function listTaken(db: Database, importId: number, limit: number): Promise<TakenRow[]> {
  return query<TakenRow>(
    db,
    `select number, status, item_id, before from import_rows
     where import_id = ? and status in ('added', 'updated') and undo is null order by number desc limit ?`,
    [importId, limit],
  );
}

/**
 * Locks a row's item if it is still as the import left it: with the same fields, and without photos that came later. Undefined if it was changed.
 */
export async function lockUntouched(
  db: Database,
  importId: number,
  number: number,
): Promise<ItemRow | undefined> {
  const [row] = await query<ItemRow>(
    db,
    `select ${ITEM_COLUMNS} from items join import_rows on import_rows.item_id = items.id
     where import_rows.import_id = ? and import_rows.number = ? and items.updated_at = import_rows.written_at
       and not exists (
         select from photos
         where photos.item_id = items.id and import_rows.status = 'added' and photos.id <> all (import_rows.photo_ids)
       )
     for update of items`,
    [importId, number],
  );
  return row;
}

export async function markUndone(
  db: Database,
  importId: number,
  number: number,
  undo: 'undone' | 'kept',
): Promise<void> {
  await query(db, 'update import_rows set undo = ? where import_id = ? and number = ?', [
    undo,
    importId,
    number,
  ]);
}

/** Gives an item the columns that it had before an update. */
export async function restoreItem(
  db: Database,
  id: number,
  before: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entries = Object.entries(before);
  const names = entries.map(([column]) => column);
  await query(
    db,
    `update items set ${names.map((name) => `${name} = earlier.${name}`).join(', ')}
     from jsonb_populate_record(null::items, ?::jsonb) as earlier where items.id = ?`,
    [JSON.stringify(before), id],
  );
}

/** Forgets the changes of an item's value since a row updated it, that by undoing it included. */
export async function forgetValues(db: Database, importId: number, number: number): Promise<void> {
  await query(
    db,
    `delete from item_values using import_rows
     where import_rows.import_id = ? and import_rows.number = ? and item_values.item_id = import_rows.item_id
       and item_values.changed_at >= import_rows.written_at`,
    [importId, number],
  );
}
