import { query, type Database } from '@kitroom/server/database/database';
import { fold } from '../../src/fold.ts';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../../src/limits.ts';
import { parseKitSearch, type ParsedKitSearch } from '../../src/kits/parse-kit-search.ts';
import { primaryTeamsFirst } from '../../src/kits/secondary-teams.ts';
import { KIT_TYPE_ORDER, type NamedTable } from '../../src/records.ts';
import type { ParsedSeasonSearch } from '../../src/seasons/parse-season-search.ts';
import { rankNames, type ComparedName } from './rank-names.ts';

/*
 * What searches must find, by reading all names for each keyword, with pg_trgm's own similarities: the reference that
 * the catalogue in memory is compared with.
 */

export interface Found {
  id: number;
}

const NEWEST_SEASON_FIRST = 'seasons.first_year desc, seasons.second_year desc nulls last';

/** The ten best matches for a keyword, in the order of their ids. */
export async function searchNames(db: Database, table: NamedTable, keyword: string): Promise<number[]> {
  return fold(keyword) === '' ? [] : rankNames(await compareNames(db, table, keyword));
}

/** All records of a table, and what a keyword is to each. */
export async function compareNames(
  db: Database,
  table: NamedTable,
  keyword: string,
): Promise<ComparedName[]> {
  const rows = await query<{ id: number; name: string; slug: string; aliases: string[] }>(
    db,
    `select id, name, slug, ${table === 'clubs' ? 'aliases' : "'{}'::text[] as aliases"} from ${table} order by id`,
  );
  const names = rows.map(({ name }) => fold(name));
  const similarities = await query<{ similarity: number }>(
    db,
    `select greatest(word_similarity(keyword, name), word_similarity(keyword, slug)) as similarity
     from (select ?::text as keyword) as asked, unnest(?::text[], ?::text[]) with ordinality as records (name, slug, place)
     order by place`,
    [fold(keyword), names, rows.map(({ slug }) => slug)],
  );
  return rows.map((row, at) => ({
    ...row,
    name: names[at] ?? '',
    aliases: row.aliases.map(fold),
    keyword: fold(keyword),
    similarity: similarities[at]?.similarity ?? 0,
  }));
}

/** Up to ten kits, and how they were found: the first tier with results wins. */
export async function searchKits(
  db: Database,
  keyword: string,
): Promise<{ tier: string | null; ids: number[] }> {
  const { season, text } = parseKitSearch(keyword);
  const phrase = fold(text);
  const terms = [...new Set(phrase.split(/[\s-]+/).filter((term) => term !== ''))];
  if (phrase === '' && !season) return { tier: null, ids: [] };
  const kits = await readKits(db, season);
  const tiers: Array<[tier: string, listGroups: () => string[][] | Promise<string[][]>]> = [
    ['phrase', () => (phrase === '' ? [] : [[phrase]])],
    ...(terms.length > 0
      ? [['all_terms', () => terms.map((term) => [term])] as [string, () => string[][]]]
      : []),
    ...(terms.length > 1 ? [['any_term', () => [terms]] as [string, () => string[][]]] : []),
    ['similar_words', () => listSimilarWords(db, terms)],
  ];
  for (const [tier, listGroups] of tiers) {
    const groups = await listGroups();
    if (tier === 'similar_words' && groups.length === 0) break;
    const found = kits.filter(({ name }) => groups.every((texts) => texts.some((one) => name.includes(one))));
    const ids = primaryTeamsFirst(found.slice(0, KIT_SEARCH_CANDIDATES)).map(({ id }) => id);
    if (ids.length > 0) return { tier, ids: ids.slice(0, SEARCH_RESULTS) };
  }
  return { tier: null, ids: [] };
}

/** The kits of the season, with their folded names, in the order of searches. */
async function readKits(db: Database, season: ParsedKitSearch['season']) {
  const rows = await query<{ id: number; name: string; team_name: string }>(
    db,
    `
    select kits.id, kits.name, clubs.name as team_name
    from kits
    join clubs on clubs.id = kits.club_id
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    ${season ? `where ${'year' in season ? 'seasons.year = ?' : '? in (first_year, second_year)'}` : ''}
    order by ${KIT_TYPE_ORDER}, kits.id desc
    `,
    season ? ['year' in season ? season.year : season.yearOf] : [],
  );
  return rows.map((row) => ({ ...row, name: fold(row.name) }));
}

/**
 * Up to five similar words from kit names for each term that has some, by reading all names. Swapped letters leave a
 * short word too few common trigrams, so they are also tried swapped back.
 */
async function listSimilarWords(db: Database, terms: readonly string[]): Promise<string[][]> {
  const names = await query<{ name: string }>(db, 'select name from kits');
  const words = [...new Set(names.flatMap(({ name }) => fold(name).split(' ')))];
  const groups: string[][] = [];
  for (const term of terms) {
    const letters = Array.from(term);
    const undone = letters
      .slice(1)
      .map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] ?? '').join(''));
    const rows = await query<{ word: string }>(
      db,
      `
      select word
      from (
        select word, closeness, max(closeness) over () as best
        from (
          select word, case when word = any(?::text[]) then 1 else similarity(word, ?) end as closeness
          from unnest(?::text[]) as word
        ) as measured
        where closeness >= 0.2
      ) as similar_words
      where closeness >= best - 0.1
      order by closeness desc, word collate "C"
      limit 5
      `,
      [undone, term, words],
    );
    if (rows.length > 0) groups.push(rows.map(({ word }) => word));
  }
  return groups;
}

/** The ten best matches, by relevance, then newest first. */
export function searchSeasons(db: Database, search: ParsedSeasonSearch): Promise<Found[]> {
  const { condition, relevance } = CLAUSES[search.form];
  return query<Found>(
    db,
    `
    select id
    from (select ?::text as text) as asked, seasons
    where ${condition}
    order by ${relevance}, ${NEWEST_SEASON_FIRST}
    limit ?
    `,
    [search.text, SEARCH_RESULTS],
  );
}

/** The condition and relevance for each form of search (the documented priorities 1 to 4). */
const CLAUSES: Record<ParsedSeasonSearch['form'], { condition: string; relevance: string }> = {
  // A bare 1 would refer to the first column.
  starting: { condition: 'first_year::text = text', relevance: '1::integer' },
  exact: { condition: 'year = text', relevance: '1::integer' },
  year: {
    condition: 'first_year::text = text or second_year::text = text',
    relevance: 'case when year = text then 1 when first_year::text = text then 2 else 3 end',
  },
  ending: {
    condition: "first_year::text like '%' || text or second_year::text like '%' || text",
    relevance: "case when first_year::text like '%' || text then 2 else 3 end",
  },
  containing: {
    condition: 'strpos(first_year::text, text) > 0 or strpos(second_year::text, text) > 0',
    relevance: `case
      when starts_with(first_year::text, text) then 2
      when second_year::text like '%' || text then 3
      else 4
    end`,
  },
};
