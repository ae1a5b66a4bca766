import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CollectionClient } from '@kitroom/collection-client';
import { useCollection } from '../services.ts';
import type { CollectionItem, ItemQuery } from '../types.ts';

/** The signed-in user's items, another user's public items, or the items of a share link. */
export type ItemSource = 'mine' | { username: string } | { token: string };

/** The list from which the user came to an item. Stored in the history state of the item's screen. */
export interface ItemList {
  source: ItemSource;
  /** The path of the list, with its filters. */
  path: string;
}

interface ItemPage {
  count: number;
  next: string | null;
  results: readonly CollectionItem[];
}

/** Large, because the number of requests per hour is limited. */
const PAGE_SIZE = 100;

/** Reads the items of a collection page by page, from the endpoint of the source. */
export function useItemPages(source: ItemSource, query: ItemQuery) {
  const client = useCollection();
  return useInfiniteQuery({
    queryKey: [...toKey(source), 'items', query],
    queryFn: ({ pageParam, signal }) =>
      readPage(client, source, { ...query, page: pageParam, page_size: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}

/** The first part of the query keys of all requests for these items. */
export function toKey(source: ItemSource): readonly string[] {
  if (source === 'mine') return ['collection', 'me'];
  return 'token' in source ? ['shared', source.token] : ['collection', 'of', source.username];
}

function readPage(
  { collections, items, shared }: CollectionClient,
  source: ItemSource,
  query: ItemQuery,
  signal: AbortSignal,
): Promise<ItemPage> {
  if (source === 'mine') {
    // Only this endpoint returns the private fields.
    return items.list({ is_draft: false, ...query }, { signal });
  }
  return 'token' in source
    ? shared.items({ ...source, ...query }, { signal })
    : collections.itemsByUsername({ ...source, ...query }, { signal });
}
