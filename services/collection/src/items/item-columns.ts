import {
  fieldsOfType,
  ITEM_DEFAULTS,
  toTagKey,
  TYPE_FIELD_NAMES,
  type Collected,
  type ITEM_FIELDS,
  type ItemType,
  type PrivateField,
  type TEXT_OF,
  type TypeField,
} from '@kitroom/collection-client';
import { COPIES, type ReferenceField } from '../reference/reference-fields.ts';

/** The fields of an item in a request. */
export type ItemInput = Collected<typeof ITEM_FIELDS>;

type Values = Required<ItemInput['values']>;
type Field = keyof Values;

/** The defaults of fields of items of every type. */
const DEFAULTS = { ...ITEM_DEFAULTS.base, ...ITEM_DEFAULTS.private };

/** A field's column has the same name, except references: `brand_id` for the brand. */
type ColumnOf<F extends Field> = F extends ReferenceField ? (typeof COPIES)[F]['column'] : F;

type WrittenColumns = { -readonly [F in keyof typeof DEFAULTS as ColumnOf<F>]: Values[F] } & {
  [F in TypeField as ColumnOf<F>]: Values[F] | null;
} & { item_type: ItemType };

/** The columns that a write may set, and those derived from them. */
export type ItemColumns = WrittenColumns & { tag_keys: string[] };

/** The columns of the texts that can replace ids. */
export type ItemText = (typeof TEXT_OF)[keyof typeof TEXT_OF];

/** A stored item; columns that its type does not have are null. */
export interface ItemRow extends WrittenColumns {
  id: number;
  user_id: number;
  is_public: boolean;
  created_at: Date;
  updated_at: Date;
}

/**
 * The names of an item's references; null without a reference, or until the catalogue has provided the name.
 */
export interface ItemNames {
  brand_name: string | null;
  club_name: string | null;
  club_logo: string | null;
  season_year: string | null;
  kit_name: string | null;
  /** The URL of the kit's picture. */
  kit_image: string | null;
}

/** An item with the names of its references. */
export interface NamedItemRow extends ItemRow, ItemNames {}

const BASE_FIELDS = Object.keys(ITEM_DEFAULTS.base) as Field[];
const PRIVATE_FIELDS = Object.keys(ITEM_DEFAULTS.private) as PrivateField[];

/** The columns of an ItemRow, for queries that join `items`. */
export const ITEM_COLUMNS = [
  'id',
  'user_id',
  'item_type',
  'is_public',
  'created_at',
  'updated_at',
  ...BASE_FIELDS,
  ...PRIVATE_FIELDS,
  ...TYPE_FIELD_NAMES,
]
  .map((field) => `items.${toColumn(field)}`)
  .join(', ');

/** The columns of ItemNames, as subqueries, so that an insert or update can also return them. */
export const ITEM_NAME_COLUMNS = `
  (select brands.name from brands where brands.id = items.brand_id) as brand_name,
  (select clubs.name from clubs where clubs.id = items.club_id) as club_name,
  (select clubs.logo from clubs where clubs.id = items.club_id) as club_logo,
  (select seasons.year from seasons where seasons.id = items.season_id) as season_year,
  (select kits.name from kits where kits.id = items.kit_id) as kit_name,
  (select kits.main_img_url from kits where kits.id = items.kit_id) as kit_image`;

/** The approximate size in bytes of an item with its photos and value history, as an SQL expression. */
export const ITEM_BYTES = `(
  2000 + octet_length(items.description) + octet_length(items.notes)
  + 200 * (select count(*) from item_values where item_values.item_id = items.id)
)::integer`;

/** The columns of a NamedItemRow. */
export const NAMED_ITEM_COLUMNS = `${ITEM_COLUMNS}, ${ITEM_NAME_COLUMNS}`;

/** Returns all columns of an item; omitted fields get their defaults. */
export function toAllColumns(type: ItemType, values: ItemInput['values']): ItemColumns {
  const typeDefaults = fieldsOfType(type).map((field) => [field, ITEM_DEFAULTS.ofTypes[field]]);
  const nulls = Object.fromEntries(TYPE_FIELD_NAMES.map((field) => [field, null]));
  const complete = { ...DEFAULTS, ...nulls, ...Object.fromEntries(typeDefaults), ...values, item_type: type };
  return toColumns(complete) as ItemColumns;
}

/** Returns all columns of a stored item, for a copy of it. */
export function copyColumns(row: ItemRow): ItemColumns {
  const names = [...BASE_FIELDS, ...PRIVATE_FIELDS, ...TYPE_FIELD_NAMES].map(toColumn) as Array<
    keyof WrittenColumns
  >;
  const columns = Object.fromEntries(names.map((name) => [name, row[name]]));
  return { ...columns, item_type: row.item_type, tag_keys: row.tags.map(toTagKey) } as ItemColumns;
}

/** Returns the columns of the given fields. */
export function toColumns(values: ItemInput['values']): Partial<ItemColumns> {
  const columns = Object.entries(values).map(([field, value]) => [toColumn(field), value]);
  const { tags } = values;
  return { ...Object.fromEntries(columns), ...(tags && { tag_keys: tags.map(toTagKey) }) };
}

/** Returns the base fields of an item and those of its type. */
export function toFields(row: ItemRow): Partial<Record<Field, unknown>> {
  return readFields(row, [...BASE_FIELDS, ...fieldsOfType(row.item_type)]);
}

/** Like `toFields`, with the fields that only the owner sees. */
export function toOwnFields(row: ItemRow): Partial<Record<Field, unknown>> {
  return { ...toFields(row), ...readFields(row, PRIVATE_FIELDS) };
}

function readFields(row: ItemRow, fields: readonly Field[]): Partial<Record<Field, unknown>> {
  return Object.fromEntries(fields.map((field) => [field, row[toColumn(field) as keyof ItemRow]]));
}

function toColumn(field: string): string {
  return field in COPIES ? COPIES[field as ReferenceField].column : field;
}
