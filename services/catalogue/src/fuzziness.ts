import { query, type Database } from '@kitroom/server/database/database';

/** What `<%` and `%` of pg_trgm count as similar, on every connection; harmless where it is not installed. */
export const FUZZINESS_SETTINGS = {
  // From the decisions: a record matches from 0.4 on.
  'pg_trgm.word_similarity_threshold': '0.4',
  // Candidates for a mistyped word: one wrong letter in a word of four leaves a quarter of its trigrams.
  'pg_trgm.similarity_threshold': '0.2',
};

/** Answers whether the database has pg_trgm; asks it once. */
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
