import {
  DESIGN_CODES,
  DETAILED_CONDITIONS,
  ITEM_COLOURS,
  SIZES,
  type FacetField,
} from '@kitroom/collection-client';
import type { ItemFacets } from '../types.ts';
import { nameColour, nameCountry } from './format.ts';
import { CONDITION_WORDS, ITEM_TYPE_WORDS } from './item-words.ts';

/** A value that items are counted by. */
export interface FacetOption {
  /** As in the address. Null for a text that the catalogue does not know, which has no id. */
  value: string | null;
  text: string;
  count: number;
}

interface FacetValue {
  value: string | number | boolean | null;
  label: string;
  count: number;
}

/** The values of a field with the words for them: in their own order, or most frequent first. */
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

/** A value in words; undefined for an id of the catalogue. */
export function nameValue(field: FacetField, value: string): string | undefined {
  return NAMES[field]?.(value);
}

const NAMES: Partial<Record<FacetField, (value: string) => string | undefined>> = {
  item_type: (value) => wordFor(ITEM_TYPE_WORDS, value),
  decade: (value) => `${value}s`,
  country: nameCountry,
  size: nameSize,
  condition: (value) => `${value} of 10`,
  detailed_condition: (value) => wordFor(CONDITION_WORDS, value),
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

/** Shirts and shorts share the names of sizes. */
function nameSize(value: string): string | undefined {
  const size = SIZES.find(({ id }) => value === String(id));
  return size && (size.category === 'tops' ? size.name : `${size.name} (${size.category})`);
}

function wordFor(words: Readonly<Record<string, string>>, value: string): string | undefined {
  return words[value];
}

type Order = (a: FacetOption, b: FacetOption) => number;

const ORDERS: Partial<Record<FacetField, Order>> = {
  season: (a, b) => b.text.localeCompare(a.text),
  decade: highestFirst,
  condition: highestFirst,
  size: inOrderOf(SIZES.map(({ id }) => String(id))),
  detailed_condition: inOrderOf(DETAILED_CONDITIONS),
};

function highestFirst(a: FacetOption, b: FacetOption): number {
  return Number(b.value) - Number(a.value);
}

/** Texts come last. */
function inOrderOf(values: readonly string[]): Order {
  const rank = ({ value }: FacetOption) => (value === null ? values.length : values.indexOf(value));
  return (a, b) => rank(a) - rank(b);
}
