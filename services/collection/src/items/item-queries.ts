import { query, type Database } from '@kitroom/server/database/database';
import { ITEM_COLUMNS, type ItemColumns, type ItemRow } from './item-columns.ts';

/** An item, and which version of it this is: each write makes another one. */
export interface ItemVersion extends ItemRow {
  version: string;
}

/** The item, if the user may see it: their own, or a public one of a user whose profile is public. */
export async function findVisibleItem(
  db: Database,
  id: number,
  userId: number,
): Promise<ItemVersion | undefined> {
  const [row] = await query<ItemVersion>(
    db,
    `select ${ITEM_COLUMNS}, items.xmin::text as version from items join users on users.id = items.user_id
     where items.id = ? and (items.user_id = ? or (items.is_public and not users.is_private and users.is_active))`,
    [id, userId],
  );
  return row;
}

/** The ids of all items of a user, in the order in which they were created. */
export async function listItemIds(db: Database, userId: number): Promise<number[]> {
  const rows = await query<{ id: number }>(db, 'select id from items where user_id = ? order by id', [
    userId,
  ]);
  return rows.map(({ id }) => id);
}

/** The items with these ids, in their order; those that are gone are left out. */
export function listItemsById(db: Database, ids: readonly number[]): Promise<ItemRow[]> {
  return query<ItemRow>(db, `select ${ITEM_COLUMNS} from items where id = any (?) order by id`, [ids]);
}

/** Keeps the user's own item from others until the transaction ends; answers whether there is one. */
export async function lockItem(db: Database, id: number, userId: number): Promise<boolean> {
  const rows = await query(db, 'select from items where id = ? and user_id = ? for update', [id, userId]);
  return rows.length > 0;
}

/** Stores an item. */
export async function insertItem(db: Database, userId: number, columns: ItemColumns): Promise<ItemRow> {
  const [row] = await db('items')
    .insert({ user_id: userId, ...columns })
    .returning<ItemRow[]>(db.raw(ITEM_COLUMNS));
  if (!row) throw new Error('the new item was not answered');
  return row;
}

/** Changes the columns that are given; undefined where the item is no longer of this version. */
export async function updateItem(
  db: Database,
  { id, version }: Pick<ItemVersion, 'id' | 'version'>,
  columns: Partial<ItemColumns>,
): Promise<ItemRow | undefined> {
  const [row] = await db('items')
    .where({ id })
    .whereRaw('xmin = ?::xid', [version])
    .update({ ...columns, updated_at: db.fn.now() })
    .returning<ItemRow[]>(db.raw(ITEM_COLUMNS));
  return row;
}

/** Deletes the user's own item; its photos must be gone already, as their files would be forgotten. */
export async function removeItem(db: Database, id: number, userId: number): Promise<void> {
  await query(db, 'delete from items where id = ? and user_id = ?', [id, userId]);
}
