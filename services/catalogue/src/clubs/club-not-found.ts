import { notFound, ServiceError } from '@kitroom/server/http/errors';
import type { SearchIndex } from '../search-index/open-index.ts';

/**
 * The error for a club that does not exist: a redirect if it was merged into another one, whose URL for the same
 * request `toUrl` gives.
 */
export async function clubNotFound(
  { index }: { index: Pick<SearchIndex, 'read'> },
  id: number,
  toUrl: (intoId: number) => string,
): Promise<ServiceError> {
  const intoId = follow((await index.read()).mergedClubs, id);
  if (intoId === undefined) return notFound(`Club with ID ${id} not found`);
  return new ServiceError('moved', `Club with ID ${id} was merged into ${intoId}`, {
    headers: { Location: toUrl(intoId) },
  });
}

/** How many merges in a row are followed. */
const MERGES_MAX = 100;

function follow(merged: ReadonlyMap<number, number>, id: number): number | undefined {
  let last = merged.get(id);
  for (let step = 1; step < MERGES_MAX && last !== undefined; step += 1) {
    const next = merged.get(last);
    if (next === undefined) break;
    last = next;
  }
  return last;
}
