import type { Redis } from '@kitroom/server/cache/redis';
import type { Database } from '@kitroom/server/database/database';
import { openStandby, type Standby } from '@kitroom/server/database/standby';
import { JOBS_TABLE } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Config } from './config.ts';
import { databaseOptions } from './database.ts';

/**
 * Tables whose rows are shown only to their own user, or to no one. Omitting a table is safe: after each of
 * its changes, more reads use the primary.
 */
const OWN_TABLES = new Set([
  JOBS_TABLE,
  'sessions',
  'account_keys',
  'audit_log',
  'idempotency_keys',
  'mails',
  'mail_requests',
]);

/**
 * Opens the standby, if there is one. Every process that writes must open it, as it records which writes
 * reads must include.
 */
export function openCollectionStandby({
  config,
  db,
  redis,
  log,
}: {
  config: Config;
  db: Database;
  redis: Redis | undefined;
  log: Logger;
}): Standby | undefined {
  if (config.DATABASE_READ_URL === undefined || !redis) return undefined;
  return openStandby({
    db,
    redis,
    log,
    // Without a pooler, as the position that a standby has replayed is remembered per connection.
    options: { ...databaseOptions(config), url: config.DATABASE_READ_URL, directUrl: undefined },
    prefix: 'kitroom:collection:standby',
    lagMaxSeconds: config.DATABASE_READ_MAX_LAG_SECONDS,
    ownTables: OWN_TABLES,
  });
}
