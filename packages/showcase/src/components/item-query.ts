import type { FacetField } from '@kitroom/collection-client';
import type { ItemFacets, ItemQuery } from '../types.ts';
import { nameCountry } from './format.ts';
import { listOptions, nameValue } from './item-filter-options.ts';
import { FIELD_LABELS } from './item-labels.ts';
import { pickParams } from './search-params.ts';

/** The filters with counted values, in display order. */
export const FACET_LABELS = {
  item_type: 'Type',
  club: 'Club',
  season: 'Season',
  decade: 'Decade',
  brand: 'Brand',
  country: 'Country',
  size: 'Size',
  condition: 'Condition',
  detailed_condition: FIELD_LABELS.detailed_condition,
  main_color: 'Colour',
  design: 'Design',
  tag: 'Tag',
  location: 'Place',
  has_photos: 'Photos',
  is_private: 'Privacy',
} as const satisfies Record<FacetField, string>;

/** All filters of item lists that a URL may contain. */
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

/** Reads the filters and the search of a URL, in the client's format. */
export function readItemFilters(params: URLSearchParams): ItemQuery {
  return pickParams(params, FILTER_NAMES);
}

/** Reads the filters, the search and the ordering of a URL, in the client's format. */
export function readItemQuery(params: URLSearchParams): ItemQuery {
  return pickParams(params, [...FILTER_NAMES, 'ordering']);
}

/** Lists the filters of a URL, without the search, which has its own input. */
export function listChosenFilters(params: URLSearchParams): FilterName[] {
  return FILTER_NAMES.filter((name) => name !== 'search' && params.get(name));
}

/** Removes the filters from a URL's parameters, but not the search and the ordering. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(pickParams(params, ['search', 'ordering']));
}

/**
 * Describes a filter, such as `Club: Málaga CF`. Names of records come from the facets, if already loaded.
 */
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
