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
const ITEM_FIELD_KINDS = {
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
export type FieldKind = (typeof ITEM_FIELD_KINDS)[keyof typeof ITEM_FIELD_KINDS] | 'helper';

/** The maximum length of an amount, a date or a number. */
const VALUE_MAX = 40;

/** The maximum length of a cell without a shorter limit. */
const CELL_MAX = 100_000;

/** The maximum length of a field in characters, from its schema. */
function textMax(field: keyof typeof ITEM_FIELD_KINDS): number | undefined {
  const { maxLength } = (ITEM_FIELDS[field].meta()?.['openapi'] ?? {}) as { maxLength?: number };
  return maxLength;
}

const INDEXED: readonly string[] = Object.values(TEXT_OF);

/** In characters of up to four bytes: an entry of an index has at most 2,704 bytes. */
const INDEXED_MAX = 640;

/** The maximum lengths by kind; those of lists leave room for quotation marks and spaces. */
const KINDS_MAX: Readonly<Partial<Record<FieldKind, number>>> = {
  name: IMPORT_NAME_MAX,
  condition: PLACE_MAX,
  colours: 1000,
  tags: 4 * TAGS_MAX * TAG_MAX,
};

/** Columns that are not fields, but help to read or complete others, with their maximum lengths. */
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

interface ImportField {
  kind: FieldKind;
  /** The maximum length in characters; longer cells are not read. */
  max: number;
}

/** All fields that a column can be mapped to. */
export const IMPORT_FIELDS: ReadonlyMap<string, ImportField> = new Map<string, ImportField>([
  ...(Object.keys(ITEM_FIELD_KINDS) as Array<keyof typeof ITEM_FIELD_KINDS>).map((field) => {
    const kind: FieldKind = ITEM_FIELD_KINDS[field];
    return [field, { kind, max: textMax(field) ?? KINDS_MAX[kind] ?? VALUE_MAX }] as const;
  }),
  ...Object.entries(HELPERS).map(([field, max]) => [field, { kind: 'helper', max }] as const),
]);

/**
 * Fields that a cell of another field may fill instead or as well: `Red/White` fills two, `Scarf` as the item
 * type also the type, and an unknown club its text.
 */
export const ALSO_FILLED: ReadonlyArray<readonly [by: string, field: string]> = [
  ...Object.entries(TEXT_OF),
  ['item_type', 'type'],
  ['player_name', 'number'],
  ['main_color', 'secondary_colors'],
  ['condition', 'detailed_condition'],
  ['detailed_condition', 'condition'],
];

/** The field of each column by name; `ignore` drops a column, and null leaves it to the option `unmapped`. */
export type Mapping = Readonly<Record<string, string | null>>;

export const IGNORE = 'ignore';

/** Whether a text is longer than its field can hold. */
export function isTooLong(field: string, text: string, isLiteral = false): boolean {
  return isLongerThan(text.trim(), maxOf(field, isLiteral));
}

/** The maximum length of a field; higher for texts of exports, which may be older than the limits. */
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

/** The error of a text that is too long. */
export function describeTooLong(field: string, isLiteral = false): string {
  const { kind } = IMPORT_FIELDS.get(field) ?? { kind: 'helper' };
  return `${tooLong(maxOf(field, isLiteral))}${EXAMPLES[kind] ?? ''}`;
}

/** Kinds of fields whose values are words of a vocabulary. */
const VOCABULARY_KINDS: readonly FieldKind[] = [
  'boolean',
  'choice',
  'colour',
  'colours',
  'condition',
  'country',
  'design',
];
/** Kinds of fields whose values have digits. */
const NUMERIC_KINDS: readonly FieldKind[] = ['date', 'money', 'number'];

/**
 * Whether an unreadable cell is kept in the notes instead of being an error: unknown words, or a text without
 * digits in a numeric field, such as `gift` for a price.
 */
export function mayBeRemark(field: string, text: string): boolean {
  const { kind } = IMPORT_FIELDS.get(field) ?? { kind: 'helper' };
  return VOCABULARY_KINDS.includes(kind) || (NUMERIC_KINDS.includes(kind) && !/\d/.test(text));
}
