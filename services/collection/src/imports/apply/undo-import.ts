import type { Database } from '@kitroom/server/database/database';
import { deleteItemRows } from '../../items/change-item.ts';
import { removePhotoFiles, type PhotoKeys } from '../../photos/photo-files.ts';
import type { ImportRecord } from '../import-queries.ts';
import type { Work } from '../work.ts';
import {
  forgetValues,
  listTaken,
  lockUntouched,
  markUndone,
  restoreItem,
  type TakenRow,
} from './undo-queries.ts';

const BATCH = 100;

/** Undoes the rows that were taken, the last ones first. Interrupted, it goes on with the rest. */
export async function undoImport(work: Work, record: ImportRecord): Promise<void> {
  const { context } = work;
  for (let done = 0; ;) {
    const rows = await listTaken(context.db, record.id, BATCH);
    if (rows.length === 0) return;
    for (const row of rows) {
      const files = await work.writeItems((db) => undoRow(db, record, row));
      await removePhotoFiles(context, files);
    }
    done += rows.length;
    await work.step({ progress_done: done });
  }
}

/** Returns the files that are no longer in use. */
async function undoRow(db: Database, record: ImportRecord, row: TakenRow): Promise<PhotoKeys[]> {
  const { id, user_id: userId } = record;
  const item = row.item_id === null ? undefined : await lockUntouched(db, id, row.number);
  // An item that is gone has nothing to be undone.
  await markUndone(db, id, row.number, item || row.item_id === null ? 'undone' : 'kept');
  if (!item) return [];
  if (row.status === 'added') return deleteItemRows(db, { id: item.id, userId });
  await restoreItem(db, item.id, row.before ?? {});
  // After the trigger has added what was restored.
  await forgetValues(db, id, row.number);
  return [];
}
