import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import {
  openConnection,
  openDatabase,
  type Database,
  type DatabaseOptions,
} from '@kitroom/server/database/database';
import { migrateDatabase } from '@kitroom/server/database/migrate';
import { WORKER_CONNECTIONS } from '@kitroom/server/jobs/jobs';
import type { DatabaseConfig } from '@kitroom/server/process/config';
import { readCatalogueConfig } from './config.ts';
import { STATEMENT_TIMEOUT_MS } from './limits.ts';

/** One connection listens for changes; the worker uses the others. */
const CONNECTIONS_OUTSIDE_POOL = 1 + WORKER_CONNECTIONS;

export function databaseOptions(config: DatabaseConfig): DatabaseOptions {
  return {
    url: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
    poolMax: Math.max(1, config.DATABASE_POOL_MAX - CONNECTIONS_OUTSIDE_POOL),
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

/**
 * Opens a separate connection for long statements, directly to PostgreSQL. Closing it rolls back an open
 * transaction.
 */
export async function withConnection<T>(
  database: DatabaseOptions,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openConnection(database);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs statements in one transaction. If they fail, close the connection, which rolls the transaction back.
 */
export async function inTransaction<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  await client.query('begin');
  const result = await run();
  await client.query('commit');
  return result;
}
