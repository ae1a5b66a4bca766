import type { Money } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { anyOf, listPage, type PageOf } from '@kitroom/server/database/query-parts';
import type { Page } from '@kitroom/server/http/paging';

/** A change of an item's estimated value; null if the estimate was removed. */
export interface ItemValueRow {
  item_id: number;
  estimated_value: Money | null;
  changed_at: Date;
}

const FIELDS = ['item_id', 'estimated_value', 'changed_at'] as const satisfies Array<keyof ItemValueRow>;

const itemValues = (db: Database) => db<ItemValueRow & { id: number }>('item_values');

/** A page of the changes of an item's estimated value, oldest first, and their total number. */
export async function listItemValues(
  db: Database,
  itemId: number,
  page: Page,
): Promise<PageOf<ItemValueRow>> {
  const values = itemValues(db).where({ item_id: itemId }).orderBy(['changed_at', 'id']);
  return listPage(values.select(FIELDS), page);
}

/** All changes of the estimated values of items, by item, oldest first. */
export async function valuesOfItems(db: Database, itemIds: readonly number[]): Promise<ItemValueRow[]> {
  return itemValues(db)
    .where('item_id', anyOf(db, itemIds))
    .orderBy(['item_id', 'changed_at', 'id'])
    .select(FIELDS);
}
