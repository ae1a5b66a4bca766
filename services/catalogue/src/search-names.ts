import { query, type Database } from '@kitroom/server/database';
import { SEARCH_RESULTS } from './limits.ts';
import type { NamedTable } from './records.ts';

/** What a name search needs to know of the service. */
export interface NameSearch {
  db: Database;
  /** Whether the database has pg_trgm. */
  isFuzzy(): Promise<boolean>;
}

/**
 * The ten records that match a keyword best, in the order of their ids. A record matches when the keyword is
 * similar to its name or slug (`word_similarity` of at least 0.4, accents and case removed) or contained in one
 * of them; exact ones come first, then those that start with it, then by similarity. Source: the decisions on
 * search. `columns` are the record's own columns to read.
 */
export async function searchNames<Row>(
  { db, isFuzzy }: NameSearch,
  table: NamedTable,
  columns: readonly string[],
  keyword: string,
): Promise<Row[]> {
  const statement = (await isFuzzy()) ? fuzzy(table, columns) : containing(table, columns);
  return query<Row>(db, statement, [keyword, SEARCH_RESULTS]);
}

/** A keyword as names are searched for it: its text, and the pattern of what contains it; no row where it is blank. */
export const ASKED_TEXT = `asked as materialized (
      select text, '%' || replace(replace(replace(text, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%' as pattern
      from search_text(?) as text
      where text <> ''
    )`;

/** `<%` reads the trigram indexes, and takes its threshold from the connection's settings. */
function fuzzy(table: NamedTable, columns: readonly string[]): string {
  return select(
    table,
    columns,
    `text <% name_search or text <% slug or name_search like pattern or slug ilike pattern`,
    `greatest(word_similarity(text, name_search), word_similarity(text, slug)) desc,`,
  );
}

function containing(table: NamedTable, columns: readonly string[]): string {
  return select(table, columns, `name_search like pattern or slug ilike pattern`, '');
}

function select(
  table: NamedTable,
  columns: readonly string[],
  condition: string,
  similarity: string,
): string {
  return `
    with ${ASKED_TEXT}, best as (
      select ${columns.map((column) => `records.${column}`).join(', ')}
      from asked, ${table} as records
      where ${condition}
      order by
        name_search = text or lower(slug) = text desc,
        starts_with(name_search, text) desc,
        ${similarity}
        records.id
      limit ?
    )
    select * from best order by id
  `;
}
