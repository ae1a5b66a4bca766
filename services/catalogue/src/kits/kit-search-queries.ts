import { query, type Database } from '@kitroom/server/database/database';
import { KIT_ITEM_COLUMNS, KIT_TYPE_ORDER, type KitItemRow } from './kit-queries.ts';
import type { TypeCount } from './plan-kit-search.ts';
import type { ParsedKitSearch } from './parse-kit-search.ts';

export interface KitSearchRow extends KitItemRow {
  team_name: string;
  season_year: string;
}

/** Kits match if their name contains one text of each group and they belong to one of the seasons. */
export interface KitMatch {
  groups: readonly (readonly string[])[];
  seasons: readonly number[] | undefined;
}

/** Normalises a text for searching, and splits it into terms at white space and hyphens. */
export async function readTerms(db: Database, text: string): Promise<{ phrase: string; terms: string[] }> {
  if (text === '') return { phrase: '', terms: [] };
  const [row] = await query<{ phrase: string }>(db, 'select search_text(?) as phrase', [text]);
  const phrase = row?.phrase ?? '';
  return { phrase, terms: [...new Set(phrase.split(/[\s-]+/).filter((term) => term !== ''))] };
}

export async function findSeasonIds(
  db: Database,
  season: NonNullable<ParsedKitSearch['season']>,
): Promise<number[]> {
  const rows =
    'year' in season
      ? await query<{ id: number }>(db, 'select id from seasons where year = ?', [season.year])
      : await query<{ id: number }>(db, 'select id from seasons where ? in (first_year, second_year)', [
          season.yearOf,
        ]);
  return rows.map(({ id }) => id);
}

/** Terms contained in more words than this are not counted: any kit might match. */
const COMMON_WORDS = 1000;

/**
 * The kit types in the required order, each with its number of kits and, per term, how many kits may match: those whose
 * names have a word that contains the term.
 */
export async function countTermsByType(db: Database, terms: readonly string[]): Promise<TypeCount[]> {
  const rows = await query<{ id: number; kits: number; by_term: number[] }>(
    db,
    `
    with asked as materialized (
      select pattern, place from unnest(?::text[]) with ordinality as given (pattern, place)
    ), words as materialized (
      select asked.place, kit_words.word from asked join kit_words on kit_words.word like asked.pattern
    ), common as materialized (
      select place from words group by place having count(*) > ${COMMON_WORDS}
    ), counted as materialized (
      select words.place, kit_word_types.type_id, sum(kit_word_types.kits)::integer as kits
      from words join kit_word_types on kit_word_types.word = words.word
      where words.place not in (select place from common)
      group by 1, 2
    )
    select kit_types.id, all_kits.kits,
      array(
        select case when asked.place in (select place from common) then all_kits.kits else coalesce(counted.kits, 0) end
        from asked left join counted on counted.place = asked.place and counted.type_id = kit_types.id
        order by asked.place
      ) as by_term
    from kit_types
    join kit_word_types as all_kits on all_kits.type_id = kit_types.id and all_kits.word = ''
    where all_kits.kits > 0
    order by ${KIT_TYPE_ORDER}
    `,
    [terms.map(toPattern)],
  );
  return rows.map((row) => ({ typeId: row.id, kits: row.kits, byTerm: row.by_term }));
}

/**
 * Up to five similar words from kit names per term. Swapped letters leave a short word too few common trigrams, so they
 * are also tried swapped back. Words that no kit uses any more are ignored.
 */
export async function findSimilarWords(db: Database, terms: readonly string[]): Promise<string[][]> {
  const rows = await query<{ words: string[] }>(
    db,
    `
    select array(
      select word
      from (
        select word, closeness, max(closeness) over () as best
        from (
          select word, case when word = any(undone) then 1 else similarity(word, term) end as closeness
          from kit_words
          where (word % term or word = any(undone))
            and exists (
              select 1 from kit_word_types where kit_word_types.word = kit_words.word and kit_word_types.kits > 0
            )
        ) as candidates
      ) as similar_words
      where closeness >= best - 0.1
      order by closeness desc, word
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

/** Finds all matches with the trigram index and sorts them in the required order. */
export function sortKits(
  db: Database,
  { groups, seasons }: KitMatch,
  limit: number,
): Promise<KitSearchRow[]> {
  const conditions = groups.map(() => 'kits.name_search like any(?::text[])');
  if (seasons) conditions.push('kits.season_id = any(?::integer[])');
  return query<KitSearchRow>(
    db,
    // Materialized, so that the limit does not make the planner scan in sort order for a rare text.
    `
    with matches as materialized (
      select id, type_id from kits where ${conditions.join(' and ')}
    ), first_matches as (
      select matches.id, row_number() over (order by ${KIT_TYPE_ORDER}, matches.id desc) as place
      from matches join kit_types on kit_types.id = matches.type_id
      order by place
      limit ?
    )
    ${SELECT_FOUND}
    from first_matches as found
    ${JOIN_FOUND}
    order by found.place
    `,
    [...groups.map((texts) => texts.map(toPattern)), ...(seasons ? [seasons] : []), limit],
  );
}

/**
 * The first matches of some types in their order, scanned from the newest kit: at most the newest `depth` kits of each
 * type, if given.
 */
export function walkKitTypes(
  db: Database,
  search: KitMatch,
  typeIds: readonly number[],
  { limit, depth }: { limit: number; depth: number | null },
): Promise<KitSearchRow[]> {
  // strpos instead of like: no index supports it, so the planner scans the types and checks the names.
  const conditions = search.groups.map(
    (texts) => `(${texts.map(() => 'strpos(newest.name_search, ?) > 0').join(' or ')})`,
  );
  return query<KitSearchRow>(
    db,
    `
    with found as (
      select matches.id, types.place
      from unnest(?::integer[]) with ordinality as types (id, place)
      cross join lateral (
        select newest.id
        from (
          select kits.id, kits.name_search
          from kits
          where kits.type_id = types.id ${search.seasons ? 'and kits.season_id = any(?::integer[])' : ''}
          order by kits.id desc
          limit ?
        ) as newest
        ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
        order by newest.id desc
        limit ?
      ) as matches
      order by types.place, matches.id desc
      limit ?
    )
    ${SELECT_FOUND}
    from found
    ${JOIN_FOUND}
    order by found.place, found.id desc
    `,
    [typeIds, ...(search.seasons ? [search.seasons] : []), depth, ...search.groups.flat(), limit, limit],
  );
}

const SELECT_FOUND = `select ${KIT_ITEM_COLUMNS}, clubs.name as team_name, seasons.year as season_year`;
const JOIN_FOUND = `
  join kits on kits.id = found.id
  join clubs on clubs.id = kits.club_id
  join seasons on seasons.id = kits.season_id
  join kit_types on kit_types.id = kits.type_id
`;

/** A `like` pattern that matches a text literally. */
function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
