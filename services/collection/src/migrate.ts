import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '@kitroom/server/database/migrate';

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Migrates a collection database; returns the names of the migrations applied. */
export function migrateCollection(databaseUrl: string): Promise<string[]> {
  return migrateDatabase({ url: databaseUrl, folder: MIGRATIONS });
}
