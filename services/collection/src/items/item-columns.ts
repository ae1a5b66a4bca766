import {
  fieldsOfType,
  toTagKey,
  type Collected,
  type ITEM_FIELDS,
  type ItemType,
  type TypeField,
} from '@kitroom/collection-client';
import { COPIES, type ReferenceField } from '../reference/reference-fields.ts';

/** A request's fields of an item. */
export type ItemInput = Collected<typeof ITEM_FIELDS>;

type Values = Required<ItemInput['values']>;
type Field = keyof Values;

/** The defaults of an item's fields. Source: the decisions on items. */
const DEFAULTS = {
  name: '',
  brand: null,
  club: null,
  season: null,
  condition: 10,
  detailed_condition: null,
  description: '',
  is_replica: false,
  is_private: false,
  is_draft: false,
  design: null,
  main_color: null,
  secondary_colors: [],
  country: null,
  tags: [],
} satisfies Omit<Values, TypeField | 'item_type'>;

/** The defaults of fields of some types only. */
const TYPE_DEFAULTS = {
  kit: null,
  size: null,
  type: null,
  number: null,
  player_name: '',
  is_fan_version: true,
  is_signed: false,
  has_nameset: false,
  is_short_sleeve: true,
} satisfies Pick<Values, TypeField>;

/** A field's column has the same name, except references: `brand_id` for the brand. */
type ColumnOf<F extends Field> = F extends ReferenceField ? (typeof COPIES)[F]['column'] : F;

type WrittenColumns = { [F in keyof typeof DEFAULTS as ColumnOf<F>]: Values[F] } & {
  [F in TypeField as ColumnOf<F>]: Values[F] | null;
} & { item_type: ItemType };

/** The columns that a write may set, and those derived from them. */
export type ItemColumns = WrittenColumns & { tag_keys: string[] };

/** A stored item; columns that its type does not have are null. */
export interface ItemRow extends WrittenColumns {
  id: number;
  user_id: number;
  is_public: boolean;
  created_at: Date;
  updated_at: Date;
}

const BASE_FIELDS = Object.keys(DEFAULTS) as Field[];
const TYPE_FIELDS = Object.keys(TYPE_DEFAULTS) as TypeField[];

/** The columns of an ItemRow, for queries that join `items`. */
export const ITEM_COLUMNS = [
  'id',
  'user_id',
  'item_type',
  'is_public',
  'created_at',
  'updated_at',
  ...BASE_FIELDS,
  ...TYPE_FIELDS,
]
  .map((field) => `items.${toColumn(field)}`)
  .join(', ');

/** All columns of an item: omitted fields get their defaults. */
export function toAllColumns(type: ItemType, values: ItemInput['values']): ItemColumns {
  const own = fieldsOfType(type).map((field) => [field, TYPE_DEFAULTS[field]]);
  const nothing = Object.fromEntries(TYPE_FIELDS.map((field) => [field, null]));
  const whole = { ...DEFAULTS, ...nothing, ...Object.fromEntries(own), ...values, item_type: type };
  return toColumns(whole) as ItemColumns;
}

/** The columns of the fields sent. */
export function toColumns(values: ItemInput['values']): Partial<ItemColumns> {
  const columns = Object.entries(values).map(([field, value]) => [toColumn(field), value]);
  const { tags } = values;
  return { ...Object.fromEntries(columns), ...(tags && { tag_keys: tags.map(toTagKey) }) };
}

/** The base fields of an item and those of its type. */
export function toFields(row: ItemRow): Partial<Record<Field, unknown>> {
  const fields = [...BASE_FIELDS, ...fieldsOfType(row.item_type)];
  return Object.fromEntries(fields.map((field) => [field, row[toColumn(field) as keyof ItemRow]]));
}

function toColumn(field: string): string {
  return field in COPIES ? COPIES[field as ReferenceField].column : field;
}
