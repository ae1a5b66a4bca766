import { openDatabase, type Database } from '@kitroom/server/database/database';
import { readCatalogueConfig } from './config.ts';
import { databaseOptions } from './database-options.ts';

/** Opens the database for an operator command and closes it afterwards. */
export async function withDatabase<T>(use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(databaseOptions(readCatalogueConfig(process.env)));
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
