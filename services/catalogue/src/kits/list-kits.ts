import type { Database } from '@kitroom/server/database/database';
import type { SeasonRow } from '../records.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import type { FoundKit } from '../search-index/kit-index.ts';
import type { KitFilters } from '../search-index/kit-segment.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { compareSeasons } from '../seasons/season-queries.ts';
import {
  findClubKitIds,
  findKitIds,
  type ClubKitFilters,
  type KitIdPage,
  type KitListFilters,
} from './kit-list-queries.ts';
import { listKitItemRows, type KitItemRow } from './kit-queries.ts';

export interface KitLists {
  db: Database;
  index: SearchIndex;
}

/** A page of kits, and how many there are on all pages. */
export interface KitPage {
  rows: KitItemRow[];
  total: number;
}

/** A page of kits by any combination of filters, newest id first. */
export async function listKitRows({ db, index }: KitLists, filters: KitListFilters): Promise<KitPage> {
  const current = await index.read();
  return readRows(db, current ? listIds(current, filters) : await findKitIds(db, filters));
}

/** A page of a club's kits: newest season first, then by kit type. */
export async function listClubKitRows({ db, index }: KitLists, filters: ClubKitFilters): Promise<KitPage> {
  const current = await index.read();
  return readRows(db, current ? listClubIds(current, filters) : await findClubKitIds(db, filters));
}

async function readRows(db: Database, { ids, total }: KitIdPage): Promise<KitPage> {
  return { rows: await listKitItemRows(db, ids), total };
}

function listIds(index: CatalogueIndex, filters: KitListFilters): KitIdPage {
  const { page, page_size: limit } = filters;
  return index.kits.list(
    {
      ...toCommonFilters(index, filters),
      club: filters.club,
      country: filters.country?.toUpperCase(),
      primaryColour: filters.primary_color,
      secondaryColours: filters.secondary_color,
      design: filters.design,
    },
    { offset: (page - 1) * limit, limit },
  );
}

/** The filters that lists of all kits and of a club's kits have in common. */
function toCommonFilters(index: CatalogueIndex, filters: KitListFilters | ClubKitFilters): KitFilters {
  const { brand, competition } = filters;
  return { brand, competition, seasons: findSeasonIds(index, filters), types: findTypeIds(index, filters) };
}

/** The ids of the seasons that the filters allow, or undefined if they allow all. */
function findSeasonIds(
  { seasons }: CatalogueIndex,
  filters: KitListFilters | ClubKitFilters,
): number[] | undefined {
  const { season, decade, year, first_year: first, second_year: second } = { ...NO_YEARS, ...filters };
  if ([season, decade, year, first, second].every((one) => one === undefined)) return undefined;
  const isAllowed = (one: SeasonRow) =>
    (season === undefined || one.id === season) &&
    (decade === undefined || one.first_year - (one.first_year % 10) === decade) &&
    (year === undefined || one.first_year === year || one.second_year === year) &&
    (first === undefined || one.first_year === first) &&
    (second === undefined || one.second_year === second);
  return [...seasons.values()].filter(isAllowed).map(({ id }) => id);
}

const NO_YEARS = { year: undefined, first_year: undefined, second_year: undefined };

/** The ids of the kit types that the filters allow, or undefined if they allow all. */
function findTypeIds(
  { types }: CatalogueIndex,
  { type, category, is_goalkeeper: isGoalkeeper }: KitListFilters | ClubKitFilters,
): number[] | undefined {
  if ([type, category, isGoalkeeper].every((one) => one === undefined)) return undefined;
  return types
    .filter((one) => type === undefined || one.id === type)
    .filter((one) => category === undefined || one.category === category)
    .filter((one) => isGoalkeeper === undefined || one.is_goalkeeper === isGoalkeeper)
    .map(({ id }) => id);
}

function listClubIds(index: CatalogueIndex, filters: ClubKitFilters): KitIdPage {
  const { club, page, page_size: size } = filters;
  const seasonOf = ({ season }: FoundKit) => index.seasons.get(season);
  const kits = index.kits.listOfClub({ ...toCommonFilters(index, filters), club });
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
