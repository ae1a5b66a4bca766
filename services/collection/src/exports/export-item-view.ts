import { extname } from 'node:path';
import {
  ITEM_COLOURS,
  ITEM_TABLE,
  SIZES,
  TEXT_OF,
  type ExportedItem,
  type ExportedPhoto,
  type ExportedReference,
  type TableColumn,
} from '@kitroom/collection-client';
import { toOwnFields, type ItemNames, type ItemRow } from '../items/item-columns.ts';
import type { ItemValueRow } from '../items/item-value-queries.ts';
import { toItemValue } from '../items/item-view.ts';
import type { PhotoRow } from '../photos/photo-queries.ts';
import { joinCell } from './spreadsheet-cell.ts';
import { writeCsv } from './write-csv.ts';

/** An item with the slugs and names of its references. */
export interface ExportItemRow extends ItemRow, Omit<ItemNames, 'club_logo' | 'kit_image'> {
  brand_slug: string | null;
  club_slug: string | null;
  kit_slug: string | null;
}

/** An exported item, and the rows of its photos in the same order. */
export interface ExportEntry {
  item: ExportedItem;
  photos: readonly PhotoRow[];
}

/** An item with everything that an import needs to restore it. */
export function toExportedItem(
  row: ExportItemRow,
  photos: readonly PhotoRow[],
  values: readonly ItemValueRow[],
): ExportedItem {
  const fields = toOwnFields(row);
  return {
    id: row.id,
    item_type: row.item_type,
    ...fields,
    brand: toReference(row.brand_id, row.brand_slug, row.brand_name),
    club: toReference(row.club_id, row.club_slug, row.club_name),
    season: toReference(row.season_id, null, row.season_year),
    ...('kit' in fields && { kit: toReference(row.kit_id, row.kit_slug, row.kit_name) }),
    ...('size' in fields && { size: SIZES.find(({ id }) => id === row.size) ?? null }),
    main_color: toColours([row.main_color])[0] ?? null,
    secondary_colors: toColours(row.secondary_colors),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    values: values.map(toItemValue),
    photos: photos.map((photo) => toExportedPhoto(row.id, photo)),
  } as ExportedItem;
}

function toReference(id: number | null, slug: string | null, name: string | null): ExportedReference | null {
  return id === null ? null : { id, slug, name };
}

function toColours(ids: ReadonlyArray<number | null>) {
  return ids.flatMap((colourId) => {
    const colour = ITEM_COLOURS.find(({ id }) => id === colourId);
    return colour ? [{ id: colour.id, name: colour.name }] : [];
  });
}

function toExportedPhoto(itemId: number, photo: PhotoRow): ExportedPhoto {
  const { id, sort_order: order, caption, width, height } = photo;
  const file = `photos/${itemId}/${order}-${id}${extname(photo.image_key)}`;
  return { id, order, caption, file, width, height, uploaded_at: photo.uploaded_at.toISOString() };
}

/** An item's cells, one for each column of `items.csv`. */
function toCells(item: ExportedItem): string[] {
  return ITEM_TABLE.map((column) => toCell(item[column.field] ?? findText(item, column), column));
}

/** For the column of a reference's name: the text that the item has in place of a reference. */
function findText(item: ExportedItem, { field, part }: TableColumn): string | undefined {
  return part === 'name' && field in TEXT_OF ? item[TEXT_OF[field as keyof typeof TEXT_OF]] : undefined;
}

type Value = string | number | boolean | null;
type Parts = Readonly<Record<string, Value>>;

/** Writes a value as a cell; fields that the item's type lacks are empty. */
function toCell(value: unknown, { part }: TableColumn): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (part === 'texts') return joinCell(value as string[]);
  if (part === 'names' || part === 'ids') {
    return joinCell((value as Parts[]).map((entry) => String(entry[part === 'ids' ? 'id' : 'name'])));
  }
  return String(part === 'value' ? (value as Value) : ((value as Parts)[part] ?? ''));
}

const BYTE_ORDER_MARK = '\u{FEFF}';

/** The header of `items.csv`. */
export function toTableHead({ bom }: { bom: boolean }): string {
  return (bom ? BYTE_ORDER_MARK : '') + writeCsv([ITEM_TABLE.map(({ name }) => name)]);
}

/** Records of `items.csv`. */
export function toTableRows(entries: readonly ExportEntry[]): string {
  return writeCsv(entries.map(({ item }) => toCells(item)));
}

/** Lines of `items.ndjson`. */
export function toLines(entries: readonly ExportEntry[]): string {
  return entries.map(({ item }) => `${JSON.stringify(item)}\n`).join('');
}
