import type { Money } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import type { Page } from '@kitroom/server/http/paging';

/** A change of an item's estimated value; null if the estimate was removed. */
export interface ItemValueRow {
  item_id: number;
  estimated_value: Money | null;
  changed_at: Date;
}

const COLUMNS = 'item_id, estimated_value, changed_at';

/** A page of an item's changes, oldest first, and the number of all. */
export async function listItemValues(
  db: Database,
  itemId: number,
  { page, size }: Page,
): Promise<{ rows: ItemValueRow[]; count: number }> {
  const [counted] = await query<{ count: number }>(
    db,
    'select count(*) as count from item_values where item_id = ?',
    [itemId],
  );
  const rows = await query<ItemValueRow>(
    db,
    `select ${COLUMNS} from item_values where item_id = ? order by changed_at, id limit ? offset ?`,
    [itemId, size, Math.max(0, page - 1) * size],
  );
  return { rows, count: counted?.count ?? 0 };
}

/** All changes of these items, each item's oldest first. */
export function valuesOfItems(db: Database, itemIds: readonly number[]): Promise<ItemValueRow[]> {
  return query<ItemValueRow>(
    db,
    `select ${COLUMNS} from item_values where item_id = any (?) order by item_id, changed_at, id`,
    [itemIds],
  );
}
