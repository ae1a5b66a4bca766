import { setTimeout as sleep } from 'node:timers/promises';
import { openRedisEntries } from '@kitroom/server/cache/cache-redis';
import { openRedis } from '@kitroom/server/cache/redis';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { CACHE_PREFIX, type Config } from '../config.ts';

const DEADLINE_MS = 3000;
const POLL_MS = 10;

/**
 * Invalidates cached responses that show the changed tables in Redis, before the command ends. Does nothing
 * without Redis, because the database notifies each process.
 */
export async function announceChanges(config: Config, tables: readonly string[]): Promise<void> {
  if (config.REDIS_URL === undefined) return;
  const redis = openRedis({
    url: config.REDIS_URL,
    log: openLogger({ service: 'catalogue', level: 'silent' }),
  });
  try {
    const entries = openRedisEntries(redis, CACHE_PREFIX);
    const deadline = Date.now() + DEADLINE_MS;
    while (!redis.isConnected() && Date.now() < deadline) await sleep(POLL_MS);
    await entries.invalidate(tables);
    if (!redis.isConnected()) {
      process.stderr.write(
        'Redis is unavailable; the database notifies the running services of the change.\n',
      );
    }
  } finally {
    await redis.close();
  }
}
