import { readSeasonCell } from '@kitroom/shared';
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
    const asked = readSeasonCell(text);
    const rows = asked === undefined ? [] : await searchSeasons(source, parseSeasonSearch(asked));
    matches.push(chooseMatches(rows.map((row) => ({ row, score: scoreSeason(row, asked) }))));
  }
  return matches;
}

function scoreSeason({ year, first_year: first }: SeasonRow, asked: string | undefined): number {
  if (asked === year) return 1;
  return String(first) === asked ? 0.8 : 0.5;
}
