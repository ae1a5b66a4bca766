import { query, type Database } from '@kitroom/server/database/database';
import { KIT_SEARCH_CANDIDATES } from '../limits.ts';
import { KIT_TYPE_ORDER } from '../records.ts';
import { KIT_ITEM_COLUMNS, type KitItemRow } from './kit-queries.ts';
import type { ParsedKitSearch } from './parse-kit-search.ts';

export interface KitSearchRow extends KitItemRow {
  team_name: string;
  season_year: string;
}

/** A kit that a search found, and the team by which results are moved back. */
export interface KitCandidate {
  id: number;
  team_name: string;
}

/** The rows of found kits, in the order of `ids`. */
export function listKitSearchRows(db: Database, ids: readonly number[]): Promise<KitSearchRow[]> {
  return query<KitSearchRow>(
    db,
    `
    select ${KIT_ITEM_COLUMNS}, clubs.name as team_name, seasons.year as season_year
    from unnest(?::integer[]) with ordinality as found (id, place)
    join kits on kits.id = found.id
    join clubs on clubs.id = kits.club_id
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    order by found.place
    `,
    [ids],
    'kit-search-rows',
  );
}

/**
 * The first kits whose names contain a text of each group and that belong to the season, by reading all names. Answers
 * while the index is being built, and defines what the index must answer.
 */
export async function findKitCandidates(
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
export async function findSimilarWords(db: Database, terms: readonly string[]): Promise<string[][]> {
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
          where word % term or word = any(undone)
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
