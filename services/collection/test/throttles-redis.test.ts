import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { addCodeUser, codeOf, wrongCodeOf } from './test-codes.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addUser, json, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

let database: TestDatabase;
let redis: TestRedis;
const started: TestCollection[] = [];

describeWithRedis('rate limits of replicas that share Redis', () => {
  beforeAll(async () => {
    [database, redis] = await Promise.all([createCollectionDatabase(), startRedis()]);
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((collection) => collection.close()));
    await redis.restart();
  });

  afterAll(async () => {
    await redis.stop();
    await database.drop();
  });

  it('count the requests of a user together', async () => {
    const [first, second] = await startReplicas({ THROTTLE_USER: '3/600' });
    const headers = withToken(await tokenOf(first, await addUser(first, 'requests')));
    const statuses: number[] = [];
    for (const replica of [first, second, first, second, first]) {
      statuses.push((await replica.request('/api/users/me/', { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('count failed sign-ins together, and reset them together', async () => {
    const [first, second] = await startReplicas({ THROTTLE_LOGIN: '2/600' });
    await addUser(first, 'sign-ins');
    const statuses: number[] = [];
    for (const [replica, password] of [
      [first, 'wrong'],
      [second, undefined],
      [first, 'wrong'],
      [second, 'wrong'],
      [first, undefined],
      [second, undefined],
    ] as const) {
      statuses.push((await signIn(replica, 'sign-ins', password)).status);
    }
    expect(statuses).toEqual([400, 200, 400, 400, 429, 429]);
  });

  it('count wrong codes together over all addresses', async () => {
    const replicas = await startReplicas({ TRUST_PROXY: '1' });
    const { username, secret } = await addCodeUser(replicas[0], 'anna');
    const wrong = await wrongCodeOf(secret);
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const code = turn === 11 ? await codeOf(secret) : wrong;
      const { headers, ...init } = json('POST', { username, password: PASSWORD, code });
      const sent = { ...(headers as Record<string, string>), 'X-Forwarded-For': `203.0.113.${turn}` };
      const replica = replicas[turn % 2 === 0 ? 0 : 1];
      statuses.push((await replica.request('/api/accounts/login/', { ...init, headers: sent })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  it('apply to each replica separately while Redis is unavailable', async () => {
    const [replica] = await startReplicas({ THROTTLE_LOGIN: '1/600' });
    await addUser(replica, 'alone');
    await redis.kill();
    expect((await signIn(replica, 'alone', 'wrong')).status).toBe(400);
    expect((await signIn(replica, 'alone')).status).toBe(429);
  });
});

/** Starts two services that are connected to Redis. */
async function startReplicas(env: Record<string, string>): Promise<[TestCollection, TestCollection]> {
  const start = async () => {
    const collection = await startTestCollection(database, { ...env, REDIS_URL: redis.url });
    started.push(collection);
    await untilConnected(collection);
    return collection;
  };
  return [await start(), await start()];
}

async function untilConnected({ request }: TestCollection): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    if ((await request('/api/health')).body.cache === 'connected') return;
  }
  throw new Error('the service does not connect to Redis');
}
