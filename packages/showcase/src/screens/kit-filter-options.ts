import type { KitFacets } from '@kitroom/catalogue-client';
import { DESIGN_CODES, ITEM_COLOURS } from '@kitroom/collection-client';
import { nameColour } from '../components/format.ts';
import type { FilterName } from './use-kit-filters.ts';

/** A value of a filter, and how many kits would be left with it; undefined until that is known. */
export interface FilterOption {
  /** As in the URL. */
  value: string;
  label: string;
  count: number | undefined;
}

/** The options of a filter in the order of the counts, most frequent first. */
export function toOptions(facets: KitFacets['facets'] | undefined, name: FilterName): FilterOption[] {
  return (facets?.[name] ?? []).map(({ value, label, count }) => ({
    value: String(value),
    label: nameColour(label),
    count,
  }));
}

/** The same options in a fixed order, with those that no kit has, so that nothing moves when counts change. */
export function toFixedOptions(
  facets: KitFacets['facets'] | undefined,
  name: FilterName,
  order: readonly string[],
): FilterOption[] {
  const counted = new Map(toOptions(facets, name).map((option) => [option.value, option]));
  const missing = facets ? 0 : undefined;
  return order.map((value) => counted.get(value) ?? { value, label: toLabel(value), count: missing });
}

export const COLOURS = ITEM_COLOURS.map(({ name }) => name);

/** The hex code of each colour. */
export const HEX: Readonly<Record<string, string>> = Object.fromEntries(
  ITEM_COLOURS.map(({ name, color }) => [name, color]),
);

export const DESIGNS = DESIGN_CODES.map(({ name }) => name);

export const CATEGORIES = ['match', 'prematch', 'preseason', 'training', 'travel', 'jacket'];

function toLabel(value: string): string {
  return nameColour(value.charAt(0).toUpperCase() + value.slice(1));
}
