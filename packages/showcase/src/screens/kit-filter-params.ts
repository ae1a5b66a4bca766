import type { CatalogueClient } from '@kitroom/catalogue-client';

type KitFilters = NonNullable<Parameters<CatalogueClient['kits']['list']>[0]>;

/** The filters of the wall, in the order in which they are shown. */
export const FILTER_NAMES = [
  'primary_color',
  'design',
  'decade',
  'category',
  'country',
  'brand',
  'competition',
  'season',
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];

/** The filters in a URL, as the client takes them. The service rejects unknown values. */
export function readKitFilters(params: URLSearchParams): KitFilters {
  const filters = FILTER_NAMES.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(filters) as KitFilters;
}

/** The parameters with one filter set, or removed if it had that value already. */
export function toggleFilter(params: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const changed = new URLSearchParams(params);
  if (value === '' || changed.get(name) === value) changed.delete(name);
  else changed.set(name, value);
  return changed;
}
