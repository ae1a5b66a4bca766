import { useQuery } from '@tanstack/react-query';
import type { CallOptions, ItemDetail } from '@kitroom/collection-client';
import { useCollection } from '../services.ts';

/** An item as it was read, with the entity tag of this version. */
export interface ReadItem {
  item: ItemDetail;
  etag: string | null;
}

/** One of the visitor's items, or somebody's public one. */
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

/** The item that a request returns, with the entity tag of the response. */
export async function readVersion(request: (options: CallOptions) => Promise<ItemDetail>): Promise<ReadItem> {
  const [item, etag] = await readWithTag(request);
  return { item, etag };
}

/** What a request returns, and the entity tag of the response. */
export async function readWithTag<T>(
  request: (options: CallOptions) => Promise<T>,
): Promise<[T, string | null]> {
  let etag: string | null = null;
  const result = await request({ onAnswer: ({ headers }) => (etag = headers.get('ETag')) });
  return [result, etag];
}
