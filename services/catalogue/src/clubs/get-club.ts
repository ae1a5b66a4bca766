import { notFound, ServiceError } from '@kitroom/server/http/errors';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import type { NamedRow } from '../search-index/index-queries.ts';

/** How many merges in a row are followed. */
const MERGES_MAX = 100;

/**
 * A club. Throws a 404 if it does not exist, or a redirect if it was merged into another one, whose URL for the same
 * request `toUrl` gives.
 */
export function getClub(
  { clubs, mergedClubs }: CatalogueIndex,
  id: number,
  toUrl: (intoId: number) => string,
): NamedRow {
  const row = clubs.byId.get(id);
  if (row) return row;
  const intoId = follow(mergedClubs, id);
  if (intoId === undefined) throw notFound(`Club with ID ${id} not found`);
  throw new ServiceError('moved', `Club with ID ${id} was merged into ${intoId}`, {
    headers: { Location: toUrl(intoId) },
  });
}

function follow(merged: ReadonlyMap<number, number>, id: number): number | undefined {
  let last = merged.get(id);
  for (let step = 1; step < MERGES_MAX && last !== undefined; step += 1) {
    const next = merged.get(last);
    if (next === undefined) break;
    last = next;
  }
  return last;
}
