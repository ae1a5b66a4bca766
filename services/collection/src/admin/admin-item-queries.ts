import { query, type Database } from '@kitroom/server/database/database';
import { ITEM_COLUMNS, type ItemRow } from '../items/item-columns.ts';
import { findUsernameKeys, IS_NAMED } from '../accounts/users/username-keys.ts';

export interface AdminItem extends ItemRow {
  username: string;
  photos: number;
}

const ITEMS = `
  select ${ITEM_COLUMNS}, users.username,
    (select count(*) from photos where photos.item_id = items.id) as photos
  from items join users on users.id = items.user_id
`;

/** Items, newest first, filtered by owner, type and part of the name. */
export function listItems(
  db: Database,
  { text, owner, type }: { text: string | undefined; owner: string | undefined; type: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminItem[]> {
  const filters = [text, text, type, type, owner].map((value) => value ?? null);
  return query<AdminItem>(
    db,
    `${ITEMS}
     where (?::text is null or strpos(items.name_search, search_text(?)) > 0)
       and (?::text is null or items.item_type = ?)
       and (?::text is null or ${IS_NAMED})
     order by items.id desc
     limit ? offset ?`,
    [...filters, ...findUsernameKeys(owner ?? ''), limit, offset],
  );
}

/** Any item, regardless of its owner. */
export async function findItem(db: Database, id: number): Promise<AdminItem | undefined> {
  const [row] = await query<AdminItem>(db, `${ITEMS} where items.id = ?`, [id]);
  return row;
}
