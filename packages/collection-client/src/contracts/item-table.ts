import { exportedItem, type ExportedItem } from './interchange.ts';

/** What of a field stands in a column of `items.csv`. */
export type TablePart = 'value' | 'name' | 'id' | 'amount' | 'currency' | 'names' | 'ids' | 'texts';

export interface TableColumn {
  name: string;
  field: keyof ExportedItem;
  part: TablePart;
}

/** Fields with more than one column, or with lists: the parts, each with what follows the field's name. */
const REFERENCE = { name: '', id: '_id' };
const MONEY = { amount: '', currency: '_currency' };
const PARTS: Partial<Record<keyof ExportedItem, Partial<Record<TablePart, string>>>> = {
  brand: REFERENCE,
  club: REFERENCE,
  season: REFERENCE,
  kit: REFERENCE,
  size: REFERENCE,
  main_color: REFERENCE,
  secondary_colors: { names: '', ids: '_ids' },
  tags: { texts: '' },
  price: MONEY,
  estimated_value: MONEY,
  // In items.ndjson only.
  values: {},
  photos: {},
};

/** The columns of `items.csv`, in their order. */
export const ITEM_TABLE: readonly TableColumn[] = Object.keys(exportedItem.shape).flatMap((name) => {
  const field = name as keyof ExportedItem;
  const parts = Object.entries(PARTS[field] ?? { value: '' });
  return parts.map(([part, suffix]) => ({ name: `${field}${suffix}`, field, part: part as TablePart }));
});
