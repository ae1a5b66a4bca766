import { openCache, openMemoryEntries } from '@kitroom/server/cache/cache';
import { openRedisEntries } from '@kitroom/server/cache/cache-redis';
import { measureRedis, openRedis } from '@kitroom/server/cache/redis';
import { closeDatabase, openDatabase } from '@kitroom/server/database/database';
import { measureDatabase } from '@kitroom/server/database/database-metrics';
import { traceStatements } from '@kitroom/server/database/trace-statements';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { isTracingOn } from '@kitroom/server/telemetry/tracing-variables';
import { openArchive } from './archive/fetch-archive.ts';
import { openPace } from './archive/pace.ts';
import { databaseOptions } from './catalogue-database.ts';
import { createCatalogueMetrics } from './catalogue-metrics.ts';
import { CACHE_PREFIX, type Config } from './config.ts';
import { CACHE_MEMORY_BYTES } from './limits.ts';
import { openSearchIndex } from './search/index/open-index.ts';

/** The resources that a process has open. */
export type Context = ReturnType<typeof openContext>;

/** Creates all resources without waiting for the database or Redis. */
export function openContext(config: Config) {
  const log = openLogger({ service: 'catalogue', level: config.LOG_LEVEL });
  const redis = config.REDIS_URL === undefined ? undefined : openRedis({ url: config.REDIS_URL, log });
  const db = openDatabase(databaseOptions(config));
  const metrics = createCatalogueMetrics();
  measureRedis(metrics, redis);
  if (isTracingOn(config)) traceStatements(db, 'catalogue');
  const index = openSearchIndex({ db, log });
  return {
    config,
    log,
    redis,
    db,
    cache: openCache(
      openMemoryEntries(CACHE_MEMORY_BYTES),
      redis && openRedisEntries(redis, CACHE_PREFIX),
      index,
    ),
    metrics,
    /** The external kit archive. All processes together keep the pause between requests. */
    archive: openArchive({
      baseUrl: config.ARCHIVE_BASE_URL,
      userAgent: config.ARCHIVE_USER_AGENT,
      pace: openPace(db, config.ARCHIVE_MIN_INTERVAL_MS),
      count: (outcome, seconds) => metrics.archiveRequests.observe({ outcome }, seconds),
    }),
    /** Adds gauges that are computed from the database. */
    addGauges: measureDatabase(metrics, db),
    /** The search index of this process; only the HTTP service builds it. */
    index,
  };
}

export async function closeContext(context: Context): Promise<void> {
  await Promise.all([closeDatabase(context.db), context.redis?.close()]);
}
