import type { DatabaseOptions } from '@kitroom/server/database/database';
import { WORKER_CONNECTIONS } from '@kitroom/server/jobs/worker-connections';
import type { Config } from './config.ts';
import { STATEMENT_TIMEOUT_MS } from './limits.ts';

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
