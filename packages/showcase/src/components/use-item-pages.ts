import type { CollectionClient } from '@kitroom/collection-client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCollection } from '../services.ts';
import type { ItemQuery } from '../types.ts';

/** Whose items: the signed-in collector's, somebody's public ones, or those of a share link. */
export type ItemSource = 'mine' | { username: string } | { token: string };

/** The list from which somebody came to an item: kept in the history beside the address of the item. */
export interface ItemList {
  source: ItemSource;
  /** The address of the list, with its filters. */
  path: string;
}

/** Few requests for many items: they are limited by the hour. */
const PAGE_SIZE = 48;

/** The items of a collection, page by page, whichever endpoint they come from. */
export function useItemPages(source: ItemSource, query: ItemQuery) {
  const client = useCollection();
  return useInfiniteQuery({
    queryKey: [...toKey(source), query],
    queryFn: ({ pageParam, signal }) =>
      readPage(client, source, { ...query, page: pageParam, page_size: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}

function toKey(source: ItemSource): readonly string[] {
  if (source === 'mine') return ['collection', 'me', 'items'];
  return 'token' in source
    ? ['shared', source.token, 'items']
    : ['collection', 'of', source.username, 'items'];
}

function readPage(
  { collections, shared }: CollectionClient,
  source: ItemSource,
  query: ItemQuery,
  signal: AbortSignal,
) {
  if (source === 'mine') return collections.myItems(query, { signal });
  return 'token' in source
    ? shared.items({ ...source, ...query }, { signal })
    : collections.itemsByUsername({ ...source, ...query }, { signal });
}
