import { ITEM_FIELDS } from '@kitroom/collection-client';

/** How a cell of a field is read. */
export type FieldKind =
  | 'text'
  | 'boolean'
  | 'number'
  | 'item type'
  | 'choice'
  | 'colour'
  | 'colours'
  | 'country'
  | 'tags'
  | 'size'
  | 'design'
  | 'date'
  | 'money'
  | 'name'
  | 'helper';

/** The fields of items that a column can fill. */
const OF_ITEMS = {
  item_type: 'item type',
  name: 'text',
  brand: 'name',
  club: 'name',
  season: 'name',
  kit: 'name',
  size: 'size',
  type: 'choice',
  condition: 'number',
  detailed_condition: 'choice',
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
} as const satisfies Record<string, FieldKind>;

/** Columns that are no fields, but help to understand or complete others. */
const HELPERS = [
  'external_id',
  'brand_id',
  'brand_slug',
  'club_id',
  'club_slug',
  'season_id',
  'kit_id',
  'size_id',
  'main_color_id',
  'kit_slug',
  'kit_archive_id',
  'kit_type',
  'currency',
  'price_currency',
  'estimated_value_currency',
  'created_at',
  'updated_at',
  'photos',
  'values',
] as const;

/** All that a column can be mapped to. */
export const IMPORT_FIELDS: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ...Object.entries(OF_ITEMS).filter(([field]) => field in ITEM_FIELDS),
  ...HELPERS.map((name) => [name, 'helper'] as const),
]);

/** The fields whose texts are looked up in the catalogue. */
export const NAME_FIELDS = ['brand', 'club', 'season', 'kit'] as const;

export type NameField = (typeof NAME_FIELDS)[number];

/** The columns of a file by name, each with the field that it fills, or null. */
export type Mapping = Readonly<Record<string, string | null>>;
