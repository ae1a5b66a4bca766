import { startCluster, type TestCluster } from '@kitroom/testing/test-cluster';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { migrateCollection } from '../../services/collection/src/database.ts';
import { startTestCollection, type TestCollection } from '../../services/collection/test/test-collection.ts';
import { countReads } from './count-reads.ts';

export const DATABASE = 'collection';

/**
 * A collection service that reads from a standby, and one that uses only the primary of the same database.
 */
export interface StandbyStack {
  cluster: TestCluster;
  redis: TestRedis;
  reading: TestCollection;
  alone: TestCollection;
  /** Environment variables of a process that uses the standby. */
  env: Record<string, string>;
  /** The result of `countReads` for `reading`. */
  countReads(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

export async function openStandbyStack(
  env: Record<string, string> = {},
  settings: Record<string, string> = {},
): Promise<StandbyStack> {
  const [cluster, redis] = await Promise.all([startCluster({ settings }), startRedis()]);
  await cluster.primary.query(`create database ${DATABASE}`);
  await migrateCollection(cluster.primary.url(DATABASE));
  await cluster.standby.catchUp(cluster.primary);
  const database = { url: cluster.primary.url(DATABASE) };
  const metricsPort = await reserveTestPort();
  const common = { PUBLIC_URL: 'https://kits.example.org' };
  const standby = { DATABASE_READ_URL: cluster.standby.url(DATABASE), REDIS_URL: redis.url };
  const variables = { ...common, ...standby, ...env };
  const reading = await startTestCollection(database, { ...variables, METRICS_PORT: String(metricsPort) });
  const alone = await startTestCollection(database, { ...common, WORKER: 'false' });
  return {
    cluster,
    redis,
    reading,
    alone,
    env: { DATABASE_URL: database.url, ...standby },
    countReads: () => countReads(metricsPort),
    close: async () => {
      await Promise.all([reading.close(), alone.close()]);
      await Promise.all([cluster.close(), redis.stop()]);
    },
  };
}
