import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NamedTable } from '../records.ts';
import type { NamedRow } from '../search-index/index-queries.ts';
import { searchNames, type NameSearch } from '../search-names.ts';
import { fold } from '../fold.ts';
import { chooseMatches, scoreNames, type Match } from './score-name.ts';

/** The records that each text may mean. Other requests are served between two texts. */
export async function matchNames(
  search: NameSearch,
  table: NamedTable,
  texts: readonly string[],
): Promise<Array<Array<Match<NamedRow>>>> {
  const matches: Array<Array<Match<NamedRow>>> = [];
  for (const text of texts) {
    const asked = fold(text);
    const rows = await searchNames(search, table, text.trim());
    const scored = rows.map((row) => ({ row, score: scoreNames(asked, listNames(row)) }));
    matches.push(chooseMatches(scored));
    await nextTurn();
  }
  return matches;
}

function listNames({ foldedNames: names, slug }: NamedRow): string[] {
  return [...names.split('\n'), slug.toLowerCase()];
}
