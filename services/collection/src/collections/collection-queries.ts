import type { ItemFilters, ItemType } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { listItemPage, type ItemPage, type ItemSelection } from '../items/item-page-queries.ts';
import type { Page } from '@kitroom/server/http/paging';
import { USER_COLUMNS, type UserRow } from '../accounts/users/user-queries.ts';
import { showItems, type View } from './show-items.ts';

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
export interface CollectionItemRow {
  id: number;
  item_type: ItemType;
  name: string;
  brand_id: number | null;
  brand_name: string | null;
  club_id: number | null;
  club_name: string | null;
  club_logo: string | null;
  season_id: number | null;
  season_year: string | null;
  condition: number;
  is_private: boolean;
  created_at: Date;
  photo_key: string | null;
}

const LISTED = `
  from collections join users on users.id = collections.user_id
  where collections.public_items > 0 and users.is_active and not users.is_private`;

export async function findOwner(db: Database, id: number): Promise<UserRow | undefined> {
  const [row] = await query<UserRow>(
    db,
    `select ${USER_COLUMNS} from users where id = ? and is_active`,
    [id],
    'owner',
  );
  return row;
}

/** The number of public collections. */
export async function countCollections(db: Database): Promise<number> {
  const [row] = await query<{ count: number }>(db, `select count(*) as count ${LISTED}`);
  return row?.count ?? 0;
}

/** A page of the public collections, most recently changed first. */
export function listCollectionRows(db: Database, { page, size }: Page): Promise<CollectionRow[]> {
  return query<CollectionRow>(
    db,
    // Photos are looked up for this page only, newest first, until one of a public item is found. A join with the
    // items would read them all.
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
    [size, (page - 1) * size],
  );
}

/** What a list shows of an item. */
const LISTED_COLUMNS = {
  columns: `
    items.id, items.item_type, items.name, items.condition, items.is_private, items.created_at,
    brands.id as brand_id, brands.name as brand_name,
    clubs.id as club_id, clubs.name as club_name, clubs.logo as club_logo,
    seasons.id as season_id, seasons.year as season_year,
    main.photo_key`,
  joins: `
    left join lateral (
      select coalesce(photos.avif_key, photos.image_key) as photo_key
      from photos
      where photos.item_id = items.id
      order by photos.sort_order, photos.id
      limit 1
    ) as main on true`,
};

/** A page of a collection's items. */
export function listCollectionItems(
  db: Database,
  view: View,
  filters: ItemFilters,
  { ordering, page }: Pick<ItemSelection, 'ordering' | 'page'>,
): Promise<ItemPage<CollectionItemRow>> {
  return listItemPage(db, { ...showItems(view, filters), filters, ordering, page }, LISTED_COLUMNS);
}
