import { createHash } from 'node:crypto';
import type { ItemFilters, OrderingKey } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import type { Page } from '@kitroom/server/http/paging';
import { PAGE_SIZE_DEFAULT } from '@kitroom/shared';
import { NAMED_ITEM_COLUMNS, type NamedItemRow } from './item-columns.ts';
import {
  ITEM_NAME_JOINS,
  joinConditions,
  ofUser,
  toCondition,
  toItemOrder,
  type Condition,
} from './item-filters.ts';

/** A page of items, and the total number. */
export interface ItemPage<Row> {
  rows: Row[];
  /** 0 also for a page past the end. */
  count: number;
}

/** The items to list. */
export interface ItemSelection {
  condition: Condition;
  /** The filters from which the condition was made. */
  filters: ItemFilters;
  ordering: readonly OrderingKey[];
  page: Page;
  /** A subquery for the number of items, if it is stored; by default, the items are counted. */
  count?: Condition | undefined;
}

/** Ordering keys that need the names of references. */
const NAMED_KEYS: ReadonlySet<OrderingKey['key']> = new Set(['club', 'brand', 'season']);

/**
 * Selects a page and the total number of items in one statement. The ids of the page come from an index only;
 * rows, names and photos are then looked up only for these. `columns` may use the tables of `joins` and of
 * ITEM_NAME_JOINS.
 */
export async function listItemPage<Row extends object>(
  db: Database,
  selection: ItemSelection,
  { columns, joins = '' }: { columns: string; joins?: string },
): Promise<ItemPage<Row>> {
  const { condition, ordering, count } = selection;
  const { page, size } = selection.page;
  const order = toItemOrder(ordering);
  const names = ordering.some(({ key }) => NAMED_KEYS.has(key)) ? ITEM_NAME_JOINS : '';
  // The size is part of the SQL, as a plan for an unknown size would join many rows.
  const sql = `
    select page.count as total_count, ${columns}
    from (
      select items.id, ${count?.sql ?? 'count(*) over ()'} as count
      from items ${names} where ${condition.sql} order by ${order} limit ${size} offset ?
    ) as page
    join items on items.id = page.id ${ITEM_NAME_JOINS} ${joins}
    order by ${order}`;
  const bindings = [...(count?.bindings ?? []), ...condition.bindings, Math.max(0, page - 1) * size];
  const rows = await query<Row & { total_count: number }>(
    db,
    sql,
    bindings,
    isFrequent(selection) ? nameOf(sql) : undefined,
  );
  return { rows, count: rows[0]?.total_count ?? 0 };
}

/** Whether to prepare the statement: other combinations of filters and orders would be too many to keep. */
function isFrequent({ filters, ordering, page }: ItemSelection): boolean {
  const values = Object.values(filters).filter((value) => value !== undefined);
  const words = filters.search?.split(' ').length ?? 0;
  return ordering.length === 0 && page.size === PAGE_SIZE_DEFAULT && values.length <= 1 && words <= 3;
}

function nameOf(sql: string): string {
  return `item page ${createHash('sha1').update(sql).digest('base64url')}`;
}

/** Returns a subquery for the number of a user's items in the given fields of `item_counts`. */
export function storedCount(
  userId: number,
  of: 'items' | 'public_items',
  fields: readonly string[],
): Condition {
  return {
    sql: `(
      select coalesce(sum(item_counts.${of}), 0) from item_counts
      where item_counts.user_id = ? and item_counts.field = any (?::text[]) and item_counts.value = 0
    )`,
    bindings: [userId, fields],
  };
}

/** The storage keys of an item's main photo; null without a photo, or until the file has been made. */
export interface MainPhoto {
  photo_key: string | null;
  card_key: string | null;
  thumbnail_key: string | null;
}

/** The columns of a MainPhoto, for pages of items. */
export const MAIN_PHOTO = {
  columns: 'main.photo_key, main.card_key, main.thumbnail_key',
  joins: `
    left join lateral (
      select coalesce(photos.avif_key, photos.image_key) as photo_key, photos.card_key, photos.thumbnail_key
      from photos
      where photos.item_id = items.id
      order by photos.sort_order, photos.id
      limit 1
    ) as main on true`,
};

/** An item in its owner's list. */
export interface ListedItemRow extends NamedItemRow, MainPhoto {
  photo_count: number;
}

const LISTED_COLUMNS = {
  columns: `
    ${NAMED_ITEM_COLUMNS}, ${MAIN_PHOTO.columns},
    (select count(*) from photos where photos.item_id = items.id) as photo_count`,
  joins: MAIN_PHOTO.joins,
};

/** Lists a page of the user's own items, including drafts. */
export function listOwnItems(
  db: Database,
  userId: number,
  { ordering, ...filters }: ItemFilters & { ordering: readonly OrderingKey[] },
  page: Page,
): Promise<ItemPage<ListedItemRow>> {
  const conditions = toCondition(filters, userId);
  return listItemPage<ListedItemRow>(
    db,
    {
      condition: joinConditions([ofUser(userId), conditions]),
      filters,
      ordering,
      page,
      count: conditions.isEmpty ? storedCount(userId, 'items', ['all', 'draft']) : undefined,
    },
    LISTED_COLUMNS,
  );
}
