import type { Database } from './database.ts';

/** Runs statements of a migration as they stand: Knex would take a question mark for a binding. */
export async function execute(db: Database, sql: string): Promise<void> {
  await db.raw(sql.replaceAll('?', '\\?'));
}
