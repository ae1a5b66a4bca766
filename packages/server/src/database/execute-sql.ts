import type { Database } from './database.ts';

/** Runs SQL of a migration verbatim: Knex would treat a question mark as a placeholder. */
export async function execute(db: Database, sql: string): Promise<void> {
  await db.raw(sql.replaceAll('?', '\\?'));
}
