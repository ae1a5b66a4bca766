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

export const ITEM_TABLE_RULES =
  'RFC 4180, UTF-8, with a header. The columns are the fields of items. A field that refers to a record has two ' +
  'columns, `club` with the name and `club_id` with the id, as has money: `price` and `price_currency`. Tags, and the ' +
  'names and ids of secondary colours, are separated by semicolons, with a backslash before a semicolon or backslash ' +
  "in a text. A cell that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or `'` has a `'` before it, so that " +
  'no spreadsheet program runs it as a formula. An empty cell is null or an empty text. ' +
  `The columns: ${ITEM_TABLE.map(({ name }) => `\`${name}\``).join(', ')}.`;
