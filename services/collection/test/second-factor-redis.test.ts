import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { addCodeUser, codeOf, wrongCodeOf } from './test-codes.ts';
import { createCollectionDatabase, startTestCollection } from './test-collection.ts';
import { json, PASSWORD } from './test-users.ts';

let database: TestDatabase;
let redis: TestRedis;

describeWithRedis('wrong codes at replicas that share Redis', () => {
  beforeAll(async () => {
    [database, redis] = await Promise.all([createCollectionDatabase(), startRedis()]);
  });

  afterAll(async () => {
    await redis.stop();
    await database.drop();
  });

  it('are counted together, whatever the addresses', async () => {
    const env = { REDIS_URL: redis.url, TRUST_PROXY: '1' };
    const replicas = await Promise.all([1, 2].map(() => startTestCollection(database, env)));
    const [one, other] = replicas;
    if (!one || !other) throw new Error('there are two');
    const { username, secret } = await addCodeUser(one, 'anna');
    const wrong = await wrongCodeOf(secret);
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const code = turn === 11 ? await codeOf(secret) : wrong;
      const { headers, ...init } = json('POST', { username, password: PASSWORD, code });
      const sent = { ...(headers as Record<string, string>), 'X-Forwarded-For': `203.0.113.${turn}` };
      const replica = turn % 2 === 0 ? one : other;
      statuses.push((await replica.request('/api/accounts/login/', { ...init, headers: sent })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    await Promise.all(replicas.map((replica) => replica.close()));
  });
});
