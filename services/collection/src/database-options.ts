import type { DatabaseOptions } from '@kitroom/server/database/database';
import { WORKER_CONNECTIONS } from '@kitroom/server/jobs/jobs';
import type { Config } from './config.ts';
import { STATEMENT_TIMEOUT_MS } from './limits.ts';

export function databaseOptions(config: Config): DatabaseOptions {
  return {
    url: config.DATABASE_URL,
    poolMax: Math.max(1, config.DATABASE_POOL_MAX - WORKER_CONNECTIONS),
    applicationName: 'kitroom-collection',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  };
}
