import type { Collector } from './open-fleet.ts';

/** Lists the names of a collector's items, sorted. */
export async function listItemNames({ client }: Collector): Promise<string[]> {
  const items = await listAll((page) => client.items.list({ page }));
  return items.map(({ name }) => name).toSorted();
}

/** Lists the photos that still exist and lack renditions. */
export async function listUnfinishedPhotos({ client }: Collector, ids: readonly number[]): Promise<number[]> {
  const photos = await listAll((page) => client.photos.list({ page }));
  return photos.filter(({ id, image_avif: avif }) => ids.includes(id) && avif === null).map(({ id }) => id);
}

async function listAll<T>(read: (page: number) => Promise<{ results: T[]; count: number }>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { results, count } = await read(page);
    all.push(...results);
    if (all.length >= count || results.length === 0) return all;
  }
}
