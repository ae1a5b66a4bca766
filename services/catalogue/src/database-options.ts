import type { DatabaseOptions } from '@kitroom/server/database/database';
import { WORKER_CONNECTIONS } from '@kitroom/server/jobs/worker-connections';
import type { Config } from './config.ts';
import { FUZZINESS_SETTINGS } from './fuzziness.ts';
import { STATEMENT_TIMEOUT_MS } from './limits.ts';

/** One hears of changes; the others are the worker's. */
const CONNECTIONS_BESIDE_POOL = 1 + WORKER_CONNECTIONS;

/** How the catalogue's database is opened. */
export function databaseOptions(config: Config): DatabaseOptions {
  return {
    url: config.DATABASE_URL,
    poolMax: Math.max(1, config.DATABASE_POOL_MAX - CONNECTIONS_BESIDE_POOL),
    applicationName: 'kitroom-catalogue',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    settings: FUZZINESS_SETTINGS,
  };
}
