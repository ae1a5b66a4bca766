import type { KitFacets } from '@kitroom/catalogue-client';
import { DESIGN_CODES, ITEM_COLOURS } from '@kitroom/collection-client';
import { nameColour } from '../components/format.ts';
import type { FilterName } from './use-kit-filters.ts';

/** A value of a filter, and how many kits would be left with it; undefined until that is known. */
export interface FilterOption {
  /** As in the URL; undefined until that is known. */
  value: string | undefined;
  label: string;
  count: number | undefined;
}

type Facets = KitFacets['facets'] | undefined;

/** The options of a filter in the order of the counts, most frequent first. */
export function toOptions(facets: Facets, name: FilterName): FilterOption[] {
  const words = WORDS[name] ?? ((text) => text);
  return (facets?.[name] ?? []).map(({ value, label, count }) => ({
    value: String(value),
    label: words(label),
    count,
  }));
}

/**
 * The same options in a fixed order, with those that no kit has, so that nothing moves when counts change.
 */
export function toFixedOptions(facets: Facets, name: FilterName, order: readonly string[]): FilterOption[] {
  const counted = new Map(toOptions(facets, name).map((option) => [option.value, option]));
  const words = WORDS[name] ?? ((text) => text);
  const missing = facets ? 0 : undefined;
  return order.map((value) => counted.get(value) ?? { value, label: words(value), count: missing });
}

/** The types that most kits have, in a fixed order. Their ids are only known from the counts. */
export function toMainTypes(facets: Facets): FilterOption[] {
  const types = toOptions(facets, 'type');
  return ['Home', 'Away', 'Third', 'Goalkeeper'].map(
    (label) =>
      types.find((type) => type.label === label) ?? {
        value: undefined,
        label,
        count: facets ? 0 : undefined,
      },
  );
}

export const COLOURS = ITEM_COLOURS.map(({ name }) => name);

/** The hex code of each colour. */
export const HEX: Readonly<Record<string, string>> = Object.fromEntries(
  ITEM_COLOURS.map(({ name, color }) => [name, color]),
);

export const DESIGNS = DESIGN_CODES.map(({ name }) => name);

export const CATEGORIES = ['match', 'prematch', 'preseason', 'training', 'travel', 'jacket'];

/** What people call the values that the service names otherwise. */
const WORDS: Partial<Record<FilterName, (label: string) => string>> = {
  primary_color: nameColour,
  secondary_color: nameColour,
  type: (label) => label.replace(/^GK\b/, 'Goalkeeper'),
  category: nameCategory,
};

function nameCategory(category: string): string {
  const name = category.toLowerCase().replace(/^pre/, 'pre-');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
