import type { KitFacets } from '@kitroom/catalogue-client';
import { DESIGN_CODES, ITEM_COLOURS } from '@kitroom/collection-client';
import { nameColour } from '../components/format.ts';
import type { FilterName } from './use-kit-filters.ts';

/** A value of a filter, and the number of kits that would match with it. */
export interface FilterOption {
  /** As in the URL. Undefined until known. */
  value: string | undefined;
  label: string;
  /** Undefined until known. */
  count: number | undefined;
}

type Facets = KitFacets['facets'] | undefined;

/** The options of a filter in the order of the counts, most frequent first. */
export function toOptions(facets: Facets, name: FilterName): FilterOption[] {
  const toLabel = LABELS[name] ?? ((text) => text);
  return (facets?.[name] ?? []).map(({ value, label, count }) => ({
    value: String(value),
    label: toLabel(label),
    count,
  }));
}

/**
 * The same options in a fixed order, including those without kits, so that nothing moves when counts change.
 */
export function toFixedOptions(facets: Facets, name: FilterName, order: readonly string[]): FilterOption[] {
  const counted = new Map(toOptions(facets, name).map((option) => [option.value, option]));
  const toLabel = LABELS[name] ?? ((text) => text);
  const missing = facets ? 0 : undefined;
  return order.map((value) => counted.get(value) ?? { value, label: toLabel(value), count: missing });
}

/** The most frequent types in a fixed order. Their ids are known only from the facets. */
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

/** Displayed names of values that differ from the service's labels. */
const LABELS: Partial<Record<FilterName, (label: string) => string>> = {
  primary_color: nameColour,
  secondary_color: nameColour,
  type: (label) => label.replace(/^GK\b/, 'Goalkeeper'),
  category: nameCategory,
};

function nameCategory(category: string): string {
  const name = category.toLowerCase().replace(/^pre/, 'pre-');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
