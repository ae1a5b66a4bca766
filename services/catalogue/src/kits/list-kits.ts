import type { KitOrdering } from '@kitroom/catalogue-client';
import { RATING_MAX } from '../limits.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { FoundKit } from '../search/index/kit-index.ts';
import type { KitOrder } from '../search/index/kit-order.ts';
import { matchAllTerms } from '../search/kits/search-kits.ts';
import { compareSeasons } from '../seasons/find-seasons.ts';
import { listKits, toKitRows, type KitRow } from './kit-rows.ts';
import { toIndexFilters, type ClubKitFilters, type KitListFilters } from './to-index-filters.ts';

/** The kits of a page, and the total number on all pages. */
export interface KitPage {
  rows: KitRow[];
  total: number;
}

/** Returns a page of a club's kits, by default newest season first, then by kit type. */
export function listClubKits(index: CatalogueIndex, filters: ClubKitFilters): KitPage {
  if (filters.ordering !== undefined) return listKitPage(index, filters);
  const { club, page, page_size: size } = filters;
  const ids = sortClubKits(index, index.kits.listOfClub({ ...toIndexFilters(index, filters), club }));
  return { rows: listKits(index, ids.slice((page - 1) * size, page * size)), total: ids.length };
}

/** Returns a club's kits of some seasons, newest season first, then by kit type. */
export function listSeasonKits(index: CatalogueIndex, club: number, seasons: readonly number[]): KitRow[] {
  return listKits(index, sortClubKits(index, index.kits.listOfClub({ club, seasons })));
}

/**
 * Returns a page of kits by keyword and filters. The default order is that of the kit search or, without a
 * keyword, newest id first.
 */
export function listKitPage(
  index: CatalogueIndex,
  { keyword, ...filters }: KitListFilters | (ClubKitFilters & { keyword?: undefined }),
): KitPage {
  const { page, page_size: limit, ordering } = filters;
  const match = keyword === undefined ? undefined : matchAllTerms(index, keyword);
  const { kits, total } = index.kits.list(
    { ...toIndexFilters(index, filters), match },
    { offset: (page - 1) * limit, limit },
    match && ordering === undefined ? toSearchOrder(index) : toOrder(index, ordering),
  );
  return { rows: toKitRows(index, kits), total };
}

function sortClubKits(index: CatalogueIndex, kits: readonly FoundKit[]): number[] {
  const seasonOf = ({ season }: FoundKit) => index.seasons.get(season);
  const sorted = kits.toSorted(
    (left, right) =>
      compareSeasons(seasonOf(left), seasonOf(right)) ||
      index.rankOfType(left.type) - index.rankOfType(right.type) ||
      right.id - left.id,
  );
  return sorted.map(({ id }) => id);
}

/** Converts an ordering to the index's; undefined means newest id first. */
function toOrder(index: CatalogueIndex, ordering: KitOrdering | undefined): KitOrder | undefined {
  if (ordering === 'season' || ordering === '-season') return toSeasonOrder(index, ordering);
  if (ordering === 'name' || ordering === '-name')
    return { column: 'names', isDescending: ordering === '-name' };
  if (ordering === 'rating') return toRatingOrder((hundredths) => hundredths);
  if (ordering === '-rating') return toRatingOrder((hundredths) => HUNDREDTHS_MAX - hundredths);
  return undefined;
}

/** The order of the kit search, with the kits of all secondary teams last. */
function toSearchOrder({ types, rankOfType, secondaryClubs }: CatalogueIndex): KitOrder {
  return {
    column: 'types',
    ranks: types.length + 1,
    rankOf: (type) => rankOfType(type ?? 0),
    lastClubs: secondaryClubs,
  };
}

function toSeasonOrder({ seasons }: CatalogueIndex, ordering: 'season' | '-season'): KitOrder {
  const newestFirst = [...seasons.values()].toSorted(compareSeasons);
  const sorted = ordering === '-season' ? newestFirst : newestFirst.toReversed();
  const ranks = new Map(sorted.map(({ id }, rank) => [id, rank]));
  return { column: 'seasons', ranks: sorted.length + 1, rankOf: (id) => ranks.get(id ?? 0) ?? sorted.length };
}

/** Orders by rating, with unrated kits last. */
function toRatingOrder(rankOf: (hundredths: number) => number): KitOrder {
  return {
    column: 'ratings',
    ranks: HUNDREDTHS_MAX + 2,
    rankOf: (rating) => (rating === null ? HUNDREDTHS_MAX + 1 : rankOf(Math.round(rating * 100))),
  };
}

const HUNDREDTHS_MAX = RATING_MAX * 100;
