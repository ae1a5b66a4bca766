import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { eventually } from '@kitroom/testing/eventually';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

// Not cached, so that a request asks Redis for its count alone.
const SEASON = '/api/seasons/999';
/** A frozen Redis costs 150 ms before the service goes on without it; the rest is a busy machine's. */
const SLOW_MS = 1000;

let database: TestDatabase;
let redis: TestRedis;
const started: TestCatalogue[] = [];

describeWithRedis('the limit of replicas that share Redis', () => {
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

  it('is one', async () => {
    const [one, other] = [await startReplica('6'), await startReplica('6')];
    const statuses = [];
    for (let asked = 0; asked < 4; asked += 1) {
      for (const replica of [one, other]) statuses.push((await replica.ask(SEASON)).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 403, 403]);
  });

  it('is one for many requests at once', async () => {
    const replicas = [await startReplica('30'), await startReplica('30')];
    const answers = await Promise.all(
      replicas.flatMap((replica) => Array.from({ length: 30 }, () => replica.ask(SEASON))),
    );
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(30);
  });

  it('survives a restart of the service', async () => {
    const before = await startReplica('2');
    await before.ask(SEASON);
    await before.ask(SEASON);
    await Promise.all(started.splice(0).map((catalogue) => catalogue.close()));
    expect((await (await startReplica('2')).ask(SEASON)).status).toBe(403);
  });

  it('ends with its window', async () => {
    const [one, other] = [await startReplica('1', '2'), await startReplica('1', '2')];
    expect((await one.ask(SEASON)).status).toBe(404);
    const { status, headers } = await other.ask(SEASON);
    expect(status).toBe(403);
    expect(['1', '2']).toContain(headers.get('Retry-After'));
    await eventually(async () => expect((await other.ask(SEASON)).status).toBe(404), 6000);
    expect((await one.ask(SEASON)).status).toBe(403);
  });

  it('holds in memory while Redis is gone, without a failed or slow request, and is shared again after', async () => {
    const [one, other] = [await startReplica('8'), await startReplica('8')];
    expect((await askQuickly(one)).status).toBe(404);
    await redis.kill();
    const statuses = [];
    for (let asked = 0; asked < 10; asked += 1) statuses.push((await askQuickly(one)).status);
    expect(statuses).toEqual([...Array<number>(8).fill(404), 403, 403]);
    // Each process counts alone meanwhile.
    expect((await askQuickly(other)).headers.get('X-RateLimit-Remaining')).toBe('7');
    await redis.restart();
    await waitUntilShared(one, other);
    // Redis was empty when it came back: the memory's count does not come along.
    expect((await askQuickly(one)).status).toBe(404);
  });

  it('holds in memory while Redis is frozen, without a failed or slow request', async () => {
    const replica = await startReplica('6');
    await replica.ask(SEASON);
    redis.pause();
    const answers = await Promise.all(Array.from({ length: 10 }, () => askQuickly(replica)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(4);
    expect((await askQuickly(replica)).status).toBe(403);
  });

  it('is shared again once a frozen Redis thaws', async () => {
    const [one, other] = [await startReplica('1000'), await startReplica('1000')];
    redis.pause();
    for (let asked = 0; asked < 5; asked += 1) expect((await askQuickly(one)).status).toBe(404);
    redis.resume();
    await waitUntilShared(one, other);
  });

  it('holds when Redis is away from the start, and is shared once it is there', async () => {
    await redis.kill();
    const [one, other] = [await start('50'), await start('50')];
    for (const left of ['49', '48', '47']) {
      const { status, headers } = await askQuickly(one);
      expect([status, headers.get('X-RateLimit-Remaining')]).toEqual([404, left]);
    }
    await redis.restart();
    await waitUntilShared(one, other);
  });
});

/** Starts a replica and waits until it has found Redis. */
async function startReplica(limit: string, windowSeconds?: string): Promise<TestCatalogue> {
  const catalogue = await start(limit, windowSeconds);
  await eventually(async () => expect((await catalogue.ask('/api/health')).body.cache).toBe('connected'));
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

async function askQuickly(catalogue: TestCatalogue) {
  const startedAt = Date.now();
  const answer = await catalogue.ask(SEASON);
  expect(Date.now() - startedAt).toBeLessThan(SLOW_MS);
  return answer;
}

/** Waits until a request to one replica is seen by the count of the other. */
async function waitUntilShared(one: TestCatalogue, other: TestCatalogue): Promise<void> {
  await eventually(async () => {
    const first = Number((await askQuickly(one)).headers.get('X-RateLimit-Remaining'));
    const second = Number((await askQuickly(other)).headers.get('X-RateLimit-Remaining'));
    expect(second).toBe(first - 1);
  }, 6000);
}
