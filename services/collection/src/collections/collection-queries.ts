import { TEXT_OF, type ItemFilters } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import type { Page } from '@kitroom/server/http/paging';
import { ITEM_NAME_COLUMNS, type ItemNames, type ItemRow } from '../items/item-columns.ts';
import {
  listItemPage,
  MAIN_PHOTO,
  type ItemPage,
  type ItemSelection,
  type MainPhoto,
} from '../items/item-page-queries.ts';
import { selectVisibleItems, type View } from './visible-items.ts';

export interface CollectionRow {
  user_id: number;
  username: string;
  name: string;
  avatar_key: string | null;
  public_items: number;
  changed_at: Date;
  photo_key: string | null;
}

/** An item of a list, with the names of its references. */
export interface CollectionItemRow extends ItemNames, MainPhoto, Pick<ItemRow, ListedColumn> {}

/** The columns of an item that a list shows. */
const LISTED_FIELDS = [
  'id',
  'item_type',
  'name',
  'brand_id',
  'club_id',
  'season_id',
  'kit_id',
  'size',
  ...Object.values(TEXT_OF),
  'main_color',
  'design',
  'condition',
  'is_private',
  'tags',
  'player_name',
  'number',
  'created_at',
  'updated_at',
] as const satisfies Array<keyof ItemRow>;

type ListedColumn = (typeof LISTED_FIELDS)[number];

const LISTED = `
  from collections join users on users.id = collections.user_id
  where collections.public_items > 0 and users.is_active and not users.is_private`;

/** The number of public collections. */
export async function countCollections(db: Database): Promise<number> {
  const [row] = await query<{ count: number }>(db, `select count(*) as count ${LISTED}`);
  return row?.count ?? 0;
}

/** A page of the public collections, most recently changed first. */
export function listCollectionRows(db: Database, { page, size }: Page): Promise<CollectionRow[]> {
  return query<CollectionRow>(
    db,
    // Photos are looked up only for this page, newest first, until one of a public item is found. A join with
    // the items would read all of them.
    `
    select listed.*, latest.photo_key
    from (
      select collections.user_id, users.username, users.name, users.avatar_key, collections.public_items,
        collections.changed_at
      ${LISTED}
      order by collections.changed_at desc, collections.user_id
      limit ? offset ?
    ) as listed
    left join lateral (
      select coalesce(photos.avif_key, photos.image_key) as photo_key
      from photos
      where photos.user_id = listed.user_id
        and (select items.is_public from items where items.id = photos.item_id)
      order by photos.id desc
      limit 1
    ) as latest on true
    order by listed.changed_at desc, listed.user_id
    `,
    [size, Math.max(0, page - 1) * size],
  );
}

const LISTED_COLUMNS = {
  columns: `
    ${LISTED_FIELDS.map((column) => `items.${column}`).join(', ')}, ${ITEM_NAME_COLUMNS}, ${MAIN_PHOTO.columns}`,
  joins: MAIN_PHOTO.joins,
};

/** A page of a collection's items. */
export function listCollectionItems(
  db: Database,
  view: View,
  filters: ItemFilters,
  { ordering, page }: Pick<ItemSelection, 'ordering' | 'page'>,
): Promise<ItemPage<CollectionItemRow>> {
  return listItemPage(db, { ...selectVisibleItems(view, filters), filters, ordering, page }, LISTED_COLUMNS);
}

/** The kits of a user's items, drafts excluded, each with the ids of its items. */
export function listOwnedKits(
  db: Database,
  userId: number,
): Promise<Array<{ kit: number; items: number[] }>> {
  return query(
    db,
    `
    select items.kit_id as kit, array_agg(items.id order by items.id) as items
    from items
    where items.user_id = ? and items.kit_id is not null and not items.is_draft
    group by items.kit_id
    order by items.kit_id`,
    [userId],
    'kits of own items',
  );
}
