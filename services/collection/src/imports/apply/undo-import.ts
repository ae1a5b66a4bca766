import { query, type Database } from '@kitroom/server/database/database';
import { deleteItemRows } from '../../items/change-item.ts';
import { ITEM_COLUMNS, type ItemRow } from '../../items/item-columns.ts';
import { items, toSearchTextColumns } from '../../items/item-queries.ts';
import { removePhotoFiles, type PhotoKeys } from '../../photos/photo-files.ts';
import type { ImportRecord } from '../import-queries.ts';
import { rowsOf, type ImportRowRecord } from '../import-row-queries.ts';
import type { Work } from '../import-work.ts';

const BATCH = 100;

/** Undoes the applied rows, last row first. If interrupted, it continues with the remaining rows. */
export async function undoImport(work: Work): Promise<void> {
  const { context, record } = work;
  for (let done = record.progress_done; ;) {
    const rows = await listAppliedRows(context.db, record.id, BATCH);
    if (rows.length === 0) return;
    for (const row of rows) {
      const files = await work.writeItems((db) => undoRow(db, record, row));
      await removePhotoFiles(context, files);
    }
    done += rows.length;
    await work.step({ progress_done: done });
  }
}

/** Undoes a row; returns the files of deleted photos, which the caller removes. */
async function undoRow(db: Database, record: ImportRecord, row: ImportRowRecord): Promise<PhotoKeys[]> {
  const { id, user_id: userId } = record;
  const item = row.item_id === null ? undefined : await lockUntouched(db, id, row.number);
  // If the item was deleted, there is nothing to undo.
  const undo = item || row.item_id === null ? 'undone' : 'kept';
  await rowsOf(db, id).where({ number: row.number }).update({ undo });
  if (!item) return [];
  if (row.status === 'added') return deleteItemRows(db, { id: item.id, userId });
  const before = row.before ?? {};
  await items(db)
    .where({ id: item.id })
    .update({ ...before, ...toSearchTextColumns(db, item, before) });
  // A trigger has just added the restored value to the history.
  await deleteNewValues(db, id, row.number);
  return [];
}

/** The applied rows that have not been undone yet, last row first. */
export async function listAppliedRows(
  db: Database,
  importId: number,
  limit: number,
): Promise<ImportRowRecord[]> {
  return rowsOf(db, importId)
    .whereIn('status', ['added', 'updated'])
    .whereNull('undo')
    .orderBy('number', 'desc')
    .limit(limit);
}

/**
 * Locks and returns a row's item if it is still as the import left it: with the same fields and, if the
 * import added it, without later photos. Otherwise returns undefined.
 */
async function lockUntouched(db: Database, importId: number, number: number): Promise<ItemRow | undefined> {
  const [row] = await query<ItemRow>(
    db,
    `select ${ITEM_COLUMNS} from items join import_rows on import_rows.item_id = items.id
     where import_rows.import_id = ? and import_rows.number = ?
       and items.updated_at = coalesce(import_rows.photos_changed_at, import_rows.written_at)
       and not exists (
         select from photos
         where photos.item_id = items.id and import_rows.status = 'added' and photos.id <> all (import_rows.photo_ids)
       )
     for update of items`,
    [importId, number],
  );
  return row;
}

/** Deletes the entries in an item's value history since a row updated it, including that of the undo. */
async function deleteNewValues(db: Database, importId: number, number: number): Promise<void> {
  await query(
    db,
    `delete from item_values using import_rows
     where import_rows.import_id = ? and import_rows.number = ? and item_values.item_id = import_rows.item_id
       and item_values.changed_at >= import_rows.written_at`,
    [importId, number],
  );
}
