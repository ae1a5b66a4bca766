import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '@kitroom/server/database/migrate';

/** The folder of the catalogue's migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Brings a catalogue's database up to date; answers the names of the migrations that ran. */
export function migrateCatalogue(databaseUrl: string): Promise<string[]> {
  return migrateDatabase({ url: databaseUrl, folder: MIGRATIONS });
}
