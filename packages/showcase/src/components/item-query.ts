import { ITEM_COLOURS, SIZES } from '@kitroom/collection-client';
import type { CollectionItem, ItemQuery } from '../types.ts';
import { nameColour, nameCountry } from './format.ts';
import { CONDITION_WORDS } from './item-words.ts';
import { pickParams } from './search-params.ts';

/** The filters that a list of items takes from its address, with the words for them. */
const FILTER_LABELS = {
  search: 'Search',
  item_type: 'Type',
  is_signed: 'Signed',
  club: 'Club',
  brand: 'Brand',
  season: 'Season',
  decade: 'Decade',
  country: 'Country',
  size: 'Size',
  size_text: 'Size',
  main_color: 'Colour',
  design: 'Design',
  condition: 'Condition',
  added_in: 'Added in',
  detailed_condition: 'Wear (grade)',
  tag: 'Tag',
  location: 'Place',
  has_photos: 'With photos',
  is_private: 'Private',
} as const satisfies Partial<Record<keyof ItemQuery, string>>;

type FilterName = keyof typeof FILTER_LABELS;

const FILTER_NAMES = Object.keys(FILTER_LABELS) as readonly FilterName[];

/** These have an input of their own above the list. */
const HAS_INPUT: ReadonlySet<FilterName> = new Set(['search', 'item_type', 'is_signed']);

/** The filters and the ordering in an address, as the client takes them. */
export function readItemQuery(params: URLSearchParams): ItemQuery {
  return pickParams(params, [...FILTER_NAMES, 'ordering']);
}

/** Whether an address leaves items out. */
export function isFiltered(params: URLSearchParams): boolean {
  return FILTER_NAMES.some((name) => params.get(name));
}

/** The filters that bars of charts lead to, such as `Club: Málaga CF`; names come from an item that has these values. */
export function listChosenFilters(params: URLSearchParams, item: CollectionItem | undefined) {
  return FILTER_NAMES.flatMap((name) => {
    const value = params.get(name);
    if (!value || HAS_INPUT.has(name)) return [];
    return [{ name, text: `${FILTER_LABELS[name]}: ${NAME_VALUE[name]?.(value, item) ?? value}` }];
  });
}

type NameValue = (value: string, item: CollectionItem | undefined) => string | null | undefined;

const NAME_VALUE: Partial<Record<FilterName, NameValue>> = {
  club: (value, item) => (value === String(item?.club?.id) ? item?.labels.club : null),
  brand: (value, item) => (value === String(item?.brand?.id) ? item?.labels.brand : null),
  season: (value, item) => (value === String(item?.season?.id) ? item?.labels.season : null),
  main_color: (value) => nameColour(ITEM_COLOURS.find(({ id }) => value === String(id))?.name ?? value),
  decade: (value) => `${value}s`,
  condition: (value) => `${value} of 10`,
  country: nameCountry,
  size: (value) => SIZES.find(({ id }) => value === String(id))?.name,
  detailed_condition: (value) => (CONDITION_WORDS as Record<string, string>)[value],
  has_photos: nameBoolean,
  is_private: nameBoolean,
  design: (value) => value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' '),
};

function nameBoolean(value: string): string {
  return value === 'true' ? 'yes' : 'no';
}
