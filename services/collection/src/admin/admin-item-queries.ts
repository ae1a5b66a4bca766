import { type Database, query } from '@kitroom/server/database/database';
import { type ListSource, oneOf } from '@kitroom/server/pages/list-queries';
import { COPIES, type ReferenceField } from '../reference/reference-fields.ts';
import { NAMED_ITEM_COLUMNS, type NamedItemRow } from '../items/item-columns.ts';
import {
  findUsernameKeys,
  IS_NAMED,
  NAME_CONTAINS,
  toUsernameKeys,
} from '../accounts/users/username-keys.ts';
import type { Suggestion } from '@kitroom/server/pages/resource';

export interface AdminItem extends NamedItemRow {
  username: string;
  photos: number;
  /** Of its first photo. */
  thumbnail_key: string | null;
}

const COLUMNS = `${NAMED_ITEM_COLUMNS}, users.username,
  (select count(*) from photos where photos.item_id = items.id) as photos,
  (select thumbnail_key from photos where photos.item_id = items.id order by sort_order, id limit 1) as thumbnail_key`;

/** An item with its version, which changes with each write. */
export interface VersionedItem extends AdminItem {
  version: string;
}

/** A copy of the catalogue's record, by its name. */
const namedCopy = (table: string, column: string) => (value: string) => ({
  sql: `items.${column} = any(array(select id from ${table} where search_text(name) = search_text(?)))`,
  bindings: [value],
});

/** The list of all users' items. */
export const ITEM_LIST: ListSource = {
  table: 'items',
  columns: COLUMNS,
  details: 'items.xmin::text as version',
  joins: 'left join users on users.id = items.user_id',
  filters: {
    q: (value) => ({ sql: 'strpos(items.name_search, search_text(?)) > 0', bindings: [value] }),
    owner: (value) => ({
      sql: `items.user_id = any(array(select id from users where ${IS_NAMED}))`,
      bindings: [...findUsernameKeys(value)],
    }),
    type: (value) => ({ sql: 'items.item_type = ?', bindings: [value] }),
    club: namedCopy('clubs', 'club_id'),
    brand: namedCopy('brands', 'brand_id'),
    state: oneOf({
      draft: 'items.is_draft',
      private: 'items.is_private',
      public: 'items.is_public and not items.is_draft',
      'without photos': 'not exists (select from photos where photos.item_id = items.id)',
    }),
  },
  orders: {
    name: ['items.name_search collate "C"'],
    type: ['items.item_type'],
    owner: ['users.username_key'],
    changed: ['items.updated_at'],
  },
};

/** The copies of the catalogue's records with exactly this name, ignoring case and accents. */
export function findCopies(db: Database, kind: ReferenceField, name: string): Promise<Array<{ id: number }>> {
  const column = kind === 'season' ? 'year' : 'name';
  return query<{ id: number }>(
    db,
    `select id from ${COPIES[kind].table} where search_text(${column}) = search_text(?) order by id limit 5`,
    [name],
  );
}

const SUGGESTED = 10;

const copies = (table: string, column: string) => `
  select distinct ${column} as value, '' as label, strpos(search_text(${column}), search_text(?)) as place
  from ${table} where ${column} is not null and strpos(search_text(${column}), search_text(?)) > 0
  order by place, value limit ?`;

const STATEMENTS = {
  user: `select username as value, name as label from users where ${NAME_CONTAINS} order by username_key limit ?`,
  club: copies('clubs', 'name'),
  brand: copies('brands', 'name'),
  season: copies('seasons', 'year'),
  kit: copies('kits', 'name'),
};

type SuggestedKind = keyof typeof STATEMENTS;

/** What names are suggested for while somebody types. */
export const SUGGESTED_KINDS = Object.keys(STATEMENTS) as SuggestedKind[];

/** The names that contain a text. Clubs, brands, seasons and kits are those that items refer to. */
export function suggest(db: Database, kind: SuggestedKind, text: string): Promise<Suggestion[]> {
  const texts = kind === 'user' ? toUsernameKeys(text) : [text, text];
  return query<Suggestion>(db, STATEMENTS[kind], [...texts, SUGGESTED]);
}
