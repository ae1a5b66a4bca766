import type { FacetField } from '@kitroom/collection-client';
import type { ItemFacets, ItemQuery } from '../types.ts';
import { nameCountry } from './format.ts';
import { listOptions, nameValue } from './item-filter-options.ts';
import { FIELD_WORDS } from './item-words.ts';
import { pickParams } from './search-params.ts';

/** The filters with counted values, in the order in which they are shown. */
export const FACET_LABELS = {
  item_type: 'Type',
  club: 'Club',
  season: 'Season',
  decade: 'Decade',
  brand: 'Brand',
  country: 'Country',
  size: 'Size',
  condition: 'Condition',
  detailed_condition: FIELD_WORDS.detailed_condition,
  main_color: 'Colour',
  design: 'Design',
  tag: 'Tag',
  location: 'Place',
  has_photos: 'Photos',
  is_private: 'Privacy',
} as const satisfies Record<FacetField, string>;

/** All filters that a list of items takes from its address. */
const FILTER_LABELS = {
  search: 'Search',
  ...FACET_LABELS,
  origin: 'Country',
  size_text: 'Size',
  is_signed: 'Signed',
  added_in: 'Added in',
} as const satisfies Partial<Record<keyof ItemQuery, string>>;

export type FilterName = keyof typeof FILTER_LABELS;

const FILTER_NAMES = Object.keys(FILTER_LABELS) as readonly FilterName[];

/** The filters and the search in an address, as the client takes them. */
export function readItemFilters(params: URLSearchParams): ItemQuery {
  return pickParams(params, FILTER_NAMES);
}

/** The filters, the search and the ordering in an address, as the client takes them. */
export function readItemQuery(params: URLSearchParams): ItemQuery {
  return pickParams(params, [...FILTER_NAMES, 'ordering']);
}

/** The filters in an address, apart from the search, which has an input of its own. */
export function listChosenFilters(params: URLSearchParams): FilterName[] {
  return FILTER_NAMES.filter((name) => name !== 'search' && params.get(name));
}

/** The address without its filters; the search and the ordering remain. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(pickParams(params, ['search', 'ordering']));
}

/** A chosen filter in words, such as `Club: Málaga CF`. Facets name the records, once they have been read. */
export function describeFilter(name: FilterName, value: string, facets: ItemFacets | undefined): string {
  if (name === 'is_signed') return value === 'true' ? 'Signed' : 'Not signed';
  const text = describeValue(name, value, facets);
  return text === undefined ? FILTER_LABELS[name] : `${FILTER_LABELS[name]}: ${text}`;
}

function describeValue(name: FilterName, value: string, facets: ItemFacets | undefined): string | undefined {
  if (name === 'origin') return nameCountry(value);
  if (!isFacet(name)) return value;
  return listOptions(name, facets).find((option) => option.value === value)?.text ?? nameValue(name, value);
}

function isFacet(name: FilterName): name is FacetField {
  return name in FACET_LABELS;
}
