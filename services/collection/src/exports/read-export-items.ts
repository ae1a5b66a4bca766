import type { OrderingKey } from '@kitroom/collection-client';
import { type Database, query } from '@kitroom/server/database/database';
import { EXPORT_PAGE } from '../limits.ts';
import { valuesOfItems } from '../items/item-value-queries.ts';
import { photosOfItems } from '../photos/photo-queries.ts';
import { toExportedItem, type ExportEntry, type ExportItemRow } from './export-item-view.ts';
import { ITEM_COLUMNS } from '../items/item-columns.ts';
import { ITEM_NAMES, toItemOrder, type Condition } from '../items/item-filters.ts';

/** The ids of the items that meet a condition, in order. */
export async function listExportIds(
  db: Database,
  condition: Condition,
  ordering: readonly OrderingKey[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `select items.id from items ${ITEM_NAMES} where ${condition.sql} order by ${toItemOrder(ordering)}`,
    condition.bindings,
  );
  return rows.map(({ id }) => id);
}

/** The items with these ids, in this order; deleted ones are skipped. */
function listExportItems(db: Database, ids: readonly number[]): Promise<ExportItemRow[]> {
  return query<ExportItemRow>(
    db,
    `select ${ITEM_COLUMNS}, brands.slug as brand_slug, brands.name as brand_name, clubs.slug as club_slug,
       clubs.name as club_name, seasons.year as season_year, kits.slug as kit_slug, kits.name as kit_name
     from unnest(?::integer[]) with ordinality as listed (id, place)
     join items on items.id = listed.id
     ${ITEM_NAMES}
     left join kits on kits.id = items.kit_id
     order by listed.place`,
    [ids],
  );
}

/** Reads the items with these ids in this order, some at a time: each time as they are at one moment. */
export async function* readExportItems(db: Database, ids: readonly number[]): AsyncGenerator<ExportEntry[]> {
  for (let start = 0; start < ids.length; start += EXPORT_PAGE) {
    yield await db.transaction((snapshot) => readPage(snapshot, ids.slice(start, start + EXPORT_PAGE)), {
      isolationLevel: 'repeatable read',
      readOnly: true,
    });
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
