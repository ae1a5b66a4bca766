import { FIELDS_OF_TYPE, toTagKey, type ItemType } from '@kitroom/collection-client';
import type { ItemInput } from './check-item.ts';
import type { ItemColumns } from './item-queries.ts';

/** What an item has when nothing is said of it. Source: the decisions on items. */
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
} satisfies ItemInput['values'];

/** The same for what only some types have. */
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
} satisfies ItemInput['values'];

/** The columns of a whole item: what is left out gets its default. */
export function toAllColumns(type: ItemType, values: ItemInput['values']): ItemColumns {
  const own = FIELDS_OF_TYPE[type].map((field) => [field, TYPE_DEFAULTS[field]]);
  const nothing = Object.fromEntries(Object.keys(TYPE_DEFAULTS).map((field) => [field, null]));
  const whole = { ...DEFAULTS, ...nothing, ...Object.fromEntries(own), ...values, item_type: type };
  return toColumns(whole) as ItemColumns;
}

/** The columns of what is said of an item. */
export function toColumns(values: ItemInput['values']): Partial<ItemColumns> {
  const { brand, club, season, kit, tags, ...rest } = values;
  const columns: Partial<Record<keyof ItemColumns, unknown>> = { ...rest };
  if (brand !== undefined) columns.brand_id = brand;
  if (club !== undefined) columns.club_id = club;
  if (season !== undefined) columns.season_id = season;
  if (kit !== undefined) columns.kit_id = kit;
  if (tags !== undefined) Object.assign(columns, { tags, tag_keys: tags.map(toTagKey) });
  return columns as Partial<ItemColumns>;
}
