import { setImmediate as nextTurn } from 'node:timers/promises';
import { fold, readSeasonCell } from '@kitroom/shared';
import { searchNames } from '../../records/list-records.ts';
import type { NamedTable, SeasonRow } from '../../records/record-view.ts';
import { parseSeasonSearch, searchSeasons } from '../../seasons/find-seasons.ts';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { NamedRow } from '../index/index-queries.ts';
import { compareTrigrams } from '../text/trigrams.ts';
import { listDistinctive } from '../text/words.ts';

/** The best matches for each text. Other requests are served between two texts. */
export async function matchEach<Row extends { id: number }>(
  texts: readonly string[],
  match: (text: string) => Array<Match<Row>>,
): Promise<Array<Array<Match<Row>>>> {
  const matches: Array<Array<Match<Row>>> = [];
  for (const text of texts) {
    matches.push(chooseMatches(match(text)));
    await nextTurn();
  }
  return matches;
}

/** The records that a text may mean. */
export function matchName(index: CatalogueIndex, table: NamedTable, text: string): Array<Match<NamedRow>> {
  const query = fold(text);
  const rows = searchNames(index, table, text.trim());
  return rows.map((row) => ({ row, score: scoreNames(query, listNames(row)) }));
}

function listNames({ foldedNames: names, slug }: NamedRow): string[] {
  return [...names.split('\n'), slug.toLowerCase()];
}

/** The seasons that a text may mean; a year alone more likely means the season that begins in it. */
export function matchSeason(index: CatalogueIndex, text: string): Array<Match<SeasonRow>> {
  const season = readSeasonCell(text);
  const rows = season === undefined ? [] : searchSeasons(index, parseSeasonSearch(season));
  return rows.map((row) => ({ row, score: scoreSeason(row, season) }));
}

function scoreSeason({ year, first_year: first }: SeasonRow, season: string | undefined): number {
  if (season === year) return 1;
  return String(first) === season ? 0.8 : 0.5;
}

/** A record that a text may mean; `score` is 1 if the text names it exactly. */
export interface Match<Row> {
  row: Row;
  score: number;
}

/** The maximum number of matches for a text. */
const MATCHES_MAX = 3;

/** The best matches, best first; of equally good ones, older records first. */
function chooseMatches<Row extends { id: number }>(matches: ReadonlyArray<Match<Row>>): Array<Match<Row>> {
  return matches
    .toSorted((left, right) => right.score - left.score || left.row.id - right.row.id)
    .slice(0, MATCHES_MAX);
}

/** The likelihood that a text means a record with these names, from 0 to 1; all are normalised. */
export function scoreNames(text: string, names: readonly string[]): number {
  return Math.max(...names.map((name) => scoreName(text, name)));
}

function scoreName(text: string, name: string): number {
  if (text === name) return 1;
  const [queryWords, nameWords] = [listDistinctive(text), listDistinctive(name)];
  if (queryWords.length > 0 && queryWords.toSorted().join(' ') === nameWords.toSorted().join(' '))
    return 0.95;
  const similarity = compareTrigrams(text, name);
  const isContained = queryWords.length > 0 && queryWords.every((word) => nameWords.includes(word));
  const containsAll = nameWords.length > 0 && nameWords.every((word) => queryWords.includes(word));
  const score = isContained || containsAll ? 0.7 + 0.2 * similarity : 0.85 * similarity;
  return Math.round(score * 1000) / 1000;
}
