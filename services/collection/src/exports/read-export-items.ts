import type { OrderingKey } from '@kitroom/collection-client';
import { inSnapshot, query, type Database } from '@kitroom/server/database/database';
import { ITEM_BYTES, ITEM_COLUMNS } from '../items/item-columns.ts';
import { ITEM_NAME_JOINS, toItemOrder, type Condition } from '../items/item-filters.ts';
import type { SizedItem } from '../items/item-queries.ts';
import { valuesOfItems } from '../items/item-value-queries.ts';
import { EXPORT_PAGE, READ_BYTES } from '../limits.ts';
import { photosOfItems } from '../photos/photo-queries.ts';
import { splitBySize } from '../split-by-size.ts';
import { toExportedItem, type ExportEntry, type ExportItemRow } from './export-item-view.ts';

/** The ids and sizes of the items that meet a condition, in order. */
export function listExportIds(
  db: Database,
  condition: Condition,
  ordering: readonly OrderingKey[],
): Promise<SizedItem[]> {
  return query<SizedItem>(
    db,
    `select items.id, ${ITEM_BYTES} as bytes from items ${ITEM_NAME_JOINS} where ${condition.sql} order by ${toItemOrder(ordering)}`,
    condition.bindings,
  );
}

/** The items with these ids, in the order of the ids; deleted items are skipped. */
function listExportItems(db: Database, ids: readonly number[]): Promise<ExportItemRow[]> {
  return query<ExportItemRow>(
    db,
    `select ${ITEM_COLUMNS}, brands.slug as brand_slug, brands.name as brand_name, clubs.slug as club_slug,
       clubs.name as club_name, seasons.year as season_year, kits.slug as kit_slug, kits.name as kit_name
     from unnest(?::integer[]) with ordinality as listed (id, place)
     join items on items.id = listed.id
     ${ITEM_NAME_JOINS}
     left join kits on kits.id = items.kit_id
     order by listed.place`,
    [ids],
  );
}

/** Reads items in the given order, in batches, each from one snapshot. */
export async function* readExportItems(
  db: Database,
  items: readonly SizedItem[],
): AsyncGenerator<ExportEntry[]> {
  for (const page of splitBySize(items, { count: EXPORT_PAGE, bytes: READ_BYTES })) {
    const ids = page.map(({ id }) => id);
    yield await inSnapshot(db, (snapshot) => readPage(snapshot, ids));
  }
}

async function readPage(db: Database, ids: readonly number[]): Promise<ExportEntry[]> {
  const rows = await listExportItems(db, ids);
  const photosOf = Map.groupBy(await photosOfItems(db, ids), ({ item_id: id }) => id);
  const values = Map.groupBy(await valuesOfItems(db, ids), ({ item_id: id }) => id);
  return rows.map((row) => {
    const photos = photosOf.get(row.id) ?? [];
    return { item: toExportedItem(row, photos, values.get(row.id) ?? []), photos };
  });
}
