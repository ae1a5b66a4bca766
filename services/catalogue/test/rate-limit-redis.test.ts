import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

// Not cached, so that a request reads nothing from Redis but its count.
const SEASON = '/api/seasons/999';
/** The service waits 150 ms for a frozen Redis; the rest allows for a busy machine. */
const SLOW_MS = 1000;

let database: TestDatabase;
let redis: TestRedis;
const started: TestCatalogue[] = [];

describeWithRedis('the rate limit of replicas that share Redis', () => {
  beforeAll(async () => {
    [database, redis] = await Promise.all([createCatalogueDatabase(), startRedis()]);
  });

  afterEach(async () => {
    redis.resume();
    await Promise.all(started.splice(0).map((catalogue) => catalogue.close()));
    await redis.restart();
  });

  afterAll(async () => {
    await redis.stop();
    await database.drop();
  });

  it('is shared between the replicas', async () => {
    const [first, second] = [await startReplica('6'), await startReplica('6')];
    const statuses = [];
    for (let sent = 0; sent < 4; sent += 1) {
      for (const replica of [first, second]) statuses.push((await replica.request(SEASON)).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 403, 403]);
  });

  it('is enforced exactly for 60 concurrent requests', async () => {
    const replicas = [await startReplica('30'), await startReplica('30')];
    const responses = await Promise.all(
      replicas.flatMap((replica) => Array.from({ length: 30 }, () => replica.request(SEASON))),
    );
    const refused = responses.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(30);
  });

  it('survives a restart of the service', async () => {
    const before = await startReplica('2');
    await before.request(SEASON);
    await before.request(SEASON);
    await Promise.all(started.splice(0).map((catalogue) => catalogue.close()));
    expect((await (await startReplica('2')).request(SEASON)).status).toBe(403);
  });

  it('resets at the end of its window', async () => {
    const [first, second] = [await startReplica('1', '2'), await startReplica('1', '2')];
    expect((await first.request(SEASON)).status).toBe(404);
    const { status, headers } = await second.request(SEASON);
    expect(status).toBe(403);
    expect(['1', '2']).toContain(headers.get('Retry-After'));
    await eventually(async () => expect((await second.request(SEASON)).status).toBe(404), 6000);
    expect((await first.request(SEASON)).status).toBe(403);
  });

  it('is kept in memory while Redis is stopped, without failing or slow requests, then shared again', async () => {
    const [first, second] = [await startReplica('8'), await startReplica('8')];
    expect((await requestQuickly(first)).status).toBe(404);
    await redis.kill();
    const statuses = [];
    for (let sent = 0; sent < 10; sent += 1) statuses.push((await requestQuickly(first)).status);
    expect(statuses).toEqual([...Array<number>(8).fill(404), 403, 403]);
    // In the meantime, each process counts separately.
    expect((await requestQuickly(second)).headers.get('X-RateLimit-Remaining')).toBe('7');
    await redis.restart();
    await waitUntilShared(first, second);
    // Redis restarts empty, and the counts in memory are not transferred.
    expect((await requestQuickly(first)).status).toBe(404);
  });

  it('is kept in memory while Redis is frozen, without failing or slow requests', async () => {
    const replica = await startReplica('6');
    await replica.request(SEASON);
    redis.pause();
    const responses = await Promise.all(Array.from({ length: 10 }, () => requestQuickly(replica)));
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(6);
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(4);
    expect((await requestQuickly(replica)).status).toBe(403);
  });

  it('is shared again after a frozen Redis resumes', async () => {
    const [first, second] = [await startReplica('1000'), await startReplica('1000')];
    redis.pause();
    for (let sent = 0; sent < 5; sent += 1) expect((await requestQuickly(first)).status).toBe(404);
    redis.resume();
    await waitUntilShared(first, second);
  });

  it('works when Redis is unavailable at startup, and is shared when Redis becomes available', async () => {
    await redis.kill();
    const [first, second] = [await start('50'), await start('50')];
    for (const left of ['49', '48', '47']) {
      const { status, headers } = await requestQuickly(first);
      expect([status, headers.get('X-RateLimit-Remaining')]).toEqual([404, left]);
    }
    await redis.restart();
    await waitUntilShared(first, second);
  });
});

/** Starts a replica and waits until it has found Redis. */
async function startReplica(limit: string, windowSeconds?: string): Promise<TestCatalogue> {
  const catalogue = await start(limit, windowSeconds);
  await eventually(async () => expect((await catalogue.request('/api/health')).body.cache).toBe('connected'));
  return catalogue;
}

async function start(limit: string, windowSeconds = '3600'): Promise<TestCatalogue> {
  const catalogue = await startTestCatalogue({
    database,
    env: { REDIS_URL: redis.url, RATE_LIMIT_REQUESTS: limit, RATE_LIMIT_WINDOW_SECONDS: windowSeconds },
  });
  started.push(catalogue);
  return catalogue;
}

async function requestQuickly(catalogue: TestCatalogue) {
  const startedAt = Date.now();
  const response = await catalogue.request(SEASON);
  expect(Date.now() - startedAt).toBeLessThan(SLOW_MS);
  return response;
}

/** Waits until a request to one replica is seen by the count of the other. */
async function waitUntilShared(left: TestCatalogue, right: TestCatalogue): Promise<void> {
  await eventually(async () => {
    const first = Number((await requestQuickly(left)).headers.get('X-RateLimit-Remaining'));
    const second = Number((await requestQuickly(right)).headers.get('X-RateLimit-Remaining'));
    expect(second).toBe(first - 1);
  }, 6000);
}
