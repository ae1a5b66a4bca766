import { query, type Database } from '@kitroom/server/database/database';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../../src/limits.ts';
import { parseKitSearch, type ParsedKitSearch } from '../../src/kits/parse-kit-search.ts';
import { primaryTeamsFirst } from '../../src/kits/secondary-teams.ts';
import { KIT_TYPE_ORDER, type NamedTable } from '../../src/records.ts';
import type { ParsedSeasonSearch } from '../../src/seasons/parse-season-search.ts';

/*
 * What searches must find, in SQL that reads all rows, with pg_trgm: the reference that the catalogue in memory is
 * compared with.
 */

export interface Found {
  id: number;
}

interface KitCandidate extends Found {
  team_name: string;
}

const NEWEST_SEASON_FIRST = 'seasons.first_year desc, seasons.second_year desc nulls last';

/** The ten best matches for a keyword, in the order of their ids. */
export function searchNames(db: Database, table: NamedTable, keyword: string): Promise<Found[]> {
  return query<Found>(db, fuzzy(table), [keyword]);
}

/** Up to ten kits, and how they were found: the first tier with results wins. */
export async function searchKits(
  db: Database,
  keyword: string,
): Promise<{ tier: string | null; ids: number[] }> {
  const { season, text } = parseKitSearch(keyword);
  const [row] = await query<{ phrase: string }>(db, 'select search_text(?) as phrase', [text]);
  const phrase = row?.phrase ?? '';
  const terms = [...new Set(phrase.split(/[\s-]+/).filter((term) => term !== ''))];
  if (phrase === '' && !season) return { tier: null, ids: [] };
  const tiers: Array<[tier: string, groups: string[][]]> = [
    ['phrase', phrase === '' ? [] : [[phrase]]],
    ...(terms.length > 0 ? [['all_terms', terms.map((term) => [term])] as [string, string[][]]] : []),
    ...(terms.length > 1 ? [['any_term', [terms]] as [string, string[][]]] : []),
  ];
  const similar = (await findSimilarWords(db, terms)).filter((words) => words.length > 0);
  if (similar.length > 0) tiers.push(['similar_words', similar]);
  for (const [tier, groups] of tiers) {
    const found = primaryTeamsFirst(await findKitCandidates(db, groups, season));
    if (found.length > 0) return { tier, ids: found.slice(0, SEARCH_RESULTS).map(({ id }) => id) };
  }
  return { tier: null, ids: [] };
}

/**
 * The first kits whose names contain a text of each group and that belong to the season, by reading all names.
 */
async function findKitCandidates(
  db: Database,
  groups: ReadonlyArray<readonly string[]>,
  season: ParsedKitSearch['season'],
): Promise<KitCandidate[]> {
  const conditions = groups.map(() => 'kits.name_search like any(?::text[])');
  if (season) conditions.push('year' in season ? 'seasons.year = ?' : '? in (first_year, second_year)');
  return query<KitCandidate>(
    db,
    `
    select kits.id, clubs.name as team_name
    from kits
    join clubs on clubs.id = kits.club_id
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    where ${conditions.join(' and ')}
    order by ${KIT_TYPE_ORDER}, kits.id desc
    limit ${KIT_SEARCH_CANDIDATES}
    `,
    [
      ...groups.map((texts) => texts.map(toPattern)),
      ...(season ? ['year' in season ? season.year : season.yearOf] : []),
    ],
  );
}

/**
 * Up to five similar words from kit names per term, by reading all names. Swapped letters leave a short word too few
 * common trigrams, so they are also tried swapped back.
 */
async function findSimilarWords(db: Database, terms: readonly string[]): Promise<string[][]> {
  const rows = await query<{ words: string[] }>(
    db,
    `
    with known as materialized (
      select distinct word from kits, unnest(string_to_array(name_search, ' ')) as word
    )
    select array(
      select word
      from (
        select word, closeness, max(closeness) over () as best
        from (
          select word, case when word = any(undone) then 1 else similarity(word, term) end as closeness
          from known
          where similarity(word, term) >= 0.2 or word = any(undone)
        ) as candidates
      ) as similar_words
      where closeness >= best - 0.1
      order by closeness desc, word collate "C"
      limit 5
    ) as words
    from unnest(?::text[]) with ordinality as given (term, place)
    cross join lateral (
      select array_agg(overlay(term placing reverse(substr(term, at, 2)) from at for 2)) as undone
      from generate_series(1, length(term) - 1) as at
    ) as swaps
    order by place
    `,
    [terms],
  );
  return rows.map(({ words }) => words);
}

/** A `like` pattern that matches a text literally. */
function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The keyword normalised for searching, and its `like` pattern; no row if it is blank. */
const ASKED_TEXT = `asked as materialized (
      select text, '%' || replace(replace(replace(text, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' as pattern
      from search_text(?) as text
      where text <> ''
    )`;

/** The normalised names of a record, one per line; only clubs have aliases. */
const NAMES: Readonly<Record<NamedTable, string>> = {
  clubs: 'names_search',
  brands: 'name_search',
  competitions: 'name_search',
};

/** The costliest part, computed only if more than ten records reach the best tiers. */
const SIMILARITY = `case when (select count(*) from reaching) > ${SEARCH_RESULTS}
  then greatest(word_similarity(text, name_search), word_similarity(text, slug)) end desc,`;

/**
 * Similar records rank last, so they are only searched if fewer than ten others match; similarity, the costliest part,
 * is only computed for the tiers that reach the best ten.
 */
function fuzzy(table: NamedTable): string {
  return `
    with ${ASKED_TEXT}, close as (
      select id, min(tier) as tier
      from (
        ${containingRows(table)}
        union all
        select id, 4
        from ${table}
        where one_edit_keys(${NAMES[table]}) @@ (select one_edit_query(text) from asked)
      ) as found
      group by id
    ), matching as (
      select id, tier from close
      union all
      select records.id, 5
      from asked, ${table} as records
      where greatest(word_similarity(text, name_search), word_similarity(text, slug)) >= 0.4
        and (select count(*) from close) < ${SEARCH_RESULTS}
        and not exists (select 1 from close where close.id = records.id)
    ), reaching as (
      select id, tier from matching order by tier fetch first ${SEARCH_RESULTS} rows with ties
    )
    ${selectBest(table, 'reaching', SIMILARITY)}
  `;
}

/** Records that contain the keyword, with their tier. */
function containingRows(table: NamedTable): string {
  const names = NAMES[table];
  return String.raw`
        select id, case
          when strpos(E'\n' || ${names} || E'\n', E'\n' || text || E'\n') > 0 or lower(slug) = text then 1
          when strpos(E'\n' || ${names}, E'\n' || text) > 0 then 2
          else 3
        end as tier
        from asked, ${table}
        where ${names} like pattern or slug ilike pattern`;
}

function selectBest(table: NamedTable, matches: string, similarity: string): string {
  return `
    select id
    from (
      select records.*
      from asked, ${matches} as matches join ${table} as records on records.id = matches.id
      order by matches.tier, ${similarity} records.id
      limit ${SEARCH_RESULTS}
    ) as best
    order by id
  `;
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
