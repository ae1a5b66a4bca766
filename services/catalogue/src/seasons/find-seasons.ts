import { ServiceError } from '@kitroom/server/http/errors';
import { SEARCH_RESULTS } from '../limits.ts';
import type { SeasonRow } from '../records/record-view.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';

/** Compares seasons to sort the newest first, and `2025-26` before `2025`. */
export function compareSeasons(left: SeasonRow | undefined, right: SeasonRow | undefined): number {
  const difference = (right?.first_year ?? 0) - (left?.first_year ?? 0);
  return difference === 0 ? (right?.second_year ?? 0) - (left?.second_year ?? 0) : difference;
}

/** Lists the seasons of a club's kits, newest first. */
export function listClubSeasons({ kits, seasons }: CatalogueIndex, club: number): SeasonRow[] {
  const ids = new Set(kits.listOfClub({ club }).map(({ season }) => season));
  return [...ids].flatMap((id) => seasons.get(id) ?? []).toSorted(compareSeasons);
}

/** Returns the ten best matches, by relevance, then newest first. */
export function searchSeasons({ seasons }: CatalogueIndex, search: ParsedSeasonSearch): SeasonRow[] {
  return Array.from(seasons.values(), (season) => ({ season, relevance: rank(season, search) }))
    .filter(({ relevance }) => relevance > 0)
    .toSorted((left, right) => left.relevance - right.relevance || compareSeasons(left.season, right.season))
    .slice(0, SEARCH_RESULTS)
    .map(({ season }) => season);
}

/** Returns the documented priority of a match, 1 to 4; 0 if the season does not match. */
function rank(
  { year, first_year: first, second_year: second }: SeasonRow,
  { form, text }: ParsedSeasonSearch,
): number {
  const starts = String(first);
  const ends = second === null ? '' : String(second);
  switch (form) {
    case 'starting':
      return starts === text ? 1 : 0;
    case 'exact':
      return year === text ? 1 : 0;
    case 'year':
      if (year === text) return 1;
      return starts === text ? 2 : ends === text ? 3 : 0;
    case 'ending':
      return starts.endsWith(text) ? 2 : ends.endsWith(text) ? 3 : 0;
    case 'containing':
      if (!starts.includes(text) && !ends.includes(text)) return 0;
      return starts.startsWith(text) ? 2 : ends.endsWith(text) ? 3 : 4;
  }
}

/** A parsed season search: its form, and its digits or year. */
export interface ParsedSeasonSearch {
  form: 'starting' | 'exact' | 'year' | 'ending' | 'containing';
  text: string;
}

/**
 * Parses a season search's keyword, which must be trimmed and not empty: digits with at most one dash, not at
 * the start. See docs/behaviour/catalogue.md#seasons.
 */
export function parseSeasonSearch(keyword: string): ParsedSeasonSearch {
  const match = /^(\d+)(?:(-)(\d*))?$/.exec(keyword);
  if (!match) throw new ServiceError('invalid', `Invalid season format: ${keyword}`);
  const [, digits = '', dash, secondYear = ''] = match;
  if (dash !== undefined)
    return secondYear === ''
      ? { form: 'starting', text: digits }
      : { form: 'exact', text: toYear(digits, secondYear) };
  if (digits.length === 4) return { form: 'year', text: digits };
  return { form: digits.length === 2 ? 'ending' : 'containing', text: digits };
}

/** Converts `2024-2025` to `2024-25`. Years that are not consecutive are kept, and match no season. */
function toYear(first: string, second: string): string {
  const follows = second.length === 4 && Number(second) === Number(first) + 1;
  return `${first}-${follows ? second.slice(2) : second}`;
}
