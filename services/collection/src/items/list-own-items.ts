import type { ItemFilters, OrderingKey } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import type { Page } from '../paging.ts';
import { ITEM_NAMES, toCondition, toItemOrder } from './item-filters.ts';
import { ITEM_COLUMNS, type ItemRow } from './item-columns.ts';

/** A page of the user's own items, drafts included, and the total number. */
export async function listOwnItems(
  db: Database,
  userId: number,
  { ordering, ...filters }: ItemFilters & { ordering: readonly OrderingKey[] },
  { page, size }: Page,
): Promise<{ rows: ItemRow[]; count: number }> {
  const { sql, bindings } = toCondition(filters);
  const own = `from items ${ITEM_NAMES} where items.user_id = ? and ${sql}`;
  const [counted] = await query<{ count: number }>(db, `select count(*) as count ${own}`, [
    userId,
    ...bindings,
  ]);
  const rows = await query<ItemRow>(
    db,
    `select ${ITEM_COLUMNS} ${own} order by ${toItemOrder(ordering)} limit ? offset ?`,
    [userId, ...bindings, size, Math.max(0, page - 1) * size],
  );
  return { rows, count: counted?.count ?? 0 };
}
