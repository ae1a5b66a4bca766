import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  OWN_FACET_FIELDS,
  PUBLIC_FACET_FIELDS,
  type CollectionClient,
  type FacetField,
} from '@kitroom/collection-client';
import { useCollection } from '../services.ts';
import type { ItemQuery } from '../types.ts';
import { toKey, type ItemSource } from './use-item-pages.ts';

/** Lists the fields by which the items of a source can be counted. */
export function listFacetFields(source: ItemSource): readonly FacetField[] {
  return source === 'mine' ? [...PUBLIC_FACET_FIELDS, ...OWN_FACET_FIELDS] : PUBLIC_FACET_FIELDS;
}

/** Reads the values of all fields with their numbers of items that match the filters and the search. */
export function useItemFacets(source: ItemSource, filters: ItemQuery, enabled = true) {
  const client = useCollection();
  return useQuery({
    queryKey: [...toKey(source), 'facets', filters],
    queryFn: ({ signal }) =>
      readFacets(client, source, { ...filters, fields: listFacetFields(source).join() }, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

function readFacets(
  { collections, shared }: CollectionClient,
  source: ItemSource,
  query: ItemQuery & { fields: string },
  signal: AbortSignal,
) {
  if (source === 'mine') return collections.myFacets(query, { signal });
  return 'token' in source
    ? shared.facets({ ...source, ...query }, { signal })
    : collections.facetsByUsername({ ...source, ...query }, { signal });
}
