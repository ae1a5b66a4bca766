import { fileURLToPath } from 'node:url';
import type { DatabaseOptions } from '@kitroom/server/database/database';
import { migrateDatabase } from '@kitroom/server/database/migrate';
import { WORKER_CONNECTIONS } from '@kitroom/server/jobs/jobs';
import type { DatabaseConfig } from '@kitroom/server/process/config';
import { STATEMENT_TIMEOUT_MS, USER_SHARE } from './limits.ts';

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Migrates a collection database; returns the names of the migrations applied. */
export function migrateCollection(databaseUrl: string): Promise<string[]> {
  return migrateDatabase({ url: databaseUrl, folder: MIGRATIONS });
}

export function databaseOptions(config: DatabaseConfig): DatabaseOptions {
  return {
    url: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
    poolMax: Math.max(1, config.DATABASE_POOL_MAX - WORKER_CONNECTIONS),
    applicationName: 'kitroom-collection',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    userShare: USER_SHARE,
  };
}
