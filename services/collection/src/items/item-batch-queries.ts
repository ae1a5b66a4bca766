import { query, setStatementTimeout, type Database } from '@kitroom/server/database/database';
import { anyOf } from '@kitroom/server/database/query-parts';
import { BATCH_MS } from '../limits.ts';
import type { PhotoKeys } from '../photos/photo-files.ts';
import { PHOTO_KEYS, photos } from '../photos/photo-queries.ts';
import { ITEM_COLUMNS, type ItemColumns } from './item-columns.ts';
import type { Condition } from './item-filters.ts';
import { items as itemsTable, type ItemVersion } from './item-queries.ts';

/** The items that meet a condition, by id, at most `limit`. */
export function listItemVersions(db: Database, condition: Condition, limit: number): Promise<ItemVersion[]> {
  return query<ItemVersion>(
    db,
    `select ${ITEM_COLUMNS}, items.xmin::text as version from items where ${condition.sql}
     order by items.id limit ?`,
    [...condition.bindings, limit],
  );
}

/** Locks items until the transaction ends, in the order of all writes; returns whether they still have these versions. */
export async function lockItemVersions(db: Database, items: readonly ItemVersion[]): Promise<boolean> {
  await setStatementTimeout(db, BATCH_MS);
  const ids = items.map(({ id }) => id);
  const rows = await itemsTable(db)
    .where('id', anyOf(db, ids))
    .orderBy('id')
    .forUpdate()
    .select<Array<Pick<ItemVersion, 'version'>>>(db.raw('xmin::text as version'));
  return (
    rows.length === items.length && rows.every(({ version }, index) => version === items[index]?.version)
  );
}

/** The columns that are to be set of one item alone. */
export interface OwnColumns {
  id: number;
  columns: Partial<ItemColumns>;
}

/** Sets the same columns of many items, and those of each; the items are locked. */
export async function updateItems(
  db: Database,
  shared: Partial<ItemColumns>,
  own: readonly OwnColumns[],
): Promise<void> {
  const names = new Set(own.flatMap(({ columns }) => Object.keys(columns)));
  await query(
    db,
    `update items
     set ${Object.keys(shared)
       .map((name) => `${name} = ?, `)
       .join('')}
       ${[...names].map((name) => `${name} = fresh.${name}, `).join('')} updated_at = now()
     from jsonb_to_recordset(?::jsonb) as changed (id integer, columns jsonb)
     join items as stored on stored.id = changed.id
     cross join lateral jsonb_populate_record(stored, changed.columns) as fresh
     where items.id = changed.id`,
    [...Object.values(shared), JSON.stringify(own)],
  );
}

/** Deletes items with their photos; returns the files of these. */
export async function removeItems(db: Database, ids: readonly number[]): Promise<PhotoKeys[]> {
  const keys = await photos(db).where('item_id', anyOf(db, ids)).delete(PHOTO_KEYS);
  await itemsTable(db).where('id', anyOf(db, ids)).delete();
  return keys;
}
