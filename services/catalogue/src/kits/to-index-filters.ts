import type { listClubKits, listKits } from '@kitroom/catalogue-client';
import type { InputOf } from '@kitroom/shared';
import type { SeasonRow } from '../records/record-view.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { KitFilters } from '../search/index/filter-rows.ts';

export type KitListFilters = InputOf<typeof listKits>['query'];

/** The filters of kit lists, without keyword, page and ordering. */
export type KitRules = Omit<KitListFilters, 'keyword' | 'ordering' | 'expand' | 'page' | 'page_size'>;

/** A subset of the filters: lists of a club's kits do not have all of them. */
type PartialKitRules = { [Rule in keyof KitRules]?: KitRules[Rule] | undefined };

/** The query of a page of a club's kits. */
export type ClubKitFilters = InputOf<typeof listClubKits>['query'] & { club: number };

/** Converts filters to those of the index. */
export function toIndexFilters(index: CatalogueIndex, filters: PartialKitRules): KitFilters {
  const { club, brand, competition, country, association, design } = filters;
  return {
    club,
    brand,
    competition,
    country: country?.toUpperCase(),
    clubs: association === undefined ? undefined : listClubIds(index, association.toUpperCase()),
    primaryColour: filters.primary_color,
    secondaryColours: filters.secondary_color ?? [],
    design,
    seasons: findSeasonIds(index, filters),
    types: findTypeIds(index, filters),
  };
}

/** Returns the ids of the clubs of a football association. */
function listClubIds({ clubs }: CatalogueIndex, association: string): number[] {
  const members = [...clubs.byId.values()].filter((row) => row.association === association);
  return members.map(({ id }) => id);
}

/** Returns the ids of the seasons that the filters allow, or undefined if they allow all. */
function findSeasonIds({ seasons }: CatalogueIndex, filters: PartialKitRules): number[] | undefined {
  const { season, decade, year, first_year: first, second_year: second } = filters;
  if ([season, decade, year, first, second].every((filter) => filter === undefined)) return undefined;
  const isAllowed = (row: SeasonRow) =>
    (season === undefined || row.id === season) &&
    (decade === undefined || row.first_year - (row.first_year % 10) === decade) &&
    (year === undefined || row.first_year === year || row.second_year === year) &&
    (first === undefined || row.first_year === first) &&
    (second === undefined || row.second_year === second);
  return [...seasons.values()].filter(isAllowed).map(({ id }) => id);
}

/** Returns the ids of the kit types that the filters allow, or undefined if they allow all. */
function findTypeIds(
  { types }: CatalogueIndex,
  { type, category, is_goalkeeper: isGoalkeeper }: PartialKitRules,
): number[] | undefined {
  if ([type, category, isGoalkeeper].every((filter) => filter === undefined)) return undefined;
  return types
    .filter((row) => type === undefined || row.id === type)
    .filter((row) => category === undefined || row.category === category)
    .filter((row) => isGoalkeeper === undefined || row.is_goalkeeper === isGoalkeeper)
    .map(({ id }) => id);
}
