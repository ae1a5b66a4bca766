import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useCatalogue } from '../services.ts';
import { FILTER_NAMES, readKitFilters } from './kit-filter-params.ts';

/** The values of all filters with their counts, which follow the filters of the URL. */
export function useKitFacets() {
  const catalogue = useCatalogue();
  const [params] = useSearchParams();
  const filters = readKitFilters(params);
  return useQuery({
    queryKey: ['catalogue', 'facets', filters],
    queryFn: ({ signal }) => catalogue.kits.facets({ ...filters, fields: FILTER_NAMES.join() }, { signal }),
    placeholderData: keepPreviousData,
  });
}
