import type { KitOrdering } from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { RATING_MAX } from '../limits.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import type { FoundKit } from '../search-index/kit-index.ts';
import type { KitOrder } from '../search-index/kit-order.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { compareSeasons } from '../seasons/season-queries.ts';
import {
  findClubKitIds,
  findKitIds,
  type ClubKitFilters,
  type KitIdPage,
  type KitListFilters,
} from './kit-list-queries.ts';
import { toIndexFilters } from './to-index-filters.ts';

export interface KitLists {
  db: Database;
  index: SearchIndex;
}

/** A page of kits by any combination of filters; newest id first by default. */
export async function listKitIds({ db, index }: KitLists, filters: KitListFilters): Promise<KitIdPage> {
  const current = await index.read();
  return current && !isByName(filters) ? listIds(current, filters) : findKitIds(db, filters);
}

/** A page of a club's kits; newest season first, then by kit type, by default. */
export async function listClubKitIds({ db, index }: KitLists, filters: ClubKitFilters): Promise<KitIdPage> {
  const current = await index.read();
  if (!current || isByName(filters)) return findClubKitIds(db, filters);
  return filters.ordering === undefined ? listClubIds(current, filters) : listIds(current, filters);
}

/** The index holds the words of names, but not whole names. */
function isByName({ ordering }: { ordering?: KitOrdering | undefined }): boolean {
  return ordering === 'name' || ordering === '-name';
}

function listIds(index: CatalogueIndex, filters: KitListFilters | ClubKitFilters): KitIdPage {
  const { page, page_size: limit, ordering } = filters;
  return index.kits.list(
    toIndexFilters(index, filters),
    { offset: (page - 1) * limit, limit },
    toOrder(index, ordering),
  );
}

function listClubIds(index: CatalogueIndex, filters: ClubKitFilters): KitIdPage {
  const { club, page, page_size: size } = filters;
  const seasonOf = ({ season }: FoundKit) => index.seasons.get(season);
  const kits = index.kits.listOfClub({ ...toIndexFilters(index, filters), club });
  const ids = kits
    .toSorted(
      (one, other) =>
        compareSeasons(seasonOf(one), seasonOf(other)) ||
        index.rankOfType(one.type) - index.rankOfType(other.type) ||
        other.id - one.id,
    )
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id);
  return { ids, total: kits.length };
}

/** What the index sorts by; undefined for the newest id first. */
function toOrder(index: CatalogueIndex, ordering: KitOrdering | undefined): KitOrder | undefined {
  if (ordering === 'season' || ordering === '-season') return toSeasonOrder(index, ordering);
  if (ordering === 'rating') return toRatingOrder((hundredths) => hundredths);
  if (ordering === '-rating') return toRatingOrder((hundredths) => HUNDREDTHS_MAX - hundredths);
  return undefined;
}

function toSeasonOrder({ seasons }: CatalogueIndex, ordering: 'season' | '-season'): KitOrder {
  const newestFirst = [...seasons.values()].toSorted(compareSeasons);
  const sorted = ordering === '-season' ? newestFirst : newestFirst.toReversed();
  const ranks = new Map(sorted.map(({ id }, rank) => [id, rank]));
  return { column: 'seasons', ranks: sorted.length + 1, rankOf: (id) => ranks.get(id ?? 0) ?? sorted.length };
}

/** Unrated kits come last. */
function toRatingOrder(rankOf: (hundredths: number) => number): KitOrder {
  return {
    column: 'ratings',
    ranks: HUNDREDTHS_MAX + 2,
    rankOf: (rating) => (rating === null ? HUNDREDTHS_MAX + 1 : rankOf(Math.round(rating * 100))),
  };
}

const HUNDREDTHS_MAX = RATING_MAX * 100;
