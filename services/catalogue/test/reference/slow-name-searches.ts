import { query, type Database } from '@kitroom/server/database/database';
import { fold } from '@kitroom/shared';
import type { NamedTable } from '../../src/records/record-view.ts';
import { rankNames, spellInLatin, stripSlug, type ComparedName } from './rank-names.ts';

/*
 * Expected results of searches by name. Reads all names for each keyword, and uses pg_trgm's similarities.
 */

/** Returns the ten best matches for a keyword, in the order of their ids. */
export async function searchNames(db: Database, table: NamedTable, keyword: string): Promise<number[]> {
  return fold(keyword) === '' ? [] : rankNames(await compareNames(db, table, keyword));
}

/** All records of a table, with their similarity to a keyword. */
export async function compareNames(
  db: Database,
  table: NamedTable,
  keyword: string,
): Promise<ComparedName[]> {
  const rows = await query<{ id: number; name: string; slug: string; aliases: string[] }>(
    db,
    `select id, name, slug, aliases from ${table} order by id`,
  );
  const names = rows.map(({ name }) => fold(name));
  const similarities = await query<{ similarity: number }>(
    db,
    `select max(greatest(word_similarity(keyword, name), word_similarity(keyword, slug))) as similarity
     from unnest(?::text[]) as keyword, unnest(?::text[], ?::text[]) with ordinality as records (name, slug, place)
     group by place
     order by place`,
    [
      spellInLatin(fold(keyword).replace(/(.)[ -]kits?$/, '$1')),
      names,
      rows.map(({ slug }) => stripSlug(slug)),
    ],
  );
  return rows.map((row, index) => ({
    ...row,
    name: names[index] ?? '',
    aliases: row.aliases.map(fold),
    keyword: fold(keyword),
    similarity: similarities[index]?.similarity ?? 0,
  }));
}
