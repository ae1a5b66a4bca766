import { query, type Database } from '@kitroom/server/database/database';
import { SEARCH_RESULTS } from './limits.ts';
import type { NamedTable } from './records.ts';
import { NAMED_COLUMNS, type NamedRow } from './search-index/index-queries.ts';
import type { SearchIndex } from './search-index/open-index.ts';
import { fold } from './fold.ts';

export interface NameSearch {
  db: Database;
  index: SearchIndex;
  /** Whether the database has pg_trgm. */
  isFuzzy(): Promise<boolean>;
}

/**
 * The ten best matches for a keyword, in the order of their ids. A record matches if its name, slug or an alias
 * contains the keyword, if each word of the keyword is within one edit of a word of the name or an alias, or if the
 * keyword is similar to the name or slug (`word_similarity` of at least 0.4), ignoring accents and case. Matches are
 * ranked in tiers: exact, prefix, substring, one edit, similar; within a tier by similarity, then by id. Source: the
 * decisions on search.
 */
export async function searchNames(
  { db, index, isFuzzy }: NameSearch,
  table: NamedTable,
  keyword: string,
): Promise<NamedRow[]> {
  const current = await index.read();
  if (current) {
    const { names, byId } = current[table];
    const ids = names.search(fold(keyword));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }
  const statement = (await isFuzzy()) ? fuzzy(table) : containing(table);
  return query<NamedRow>(db, statement, [keyword]);
}

export async function findNamed(
  { db, index }: Pick<NameSearch, 'db' | 'index'>,
  table: NamedTable,
  id: number,
): Promise<NamedRow | undefined> {
  const current = await index.read();
  if (current) return current[table].byId.get(id);
  const [row] = await query<NamedRow>(db, `select ${NAMED_COLUMNS[table]} from ${table} where id = ?`, [id]);
  return row;
}

/** The keyword normalised for searching, and its `like` pattern; no row if it is blank. */
export const ASKED_TEXT = `asked as materialized (
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
      where (text <% name_search or text <% slug)
        and (select count(*) from close) < ${SEARCH_RESULTS}
        and not exists (select 1 from close where close.id = records.id)
    ), reaching as (
      select id, tier from matching order by tier fetch first ${SEARCH_RESULTS} rows with ties
    )
    ${selectBest(table, 'reaching', SIMILARITY)}
  `;
}

function containing(table: NamedTable): string {
  return `
    with ${ASKED_TEXT}, matching as (${containingRows(table)})
    ${selectBest(table, 'matching', '')}
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
    select ${NAMED_COLUMNS[table]}
    from (
      select records.*
      from asked, ${matches} as matches join ${table} as records on records.id = matches.id
      order by matches.tier, ${similarity} records.id
      limit ${SEARCH_RESULTS}
    ) as best
    order by id
  `;
}
