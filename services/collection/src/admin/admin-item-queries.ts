import type { Database } from '@kitroom/server/database/database';
import { oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import type { Suggestion } from '@kitroom/server/pages/resource';
import { fold } from '@kitroom/shared';
import {
  findUsernameKeys,
  IS_NAMED,
  NAME_CONTAINS,
  toUsernameKeys,
  users,
} from '../accounts/users/user-queries.ts';
import { NAMED_ITEM_COLUMNS, type NamedItemRow } from '../items/item-columns.ts';
import type { ItemVersion } from '../items/item-queries.ts';
import { COPIES, REFERENCE_FIELDS, type ReferenceField } from '../reference/reference-fields.ts';
import { toPatterns, toSearchText } from '../search/spell-text.ts';

export interface AdminItem extends NamedItemRow {
  username: string;
  photos: number;
  /** The thumbnail of the first photo. */
  thumbnail_key: string | null;
}

const COLUMNS = `${NAMED_ITEM_COLUMNS}, users.username,
  (select count(*) from photos where photos.item_id = items.id) as photos,
  (select thumbnail_key from photos where photos.item_id = items.id order by sort_order, id limit 1) as thumbnail_key`;

/** An item with its version, which changes with each write. */
export interface VersionedItem extends AdminItem, ItemVersion {
  /** Whether all signed-in users can see it. */
  is_visible: boolean;
}

/** Filters items by the name of a copy of the catalogue's record. */
const namedCopy = (table: string, column: string) => (value: string) => ({
  sql: `items.${column} = any(array(select id from ${table} where name = ? collate ignoring_case_and_accents))`,
  bindings: [value],
});

/** The list of all users' items. */
export const ITEM_LIST: ListSource = {
  table: 'items',
  columns: COLUMNS,
  details: `items.xmin::text as version,
    items.is_public and not users.is_private and users.is_active as is_visible`,
  joins: 'left join users on users.id = items.user_id',
  filters: {
    q: (value) => ({ sql: 'strpos(items.name_search, ?) > 0', bindings: [fold(value)] }),
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

const nameColumn = (kind: ReferenceField) => (kind === 'season' ? 'year' : 'name');

/** The copies of the catalogue's records with exactly this name, ignoring case and accents. */
export async function findCopies(
  db: Database,
  kind: ReferenceField,
  name: string,
): Promise<Array<{ id: number }>> {
  return db<{ id: number }>(COPIES[kind].table)
    .whereRaw('?? = ? collate ignoring_case_and_accents', [nameColumn(kind), name])
    .orderBy('id')
    .limit(5)
    .select('id');
}

const SUGGESTED = 10;

type SuggestedKind = 'user' | ReferenceField;

/** The kinds of names that are suggested while the user types. */
export const SUGGESTED_KINDS: readonly SuggestedKind[] = ['user', ...REFERENCE_FIELDS];

/**
 * Lists the names that contain the words of a text. Clubs, brands, seasons and kits are those that items
 * refer to.
 */
export async function suggest(db: Database, kind: SuggestedKind, text: string): Promise<Suggestion[]> {
  if (kind === 'user') {
    return users(db)
      .whereRaw(NAME_CONTAINS, toUsernameKeys(text))
      .orderBy('username_key')
      .limit(SUGGESTED)
      .select({ value: 'username', label: 'name' });
  }
  const names = db(COPIES[kind].table)
    .distinct({ value: nameColumn(kind) })
    .select(db.raw("'' as label, nullif(strpos(names_search, ?), 0) as place", [toSearchText(text)]))
    .orderBy(['place', 'value'])
    .limit(SUGGESTED);
  for (const patterns of toPatterns(text) ?? [[]]) names.whereRaw('names_search like any (?)', [patterns]);
  return names;
}
