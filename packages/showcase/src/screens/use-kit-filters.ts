import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { CatalogueClient } from '@kitroom/catalogue-client';
import { pickParams } from '../components/search-params.ts';
import { useCatalogue } from '../services.ts';

type KitFilters = NonNullable<Parameters<CatalogueClient['kits']['list']>[0]>;

/** The filters of the wall, in display order. */
export const FILTER_NAMES = [
  'type',
  'primary_color',
  'design',
  'category',
  'secondary_color',
  'club',
  'country',
  'brand',
  'competition',
  'season',
  'decade',
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];

/** The filters in the URL, in the client's format. The service rejects unknown values. */
export function useKitFilters(): KitFilters {
  const [params] = useSearchParams();
  return pickParams(params, FILTER_NAMES);
}

/** Reads the values of all filters with their counts, which follow the filters of the URL. */
export function useKitFacets() {
  const catalogue = useCatalogue();
  const filters = useKitFilters();
  return useQuery({
    queryKey: ['catalogue', 'facets', filters],
    queryFn: ({ signal }) => catalogue.kits.facets({ ...filters, fields: FILTER_NAMES.join() }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Scrolls up to the first results after a change of filters. Otherwise the user would not see them, and more
 * pages would be loaded.
 */
export function showFirstResults(): void {
  const results = document.querySelector('.results');
  if (results && results.getBoundingClientRect().top < 0) results.scrollIntoView();
}
