import type { ItemValue } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';

/** Replaces the history of an item's value. */
export async function replaceValues(
  db: Database,
  itemId: number,
  values: readonly ItemValue[],
): Promise<void> {
  await query(db, 'delete from item_values where item_id = ?', [itemId]);
  await query(
    db,
    `insert into item_values (item_id, estimated_value, changed_at)
     select ?, nullif(estimated_value, 'null'::jsonb), changed_at
     from jsonb_to_recordset(?::jsonb) as entries (estimated_value jsonb, changed_at timestamptz)
     order by changed_at`,
    [itemId, JSON.stringify(values)],
  );
}

/** Gives an item the times at which it was created and changed elsewhere. */
export async function restoreTimes(
  db: Database,
  itemId: number,
  times: { created_at: string; updated_at: string },
): Promise<void> {
  await query(db, 'update items set created_at = ?, updated_at = ? where id = ?', [
    times.created_at,
    times.updated_at,
    itemId,
  ]);
}

export async function restoreUploadTime(db: Database, photoId: number, uploadedAt: string): Promise<void> {
  await query(db, 'update photos set uploaded_at = ? where id = ?', [uploadedAt, photoId]);
}
