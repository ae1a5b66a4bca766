import { setImmediate } from 'node:timers/promises';
import { query, setStatementTimeout, type Database } from '@kitroom/server/database/database';
import { anyOf, onlyRow } from '@kitroom/server/database/query-parts';
import { BATCH_MS, BATCH_TEXTS } from '../limits.ts';
import { PHOTO_KEYS, type PhotoKeys } from '../photos/photo-files.ts';
import { photos } from '../photos/photo-queries.ts';
import { SEARCH_SOURCES, toItemSearchTexts, type ItemSearchTexts } from '../search/item-search-texts.ts';
import type { Admission } from '../user-limits/admit.ts';
import {
  ITEM_BYTES,
  ITEM_COLUMNS,
  NAMED_ITEM_COLUMNS,
  type ItemColumns,
  type ItemRow,
  type NamedItemRow,
} from './item-columns.ts';
import type { Condition } from './item-filters.ts';

/** An item with its version, which changes with each write. */
export interface ItemVersion extends ItemRow {
  version: string;
}

/** An item with its version and the names of its references. */
export interface NamedItemVersion extends ItemVersion, NamedItemRow {}

export const items = (db: Database) => db<ItemRow>('items');

/**
 * Finds an item that is visible to the user: their own, or a public one of a user whose profile is public.
 */
export async function findVisibleItem(
  db: Database,
  id: number,
  userId: number,
): Promise<NamedItemVersion | undefined> {
  const [row] = await query<NamedItemVersion>(
    db,
    `select ${NAMED_ITEM_COLUMNS}, items.xmin::text as version from items join users on users.id = items.user_id
     where items.id = ? and (items.user_id = ? or (items.is_public and not users.is_private and users.is_active))`,
    [id, userId],
    'visible item',
  );
  return row;
}

/** The id of an item, with its approximate size. */
export interface SizedItem {
  id: number;
  bytes: number;
}

/** The ids and sizes of all items of a user, by id. */
export async function listItemSizes(db: Database, userId: number): Promise<SizedItem[]> {
  return items(db)
    .where({ user_id: userId })
    .orderBy('id')
    .select<SizedItem[]>('id', db.raw(`${ITEM_BYTES} as bytes`));
}

/** The items with these ids, by id; deleted items are skipped. */
export async function listItemsById(db: Database, ids: readonly number[]): Promise<ItemRow[]> {
  return items(db).where('id', anyOf(db, ids)).orderBy('id').select<ItemRow[]>(db.raw(ITEM_COLUMNS));
}

/** Locks an item of the user until the transaction ends; returns undefined if it does not exist. */
export function lockItem(
  db: Database,
  id: number,
  userId: number,
): Promise<Pick<ItemVersion, 'version'> | undefined> {
  return items(db)
    .where({ id, user_id: userId })
    .forUpdate()
    .first<{ version: string } | undefined>(db.raw('xmin::text as version'));
}

export async function insertItem(
  db: Database,
  { userId }: Admission,
  columns: ItemColumns,
): Promise<NamedItemRow> {
  const row = { ...columns, ...toItemSearchTexts(columns), user_id: userId };
  // Sorted, as the SQL of a prepared statement must always be the same.
  const entries = Object.entries(row).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return onlyRow(
    query<NamedItemRow>(
      db,
      `insert into items (${entries.map(([column]) => column).join(', ')}, search_texts_at)
     values (${entries.map(() => '?').join(', ')}, clock_timestamp()) returning ${NAMED_ITEM_COLUMNS}`,
      entries.map(([, value]) => value),
      'new item',
    ),
  );
}

/** Updates columns of an item; returns undefined if it no longer has this version. */
export async function updateItem(
  db: Database,
  stored: ItemVersion,
  columns: Partial<ItemColumns>,
): Promise<NamedItemRow | undefined> {
  const [row] = await items(db)
    .where({ id: stored.id })
    .whereRaw('xmin = ?::xid', [stored.version])
    .update({ ...columns, ...toSearchTextColumns(db, stored, columns), updated_at: db.fn.now() })
    .returning<NamedItemRow[]>(db.raw(NAMED_ITEM_COLUMNS));
  return row;
}

/** The items that meet a condition, ordered by id, at most `limit`. */
export function listItemVersions(db: Database, condition: Condition, limit: number): Promise<ItemVersion[]> {
  return query<ItemVersion>(
    db,
    `select ${ITEM_COLUMNS}, items.xmin::text as version from items where ${condition.sql}
     order by items.id limit ?`,
    [...condition.bindings, limit],
  );
}

/** Locks items, in the order of ids as in all writes; returns whether they still have these versions. */
export async function lockItemVersions(db: Database, versions: readonly ItemVersion[]): Promise<boolean> {
  await setStatementTimeout(db, BATCH_MS);
  const ids = versions.map(({ id }) => id);
  const rows = await items(db)
    .where('id', anyOf(db, ids))
    .orderBy('id')
    .forUpdate()
    .select<Array<Pick<ItemVersion, 'version'>>>(db.raw('xmin::text as version'));
  return (
    rows.length === versions.length &&
    rows.every(({ version }, index) => version === versions[index]?.version)
  );
}

/** Sets shared columns of many items, and individual columns of each; the caller has locked the items. */
export async function updateItems(
  db: Database,
  shared: Partial<ItemColumns>,
  changes: ReadonlyArray<{ stored: ItemRow; columns: Partial<ItemColumns> }>,
): Promise<void> {
  const isSearched = changes.some(({ columns }) => hasSearchSource({ ...shared, ...columns }));
  const size = isSearched ? BATCH_TEXTS : changes.length;
  for (let start = 0; start < changes.length; start += size) {
    const changed: ChangedColumns[] = [];
    for (const { stored, columns } of changes.slice(start, start + size)) {
      const texts = isSearched ? toItemSearchTexts({ ...stored, ...shared, ...columns }) : {};
      changed.push({ id: stored.id, columns: { ...columns, ...texts } });
      // Long texts take milliseconds each, so other requests are served in between.
      if (isSearched) await setImmediate();
    }
    await updateColumns(db, shared, changed);
  }
}

interface ChangedColumns {
  id: number;
  columns: Partial<ItemColumns & ItemSearchTexts>;
}

async function updateColumns(
  db: Database,
  shared: Partial<ItemColumns>,
  changed: ChangedColumns[],
): Promise<void> {
  const names = new Set(changed.flatMap(({ columns }) => Object.keys(columns)));
  const set = [
    ...Object.keys(shared).map((name) => `${name} = ?`),
    ...[...names].map((name) => `${name} = fresh.${name}`),
    ...(names.has('search_text') ? ['search_texts_at = clock_timestamp()'] : []),
    'updated_at = now()',
  ];
  await query(
    db,
    `update items set ${set.join(', ')}
     from jsonb_to_recordset(?::jsonb) as changed (id integer, columns jsonb)
     join items as stored on stored.id = changed.id
     cross join lateral jsonb_populate_record(stored, changed.columns) as fresh
     where items.id = changed.id`,
    [...Object.values(shared), JSON.stringify(changed)],
  );
}

function hasSearchSource(columns: Partial<ItemColumns>): boolean {
  return SEARCH_SOURCES.some((name) => name in columns);
}

/** Returns the columns of search texts to update with a change of a stored item. */
export function toSearchTextColumns(db: Database, stored: ItemRow, columns: Partial<ItemColumns>) {
  if (!hasSearchSource(columns)) return {};
  return { ...toItemSearchTexts({ ...stored, ...columns }), search_texts_at: db.raw('clock_timestamp()') };
}

/** Deletes items with their photos; returns the files of the photos. */
export async function removeItems(db: Database, ids: readonly number[]): Promise<PhotoKeys[]> {
  // Photos are not deleted first, as that would change their items; they are deleted with them.
  const keys = await photos(db)
    .where('item_id', anyOf(db, ids))
    .orderBy('id')
    .forUpdate()
    .select(...PHOTO_KEYS);
  await items(db).where('id', anyOf(db, ids)).delete();
  return keys;
}
