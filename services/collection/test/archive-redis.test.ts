import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { openRedis, type Redis } from '@kitroom/server/cache/redis';
import { openLogger } from '@kitroom/server/telemetry/logger';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import {
  MALAGA,
  responding,
  respondingWithError,
  startStandInCatalogue,
  type StandInCatalogue,
} from './stand-in-catalogue.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';

const PATH = '/archive/clubs/search/?keyword=malaga';
const UNAVAILABLE = respondingWithError(500, 'Away.');
const DAY_MS = 86_400_000;

let database: TestDatabase;
let redis: TestRedis;
let look: Redis;
let catalogue: StandInCatalogue;
const started: TestCollection[] = [];

describeWithRedis('GET /archive/* with Redis', () => {
  beforeAll(async () => {
    [database, redis, catalogue] = await Promise.all([
      createCollectionDatabase(),
      startRedis(),
      startStandInCatalogue(),
    ]);
    look = openRedis({ url: redis.url, log: openLogger({ service: 'test', level: 'silent' }) });
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((collection) => collection.close()));
    await redis.restart();
  });

  afterAll(async () => {
    await look.close();
    await redis.stop();
    await catalogue.stop();
    await database.drop();
  });

  it('shares last good responses among replicas and across restarts', async () => {
    await learn(await start());
    await expectStale(await start());
    await Promise.all(started.splice(0).map((collection) => collection.close()));
    await expectStale(await start());
  });

  it('keeps a last good response for a day after its last refresh', async () => {
    const collection = await start();
    await learn(collection);
    const [first] = await listKept();
    expect(first?.leftMs).toBeGreaterThan(DAY_MS - 60_000);
    expect(first?.leftMs).toBeLessThanOrEqual(DAY_MS);
    await look.call((client) => client.pExpire(first?.key ?? '', 60_000));
    await learn(collection);
    const kept = await listKept();
    expect(kept).toHaveLength(1);
    expect(kept[0]?.leftMs).toBeGreaterThan(DAY_MS - 60_000);
  });

  it('returns 503 if Redis has lost the last good response', async () => {
    await learn(await start());
    await look.call((client) => client.flushAll());
    catalogue.setBehaviour(UNAVAILABLE);
    expect((await (await start()).request(PATH)).status).toBe(503);
  });

  it('uses its own memory without Redis, and Redis once it is available again', async () => {
    const collection = await start();
    await redis.kill();
    await learn(collection);
    await expectStale(collection);
    await redis.restart();
    await waitForRedis(collection);
    await learn(collection);
    await expectStale(await start());
  });

  it('counts requests across replicas, and returns 429 above the limit', async () => {
    const [replicaA, replicaB] = [await start('3/3600'), await start('3/3600')];
    catalogue.setBehaviour(responding([MALAGA]));
    const statuses = [];
    for (const replica of [replicaA, replicaB, replicaA, replicaB])
      statuses.push((await replica.request(PATH)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

/** Starts a replica and waits until it is connected to Redis. */
async function start(throttle = '100000/3600'): Promise<TestCollection> {
  const collection = await startTestCollection(database, {
    CATALOGUE_URL: catalogue.url,
    REDIS_URL: redis.url,
    THROTTLE_ARCHIVE: throttle,
  });
  started.push(collection);
  await waitForRedis(collection);
  return collection;
}

async function waitForRedis(collection: TestCollection): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; await delay(20)) {
    if ((await collection.request('/api/health')).body.cache === 'connected' && look.isConnected()) return;
  }
  throw new Error('Redis was not found');
}

/** Makes the service receive and cache a successful response. */
async function learn(collection: TestCollection): Promise<void> {
  catalogue.setBehaviour(responding([MALAGA]));
  expect((await collection.request(PATH)).headers.get('X-Cache')).toBeNull();
}

async function expectStale(collection: TestCollection): Promise<void> {
  catalogue.setBehaviour(UNAVAILABLE);
  const { status, headers, body } = await collection.request(PATH);
  expect([status, headers.get('X-Cache'), body]).toEqual([200, 'STALE', { results: [MALAGA] }]);
}

/** The cached responses in Redis, with the remaining time of each in milliseconds. */
async function listKept(): Promise<Array<{ key: string; leftMs: number }>> {
  const keys = (await look.call((client) => client.keys('kitroom:collection:archive:*'))).map(String);
  return Promise.all(
    keys.map(async (key) => ({ key, leftMs: await look.call((client) => client.pTTL(key)) })),
  );
}
