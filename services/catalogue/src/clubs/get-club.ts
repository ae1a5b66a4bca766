import { notFound } from '@kitroom/server/http/errors';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { NamedRow } from '../search/index/index-queries.ts';

/** Returns a club. Throws a 404 if it does not exist. */
export function getClub({ clubs }: CatalogueIndex, id: number): NamedRow {
  const row = clubs.byId.get(id);
  if (!row) throw notFound(`Club with ID ${id} not found`);
  return row;
}
