import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '@kitroom/server/database/migrate';

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Runs pending migrations and returns their names. */
export function migrateCatalogue(databaseUrl: string): Promise<string[]> {
  return migrateDatabase({ url: databaseUrl, folder: MIGRATIONS });
}
