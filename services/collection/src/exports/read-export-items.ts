import type { ExportedItem } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { EXPORT_PAGE } from '../limits.ts';
import { valuesOfItems, type ItemValueRow } from '../items/item-value-queries.ts';
import { photosOfItems, type PhotoRow } from '../photos/photo-queries.ts';
import { listExportItems, type ExportItemRow } from './export-item-queries.ts';
import { toExportedItem } from './export-item-view.ts';

/** An item and the photos behind those of its line. */
export interface ExportEntry {
  item: ExportedItem;
  photos: readonly PhotoRow[];
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
  const photos = Map.groupBy(await photosOfItems(db, ids), ({ item_id: id }) => id);
  const values = Map.groupBy(await valuesOfItems(db, ids), ({ item_id: id }) => id);
  return rows.map((row) => toEntry(row, photos.get(row.id) ?? [], values.get(row.id) ?? []));
}

function toEntry(
  row: ExportItemRow,
  photos: readonly PhotoRow[],
  values: readonly ItemValueRow[],
): ExportEntry {
  return { item: toExportedItem(row, photos, values), photos };
}
