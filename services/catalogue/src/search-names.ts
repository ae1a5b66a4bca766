import { query, type Database } from '@kitroom/server/database/database';
import { SEARCH_RESULTS } from './limits.ts';
import type { NamedTable } from './records.ts';

/** What a name search needs to know of the service. */
export interface NameSearch {
  db: Database;
  /** Whether the database has pg_trgm. */
  isFuzzy(): Promise<boolean>;
}

/**
 * The ten records that match a keyword best, in the order of their ids. A record matches when its name, its slug or an
 * alias contains the keyword, when each word of the keyword is within one edit of a word of the name or an alias, or
 * when the keyword is similar to the name or slug (`word_similarity` of at least 0.4); all without accents and case.
 * Tiers rank them: exact ones, those that start with the keyword, contain it, are one edit away, are similar; within
 * a tier the most similar come first, then the lowest ids. Source: the decisions on search. `columns` are the record's
 * own columns to read.
 */
export async function searchNames<Row>(
  { db, isFuzzy }: NameSearch,
  table: NamedTable,
  columns: readonly string[],
  keyword: string,
): Promise<Row[]> {
  const statement = (await isFuzzy()) ? fuzzy(table, columns) : containing(table, columns);
  // Named, because planning it takes as long as running it.
  return query<Row>(db, statement, [keyword], `search-${table}-${columns.join('-')}`);
}

/** A keyword as names are searched for it: its text, and the pattern of what contains it; no row where it is blank. */
export const ASKED_TEXT = `asked as materialized (
      select text, '%' || replace(replace(replace(text, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' as pattern
      from search_text(?) as text
      where text <> ''
    )`;

/** Where the names of a record stand, normalised and one a line: clubs alone have aliases. */
const NAMES: Readonly<Record<NamedTable, string>> = {
  clubs: 'names_search',
  brands: 'name_search',
  competitions: 'name_search',
};

/** Costs more than all else, and does not matter where all that reach the best ten are among them. */
const SIMILARITY = `case when (select count(*) from reaching) > ${SEARCH_RESULTS}
  then greatest(word_similarity(text, name_search), word_similarity(text, slug)) end desc,`;

/**
 * Similar records rank last, so they are only looked for where fewer than ten are closer; and similarity, the costliest
 * part, is only computed for the tiers that reach the best ten.
 */
function fuzzy(table: NamedTable, columns: readonly string[]): string {
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
      where (text <% name_search or text <% slug)
        and (select count(*) from close) < ${SEARCH_RESULTS}
        and not exists (select 1 from close where close.id = records.id)
    ), reaching as (
      select id, tier from matching order by tier fetch first ${SEARCH_RESULTS} rows with ties
    )
    ${selectBest(table, columns, 'reaching', SIMILARITY)}
  `;
}

function containing(table: NamedTable, columns: readonly string[]): string {
  return `
    with ${ASKED_TEXT}, matching as (${containingRows(table)})
    ${selectBest(table, columns, 'matching', '')}
  `;
}

/** What contains the keyword, and in which tier. */
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

function selectBest(
  table: NamedTable,
  columns: readonly string[],
  matches: string,
  similarity: string,
): string {
  return `
    select ${columns.join(', ')}
    from (
      select records.*
      from asked, ${matches} as matches join ${table} as records on records.id = matches.id
      order by matches.tier, ${similarity} records.id
      limit ${SEARCH_RESULTS}
    ) as best
    order by id
  `;
}
