import { useQuery } from '@tanstack/react-query';
import type { CallOptions, ItemDetail } from '@kitroom/collection-client';
import { useCollection } from '../services.ts';

/** An item with the entity tag of the version that was read. */
export type ReadItem = ReadVersion<ItemDetail>;

interface ReadVersion<T> {
  item: T;
  etag: string | null;
}

/** Reads one of the user's items, or a public item of another user. */
export function useItem(id: number) {
  const collection = useCollection();
  return useQuery({
    queryKey: itemKey(id),
    queryFn: ({ signal }) => readVersion((options) => collection.items.get({ id }, { signal, ...options })),
  });
}

export function itemKey(id: number): readonly unknown[] {
  return ['collection', 'item', id];
}

/** Sends a request and returns its result with the entity tag of the response. */
export async function readVersion<T>(request: (options: CallOptions) => Promise<T>): Promise<ReadVersion<T>> {
  let etag: string | null = null;
  const item = await request({ onResponse: ({ headers }) => (etag = headers.get('ETag')) });
  return { item, etag };
}
