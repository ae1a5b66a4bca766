import type { listClubKits, listKits } from '@kitroom/catalogue-client';
import type { InputOf } from '@kitroom/shared';
import type { SeasonRow } from '../records/record-view.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { KitFilters } from '../search/index/filter-rows.ts';

export type KitListFilters = InputOf<typeof listKits>['query'];

/** The filters of all kits, without keywords, pages and orders. */
export type KitRules = Omit<KitListFilters, 'keyword' | 'ordering' | 'expand' | 'page' | 'page_size'>;

/** Lists of a club's kits have some of the filters only. */
type SomeRules = { [Rule in keyof KitRules]?: KitRules[Rule] | undefined };

/** A page of a club's kits by any combination of filters. */
export type ClubKitFilters = InputOf<typeof listClubKits>['query'] & { club: number };

/** The filters by what the index holds. */
export function toIndexFilters(index: CatalogueIndex, filters: SomeRules): KitFilters {
  const { club, brand, competition, country, association, design } = filters;
  return {
    club,
    brand,
    competition,
    country: country?.toUpperCase(),
    clubs: association === undefined ? undefined : listClubsOf(index, association.toUpperCase()),
    primaryColour: filters.primary_color,
    secondaryColours: filters.secondary_color ?? [],
    design,
    seasons: findSeasonIds(index, filters),
    types: findTypeIds(index, filters),
  };
}

/** The ids of the clubs of a football association. */
function listClubsOf({ clubs }: CatalogueIndex, association: string): number[] {
  const members = [...clubs.byId.values()].filter((row) => row.association === association);
  return members.map(({ id }) => id);
}

/** The ids of the seasons that the filters allow, or undefined if they allow all. */
function findSeasonIds({ seasons }: CatalogueIndex, filters: SomeRules): number[] | undefined {
  const { season, decade, year, first_year: first, second_year: second } = filters;
  if ([season, decade, year, first, second].every((one) => one === undefined)) return undefined;
  const isAllowed = (one: SeasonRow) =>
    (season === undefined || one.id === season) &&
    (decade === undefined || one.first_year - (one.first_year % 10) === decade) &&
    (year === undefined || one.first_year === year || one.second_year === year) &&
    (first === undefined || one.first_year === first) &&
    (second === undefined || one.second_year === second);
  return [...seasons.values()].filter(isAllowed).map(({ id }) => id);
}

/** The ids of the kit types that the filters allow, or undefined if they allow all. */
function findTypeIds(
  { types }: CatalogueIndex,
  { type, category, is_goalkeeper: isGoalkeeper }: SomeRules,
): number[] | undefined {
  if ([type, category, isGoalkeeper].every((one) => one === undefined)) return undefined;
  return types
    .filter((one) => type === undefined || one.id === type)
    .filter((one) => category === undefined || one.category === category)
    .filter((one) => isGoalkeeper === undefined || one.is_goalkeeper === isGoalkeeper)
    .map(({ id }) => id);
}
