import { type DatabaseOptions, openDatabase, type Database } from '@kitroom/server/database/database';
import { WORKER_CONNECTIONS } from '@kitroom/server/jobs/jobs';
import { type Config, readCatalogueConfig } from './config.ts';
import { STATEMENT_TIMEOUT_MS } from './limits.ts';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '@kitroom/server/database/migrate';

/** One listens for changes; the others belong to the worker. */
const CONNECTIONS_BESIDE_POOL = 1 + WORKER_CONNECTIONS;

export function databaseOptions(config: Config): DatabaseOptions {
  return {
    url: config.DATABASE_URL,
    poolMax: Math.max(1, config.DATABASE_POOL_MAX - CONNECTIONS_BESIDE_POOL),
    applicationName: 'kitroom-catalogue',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  };
}

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Runs pending migrations and returns their names. */
export function migrateCatalogue(databaseUrl: string): Promise<string[]> {
  return migrateDatabase({ url: databaseUrl, folder: MIGRATIONS });
}

/** Opens the database for an operator command and closes it afterwards. */
export async function withDatabase<T>(use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(databaseOptions(readCatalogueConfig(process.env)));
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
