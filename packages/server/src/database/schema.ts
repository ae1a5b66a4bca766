import type { Knex } from 'knex';
import type { Database } from './database.ts';

/** Adds the column `id`: an identity, for which Knex has no builder, and the primary key. */
export function addIdentity(table: Knex.CreateTableBuilder, type: 'integer' | 'bigint' = 'integer'): void {
  table.specificType('id', `${type} generated always as identity`).primary();
}

/** Letters that Unicode does not decompose, and the characters that people type instead. */
const LETTERS = 'ØøĐđŁłħĦıŦŧƏəðÐς‘’‚‛“”„‐‑‒–—―';
const TYPED_AS = "OoDdLlhHiTtEedDσ''''\"\"\"------";

/** Letters that people type as two. */
const PAIRS: ReadonlyArray<[string, string]> = [
  ['ß', 'ss'],
  ['ẞ', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'ae'],
  ['œ', 'oe'],
  ['Œ', 'oe'],
  ['þ', 'th'],
  ['Þ', 'th'],
];

/**
 * Creates the function `search_text(text)`, which normalises text for searching: removes case, accents and
 * extra white space. It uses only built-in functions, so unlike `unaccent` it is immutable, usable in
 * generated columns and indexes, and needs no extension. Migrations call it, so it must never change.
 */
export async function createSearchTextFunction(db: Database): Promise<void> {
  const decomposed =
    "regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF]', '', 'g')";
  const singles = `translate(${decomposed}, ${quote(LETTERS)}, ${quote(TYPED_AS)})`;
  const pairs = PAIRS.reduce((sql, [from, to]) => `replace(${sql}, ${quote(from)}, ${quote(to)})`, singles);
  await db.raw(`
    create function search_text(value text) returns text
    language sql immutable strict parallel safe
    return case
      when value ~ '^[!-~]+( [!-~]+)*$' then lower(value)
      else btrim(regexp_replace(lower(${pairs}), '\\s+', ' ', 'g'))
    end
  `);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
