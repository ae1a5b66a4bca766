import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CollectionItem, ItemQuery } from '../types.ts';

interface ItemPage {
  count: number;
  next: string | null;
  results: CollectionItem[];
}

type ReadPage = (query: ItemQuery & { page: number }, signal: AbortSignal) => Promise<ItemPage>;

/** The items of a collection, page by page, whichever endpoint they come from. */
export function useItemPages(key: readonly unknown[], query: ItemQuery, read: ReadPage) {
  return useInfiniteQuery({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) => read({ ...query, page: pageParam, page_size: 24 }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}

export type ItemPages = ReturnType<typeof useItemPages>;
