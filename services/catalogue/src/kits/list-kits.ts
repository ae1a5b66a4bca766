import type { Database } from '@kitroom/server/database/database';
import type { SeasonRow } from '../records.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import type { FoundKit } from '../search-index/kit-index.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { compareSeasons } from '../seasons/season-queries.ts';
import { findClubKitIds, findKitIds, type ClubKitsPage, type KitListFilters } from './kit-list-queries.ts';
import { listKitItemRows, type KitItemRow } from './kit-queries.ts';

export interface KitLists {
  db: Database;
  index: SearchIndex;
}

/** A page of kits by any combination of filters, newest id first. */
export async function listKitRows({ db, index }: KitLists, filters: KitListFilters): Promise<KitItemRow[]> {
  const current = await index.read();
  return listKitItemRows(db, current ? listIds(current, filters) : await findKitIds(db, filters));
}

/** A page of a club's kits: newest season first, then by kit type. */
export async function listClubKitRows({ db, index }: KitLists, page: ClubKitsPage): Promise<KitItemRow[]> {
  const current = await index.read();
  return listKitItemRows(db, current ? listClubIds(current, page) : await findClubKitIds(db, page));
}

function listIds(index: CatalogueIndex, filters: KitListFilters): number[] {
  const { page, page_size: limit } = filters;
  const { ids } = index.kits.list(
    {
      club: filters.club,
      seasons: findSeasonIds(index, filters),
      country: filters.country?.toUpperCase(),
      primaryColour: filters.primary_color,
      secondaryColours: filters.secondary_color,
      design: filters.design,
    },
    { offset: (page - 1) * limit, limit },
  );
  return ids;
}

/** The ids of the seasons that the filters allow, or undefined if they allow all. */
function findSeasonIds({ seasons }: CatalogueIndex, filters: KitListFilters): number[] | undefined {
  const { season, year, first_year: first, second_year: second } = filters;
  if ([season, year, first, second].every((one) => one === undefined)) return undefined;
  const isAllowed = (one: SeasonRow) =>
    (season === undefined || one.id === season) &&
    (year === undefined || one.first_year === year || one.second_year === year) &&
    (first === undefined || one.first_year === first) &&
    (second === undefined || one.second_year === second);
  return [...seasons.values()].filter(isAllowed).map(({ id }) => id);
}

function listClubIds(
  index: CatalogueIndex,
  { clubId, seasonId, page, page_size: size }: ClubKitsPage,
): number[] {
  const seasonOf = ({ season }: FoundKit) => index.seasons.get(season);
  return index.kits
    .listOfClub(clubId)
    .filter(({ season }) => seasonId === undefined || season === seasonId)
    .toSorted(
      (one, other) =>
        compareSeasons(seasonOf(one), seasonOf(other)) ||
        index.rankOfType(one.type) - index.rankOfType(other.type) ||
        other.id - one.id,
    )
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id);
}
