import { query, type Database } from '@kitroom/server/database/database';

/** The similarity thresholds of `<%` and `%`, set on every connection; harmless without pg_trgm. */
export const FUZZINESS_SETTINGS = {
  // Source: the decisions; a record matches from 0.4.
  'pg_trgm.word_similarity_threshold': '0.4',
  // Finds candidates for a misspelled word: one wrong letter in a word of four leaves a quarter of its trigrams.
  'pg_trgm.similarity_threshold': '0.2',
};

/** Checks once whether the database has pg_trgm. */
export function rememberFuzziness(db: Database): () => Promise<boolean> {
  let known: boolean | undefined;
  return async () => {
    known ??= await hasTrigrams(db);
    return known;
  };
}

async function hasTrigrams(db: Database): Promise<boolean> {
  const rows = await query(db, "select 1 from pg_extension where extname = 'pg_trgm'");
  return rows.length > 0;
}
