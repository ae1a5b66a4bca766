import {
  IMPORT_NAME_MAX,
  ITEM_FIELDS,
  PLACE_MAX,
  TAG_MAX,
  TAGS_MAX,
  TEXT_OF,
  tooLong,
} from '@kitroom/collection-client';
import { isLongerThan } from '@kitroom/shared';

/** The fields of items that a column can fill, and how their cells are read. */
const OF_ITEMS = {
  item_type: 'item type',
  name: 'text',
  brand: 'name',
  brand_text: 'text',
  club: 'name',
  club_text: 'text',
  season: 'name',
  season_text: 'text',
  kit: 'name',
  size: 'size',
  size_text: 'text',
  type: 'choice',
  condition: 'condition',
  detailed_condition: 'condition',
  description: 'text',
  player_name: 'text',
  number: 'number',
  is_replica: 'boolean',
  is_private: 'boolean',
  is_draft: 'boolean',
  is_fan_version: 'boolean',
  is_signed: 'boolean',
  has_nameset: 'boolean',
  is_short_sleeve: 'boolean',
  design: 'design',
  main_color: 'colour',
  secondary_colors: 'colours',
  country: 'country',
  tags: 'tags',
  notes: 'text',
  location: 'text',
  acquired_on: 'date',
  acquired_from: 'text',
  price: 'money',
  estimated_value: 'money',
} as const satisfies Record<keyof typeof ITEM_FIELDS, string>;

/** How a cell of a field is read. */
export type FieldKind = (typeof OF_ITEMS)[keyof typeof OF_ITEMS] | 'helper';

/** The longest text of a value: an amount, a date, a number. */
const VALUE_MAX = 40;

/** The longest text of a cell that has no shorter limit. */
const CELL_MAX = 100_000;

/** The longest text of a field in characters, as its rules say. */
function textMax(field: keyof typeof OF_ITEMS): number | undefined {
  const { maxLength } = (ITEM_FIELDS[field].meta()?.['openapi'] ?? {}) as { maxLength?: number };
  return maxLength;
}

const INDEXED: readonly string[] = Object.values(TEXT_OF);

/** An entry of an index has room for 2,704 bytes. */
const INDEXED_MAX = 640;

/** Lists of what a vocabulary has, with room for quotation marks and blanks. */
const KINDS_MAX: Readonly<Partial<Record<FieldKind, number>>> = {
  name: IMPORT_NAME_MAX,
  condition: PLACE_MAX,
  colours: 1000,
  tags: 4 * TAGS_MAX * TAG_MAX,
};

/** Columns that are no fields, but help to understand or complete others; with their longest cells. */
const HELPERS = {
  external_id: IMPORT_NAME_MAX,
  brand_id: VALUE_MAX,
  brand_slug: IMPORT_NAME_MAX,
  club_id: VALUE_MAX,
  club_slug: IMPORT_NAME_MAX,
  season_id: VALUE_MAX,
  kit_id: VALUE_MAX,
  size_id: VALUE_MAX,
  main_color_id: VALUE_MAX,
  secondary_colors_ids: IMPORT_NAME_MAX,
  kit_slug: IMPORT_NAME_MAX,
  kit_archive_id: IMPORT_NAME_MAX,
  kit_type: IMPORT_NAME_MAX,
  quantity: VALUE_MAX,
  currency: VALUE_MAX,
  price_currency: VALUE_MAX,
  estimated_value_currency: VALUE_MAX,
  created_at: VALUE_MAX,
  updated_at: VALUE_MAX,
  photos: CELL_MAX,
  values: CELL_MAX,
} as const;

/** What is known of a field before its cells are read. */
interface ImportField {
  kind: FieldKind;
  /** Of a longer cell, in characters, nothing is read. */
  max: number;
}

/** All that a column can be mapped to. */
export const IMPORT_FIELDS: ReadonlyMap<string, ImportField> = new Map<string, ImportField>([
  ...(Object.keys(OF_ITEMS) as Array<keyof typeof OF_ITEMS>).map((field) => {
    const kind: FieldKind = OF_ITEMS[field];
    return [field, { kind, max: textMax(field) ?? KINDS_MAX[kind] ?? VALUE_MAX }] as const;
  }),
  ...Object.entries(HELPERS).map(([field, max]) => [field, { kind: 'helper', max }] as const),
]);

/**
 * Fields that a cell of another one may fill instead or as well: `Red/White`, `Scarf`, a club that nobody
 * knows.
 */
export const ALSO_FILLED: ReadonlyArray<readonly [by: string, field: string]> = [
  ...Object.entries(TEXT_OF),
  ['item_type', 'type'],
  ['player_name', 'number'],
  ['main_color', 'secondary_colors'],
  ['condition', 'detailed_condition'],
  ['detailed_condition', 'condition'],
];

/**
 * The columns of a file by name, each with the field that it fills; `ignore` drops a column, and null leaves
 * it to the option `unmapped`.
 */
export type Mapping = Readonly<Record<string, string | null>>;

export const IGNORE = 'ignore';

/** Whether a text is longer than its field can hold. */
export function isTooLong(field: string, text: string, isLiteral = false): boolean {
  return isLongerThan(text.trim(), maxOf(field, isLiteral));
}

/** Texts of an export may be older than the limits. */
function maxOf(field: string, isLiteral: boolean): number {
  const { kind, max } = IMPORT_FIELDS.get(field) ?? { kind: 'helper', max: 0 };
  if (!isLiteral || (kind !== 'text' && kind !== 'tags')) return max;
  return INDEXED.includes(field) ? INDEXED_MAX : Math.max(INDEXED_MAX, 2 * max);
}

const EXAMPLES: Readonly<Partial<Record<FieldKind, string>>> = {
  boolean: ' Write yes or no.',
  number: ' Write a whole number, such as 7.',
  date: ' Write a date, such as 2024-01-31.',
  money: ' Write an amount of money, such as 85.00 EUR.',
  size: ' Write a size, such as XL.',
};

/** Why a text that is too long is not read. */
export function describeTooLong(field: string, isLiteral = false): string {
  const { kind } = IMPORT_FIELDS.get(field) ?? { kind: 'helper' };
  return `${tooLong(maxOf(field, isLiteral))}${EXAMPLES[kind] ?? ''}`;
}

/** Kinds of fields whose cells are words of a vocabulary, and those whose cells have digits. */
const WORDED: readonly FieldKind[] = [
  'boolean',
  'choice',
  'colour',
  'colours',
  'condition',
  'country',
  'design',
];
const NUMERIC: readonly FieldKind[] = ['date', 'money', 'number'];

/**
 * Whether a cell that cannot be read is kept in the notes: other words, or no number at all, such as `gift`
 * for a price.
 */
export function mayBeRemark(field: string, text: string): boolean {
  const { kind } = IMPORT_FIELDS.get(field) ?? { kind: 'helper' };
  return WORDED.includes(kind) || (NUMERIC.includes(kind) && !/\d/.test(text));
}
