import type { SeasonRow } from '../records.ts';
import { searchSeasons, type SeasonSource } from '../seasons/find-seasons.ts';
import { parseSeasonSearch } from '../seasons/parse-season-search.ts';
import { chooseMatches, type Match } from './score-name.ts';

/** The seasons that each text may mean; a year alone more likely means the season that begins in it. */
export async function matchSeasons(
  source: SeasonSource,
  texts: readonly string[],
): Promise<Array<Array<Match<SeasonRow>>>> {
  const matches: Array<Array<Match<SeasonRow>>> = [];
  for (const text of texts) {
    const year = text.trim();
    const rows = /^\d{4}(?:-\d{2}|-\d{4})?$/.test(year)
      ? await searchSeasons(source, parseSeasonSearch(year))
      : [];
    matches.push(chooseMatches(rows.map((row) => ({ row, score: scoreSeason(row, year) }))));
  }
  return matches;
}

function scoreSeason({ year, first_year: first, second_year: second }: SeasonRow, text: string): number {
  const isFull = second !== null && text === `${first}-${second}`;
  if (text === year || isFull) return 1;
  return String(first) === text ? 0.8 : 0.5;
}
