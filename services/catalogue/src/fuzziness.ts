import type { Database } from '@kitroom/server/database/database';
import { hasRows } from '@kitroom/server/database/query-parts';

/** A record matches a keyword from this `word_similarity` on. Source: the decisions on search. */
export const NAME_SIMILARITY_MIN = 0.4;

/** A candidate for a misspelled word: one wrong letter in a word of four leaves a quarter of its trigrams. */
export const WORD_SIMILARITY_MIN = 0.2;

/** Checks once whether the database has pg_trgm. */
export function rememberFuzziness(db: Database): () => Promise<boolean> {
  let known: boolean | undefined;
  return async () => {
    known ??= await hasTrigrams(db);
    return known;
  };
}

async function hasTrigrams(db: Database): Promise<boolean> {
  return hasRows(db('pg_extension').where({ extname: 'pg_trgm' }));
}
