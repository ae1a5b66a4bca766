import {
  DESIGN_CODES,
  DETAILED_CONDITIONS,
  ITEM_COLOURS,
  SIZES,
  type FacetField,
} from '@kitroom/collection-client';
import type { ItemFacets } from '../types.ts';
import { nameColour, nameCountry } from './format.ts';
import { CONDITION_LABELS, ITEM_TYPE_LABELS } from './item-labels.ts';

/** A value of a filter with the number of its items. */
export interface FacetOption {
  /** As in the URL. Null for free text, which has no id because the catalogue does not contain it. */
  value: string | null;
  text: string;
  count: number;
}

/** A value of a field, as in the response. */
export interface FacetValue {
  /** Null for free text in place of an id. */
  value: string | number | boolean | null;
  label: string;
  count: number;
}

/** The values of a field with their names, in their natural order, or most frequent first. */
export function listOptions(field: FacetField, facets: ItemFacets | undefined): FacetOption[] {
  const values: readonly FacetValue[] = facets?.[field] ?? [];
  const options = values.map(({ value, label, count }) => ({
    value: value === null ? null : String(value),
    text: (value === null ? undefined : nameValue(field, String(value))) ?? label,
    count,
  }));
  const order = ORDERS[field];
  return order ? options.toSorted(order) : options;
}

/** The displayed name of a value. Undefined for ids of the catalogue. */
export function nameValue(field: FacetField, value: string): string | undefined {
  return NAMES[field]?.(value);
}

const NAMES: Partial<Record<FacetField, (value: string) => string | undefined>> = {
  item_type: (value) => lookUp(ITEM_TYPE_LABELS, value),
  decade: (value) => `${value}s`,
  country: nameCountry,
  size: nameSize,
  condition: (value) => `${value} of 10`,
  detailed_condition: (value) => lookUp(CONDITION_LABELS, value),
  main_color: (value) => {
    const colour = ITEM_COLOURS.find(({ id }) => value === String(id));
    return colour && nameColour(colour.name);
  },
  design: (value) => DESIGN_CODES.find(({ id }) => value === id)?.name,
  tag: (value) => value,
  location: (value) => value,
  has_photos: (value) => (value === 'true' ? 'With photos' : 'Without photos'),
  is_private: (value) => (value === 'true' ? 'Private' : 'Public'),
};

/** Names the category of bottoms, because shirts and shorts have sizes of the same names. */
function nameSize(value: string): string | undefined {
  const size = SIZES.find(({ id }) => value === String(id));
  return size && (size.category === 'tops' ? size.name : `${size.name} (${size.category})`);
}

function lookUp(words: Readonly<Record<string, string>>, value: string): string | undefined {
  return words[value];
}

type Order = (left: FacetOption, right: FacetOption) => number;

const ORDERS: Partial<Record<FacetField, Order>> = {
  season: (left, right) => right.text.localeCompare(left.text),
  decade: highestFirst,
  condition: highestFirst,
  size: inOrderOf(SIZES.map(({ id }) => String(id))),
  detailed_condition: inOrderOf(DETAILED_CONDITIONS),
};

function highestFirst(left: FacetOption, right: FacetOption): number {
  return Number(right.value) - Number(left.value);
}

/** Sorts by the position in `values`. Free text comes last. */
function inOrderOf(values: readonly string[]): Order {
  const rank = ({ value }: FacetOption) => (value === null ? values.length : values.indexOf(value));
  return (left, right) => rank(left) - rank(right);
}
