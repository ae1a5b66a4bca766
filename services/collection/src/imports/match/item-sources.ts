import { query, type Database } from '@kitroom/server/database/database';
import { ITEM_COLUMNS } from '../../items/item-columns.ts';
import type { ImportRecord } from '../import-queries.ts';
import { listExternalIds } from '../import-row-queries.ts';
import { isOwnExport } from '../parse/propose-mapping.ts';
import { createItemMatcher, type ItemMatcher, type SourcedItem } from './match-items.ts';

const BATCH = 200;

/** The source of an import's external ids, as stored in `item_sources`. */
export function sourceOf({ source, columns }: Pick<ImportRecord, 'source' | 'columns'>): string {
  if (source === 'archive') return 'archive';
  return isOwnExport(columns.map(({ name }) => name)) ? 'kitroom' : 'file';
}

/** The column that is mapped to `external_id`. */
export function findIdColumn({ mapping }: Pick<ImportRecord, 'mapping'>): string | undefined {
  return Object.keys(mapping).find((column) => mapping[column] === 'external_id');
}

/** Creates a matcher with all items of the user; an empty one if the import adds all rows. */
export async function loadMatcher(db: Database, record: ImportRecord): Promise<ItemMatcher> {
  const { mapping, options } = record;
  const matcher = createItemMatcher(mapping);
  if (options.on_match === 'add') return matcher;
  const source = sourceOf(record);
  const isAfter = 'items.id > ? order by items.id limit ?';
  for (let after = 0; ;) {
    const page = await listSourcedItems(db, record, isAfter, [after, BATCH]);
    const last = page.at(-1);
    if (!last) break;
    for (const item of page) matcher.add(item);
    after = last.id;
  }
  const column = findIdColumn(record);
  if (column !== undefined) {
    const rows = await listExternalIds(db, record.id, column);
    // Only our own exports say when an item was created.
    matcher.claim(source === 'kitroom' ? rows : rows.map((row) => ({ ...row, created_at: null })));
  }
  return matcher;
}

/** The given items by id; empty if the import does not update items. */
export async function listItemsToUpdate(
  db: Database,
  record: ImportRecord,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SourcedItem>> {
  if (record.options.on_match !== 'update' || ids.length === 0) return new Map();
  const items = await listSourcedItems(db, record, 'items.id = any (?)', [ids]);
  return new Map(items.map((item) => [item.id, item]));
}

function listSourcedItems(
  db: Database,
  record: ImportRecord,
  condition: string,
  bindings: readonly unknown[],
): Promise<SourcedItem[]> {
  return query<SourcedItem>(
    db,
    `select ${ITEM_COLUMNS}, item_sources.external_id
     from items left join item_sources on item_sources.item_id = items.id and item_sources.source = ?
     where items.user_id = ? and ${condition}`,
    [sourceOf(record), record.user_id, ...bindings],
  );
}

/** Stores the external ids of items, except empty ones; an existing id of an item stays. */
export async function insertItemSources(
  db: Database,
  { userId, source }: { userId: number; source: string },
  items: ReadonlyArray<{ itemId: number; externalId: string }>,
): Promise<void> {
  const known = items.filter(({ externalId }) => externalId !== '');
  if (known.length === 0) return;
  await db('item_sources')
    .insert(
      known.map(({ itemId, externalId }) => ({
        item_id: itemId,
        user_id: userId,
        source,
        external_id: externalId,
      })),
    )
    .onConflict()
    .ignore();
}
