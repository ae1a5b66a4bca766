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

/** One listens for changes; the others belong to the worker. */
const CONNECTIONS_BESIDE_POOL = 1 + WORKER_CONNECTIONS;

export function databaseOptions(config: DatabaseConfig): DatabaseOptions {
  return {
    url: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
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

/**
 * Opens a connection of its own to PostgreSQL itself, for long statements; closing it rolls back an open
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

/** Runs statements in one transaction. If they fail, the connection is to be closed, which rolls it back. */
export async function inTransaction<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  await client.query('begin');
  const result = await run();
  await client.query('commit');
  return result;
}
