import { useQuery } from '@tanstack/react-query';
import type { CallOptions, ItemDetail } from '@kitroom/collection-client';
import { useCollection } from '../services.ts';

/** An item with the entity tag of the version that was read. */
export interface ReadItem {
  item: ItemDetail;
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

/** Sends a request for an item and returns the item with the entity tag of the response. */
export async function readVersion(request: (options: CallOptions) => Promise<ItemDetail>): Promise<ReadItem> {
  const [item, etag] = await readWithTag(request);
  return { item, etag };
}

/** Sends a request and returns its result and the entity tag of the response. */
export async function readWithTag<T>(
  request: (options: CallOptions) => Promise<T>,
): Promise<[T, string | null]> {
  let etag: string | null = null;
  const result = await request({ onResponse: ({ headers }) => (etag = headers.get('ETag')) });
  return [result, etag];
}
