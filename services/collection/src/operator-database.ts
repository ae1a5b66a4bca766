import { openDatabase, type Database } from '@kitroom/server/database/database';
import type { Config } from './config.ts';
import { databaseOptions } from './database-options.ts';

/** Opens the database for an operator's command, and closes it afterwards. */
export async function withDatabase<T>(config: Config, use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(databaseOptions(config));
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
