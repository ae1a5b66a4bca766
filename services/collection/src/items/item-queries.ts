import type { ItemType } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';

/** An item as it is stored; what its type does not have is null. */
export interface ItemRow {
  id: number;
  user_id: number;
  item_type: ItemType;
  name: string;
  brand_id: number | null;
  club_id: number | null;
  season_id: number | null;
  condition: number;
  detailed_condition: string | null;
  description: string;
  is_replica: boolean;
  is_private: boolean;
  is_draft: boolean;
  is_public: boolean;
  design: string | null;
  main_color: number | null;
  secondary_colors: number[];
  country: string | null;
  tags: string[];
  kit_id: number | null;
  size: number | null;
  type: string | null;
  number: number | null;
  player_name: string | null;
  is_fan_version: boolean | null;
  is_signed: boolean | null;
  has_nameset: boolean | null;
  is_short_sleeve: boolean | null;
  created_at: Date;
  updated_at: Date;
}

/** The columns that a write may set. */
export type ItemColumns = Omit<ItemRow, 'id' | 'user_id' | 'is_public' | 'created_at' | 'updated_at'> & {
  tag_keys: string[];
};

/** The columns of an ItemRow, for queries that join `items`. */
export const ITEM_COLUMNS = [
  'id, user_id, item_type, name, brand_id, club_id, season_id, condition, detailed_condition, description',
  'is_replica, is_private, is_draft, is_public, design, main_color, secondary_colors, country, tags',
  'kit_id, size, type, number, player_name, is_fan_version, is_signed, has_nameset, is_short_sleeve',
  'created_at, updated_at',
]
  .join(', ')
  .replaceAll(/\w+/g, 'items.$&');

/** The item, if the user may see it: their own, or a public one of a user whose profile is public. */
export async function findVisibleItem(
  db: Database,
  id: number,
  userId: number,
): Promise<ItemRow | undefined> {
  const [row] = await query<ItemRow>(
    db,
    `select ${ITEM_COLUMNS} from items join users on users.id = items.user_id
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

/** The user's own item, kept from others until the transaction ends. */
export async function lockItem(db: Database, id: number, userId: number): Promise<ItemRow | undefined> {
  const [row] = await query<ItemRow>(
    db,
    `select ${ITEM_COLUMNS} from items where items.id = ? and items.user_id = ? for update`,
    [id, userId],
  );
  return row;
}

/** Stores an item. */
export async function insertItem(db: Database, userId: number, columns: ItemColumns): Promise<ItemRow> {
  const [row] = await db('items')
    .insert({ user_id: userId, ...columns })
    .returning<ItemRow[]>(db.raw(ITEM_COLUMNS));
  if (!row) throw new Error('the new item was not answered');
  return row;
}

/** Changes the columns that are given. */
export async function updateItem(db: Database, id: number, columns: Partial<ItemColumns>): Promise<ItemRow> {
  const [row] = await db('items')
    .where({ id })
    .update({ ...columns, updated_at: db.fn.now() })
    .returning<ItemRow[]>(db.raw(ITEM_COLUMNS));
  if (!row) throw new Error('the changed item was not answered');
  return row;
}

/** Deletes the user's own item; its photos must be gone already, as their files would be forgotten. */
export async function removeItem(db: Database, id: number, userId: number): Promise<void> {
  await query(db, 'delete from items where id = ? and user_id = ?', [id, userId]);
}
