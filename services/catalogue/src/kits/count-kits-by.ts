import type { FacetField } from '@kitroom/catalogue-client';
import type { CountedColumn } from '../search-index/count-kits.ts';
import { countField } from './facet-queries.ts';
import type { KitLists } from './list-kits.ts';

/** The columns of the index from which fields are counted; `decade` and `category` by the records that tell them. */
export const COUNTED_COLUMNS: Readonly<Record<FacetField, CountedColumn>> = {
  primary_color: 'primaryColours',
  secondary_color: 'secondaryColours',
  design: 'designs',
  country: 'countries',
  decade: 'seasons',
  season: 'seasons',
  brand: 'brands',
  competition: 'competitions',
  type: 'types',
  category: 'types',
  club: 'clubs',
};

/** How many of all kits have each value of a field. Reads all kits while the index is being built. */
export async function countKitsBy(
  { db, index }: KitLists,
  field: Exclude<FacetField, 'decade' | 'category'>,
): Promise<ReadonlyMap<number | string | null, number>> {
  const current = await index.read();
  if (current) return current.kits.countAll(COUNTED_COLUMNS[field]);
  const rows = await countField(db, field, { secondary_color: [] });
  return new Map(rows.map(({ value, count }) => [value, count]));
}
