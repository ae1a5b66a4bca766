import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { startTestCatalogue, useCatalogue, type TestCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

describe('GET /api/health', () => {
  it('returns 200 with a healthy report and the time of the check', async () => {
    const before = Date.now();
    const { status, body } = await catalogue.request('/api/health');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'healthy',
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      database: 'connected',
      cache: 'connected',
    });
    expect(Date.parse(body.timestamp)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.timestamp)).toBeLessThanOrEqual(Date.now());
  });

  it('is never cached: it has no ETag and ignores If-None-Match', async () => {
    const { headers } = await catalogue.request('/api/health');
    expect(headers.get('ETag')).toBeNull();
    expect(headers.get('X-Cache')).toBeNull();
    expect((await catalogue.request('/api/health', { headers: { 'If-None-Match': '*' } })).status).toBe(200);
  });

  it('allows HEAD without a body, and returns 405 for POST', async () => {
    const head = await catalogue.request('/api/health', { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
    const post = await catalogue.request('/api/health', { method: 'POST' });
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describeWithRedis('the cache status in GET /api/health', () => {
  let redis: TestRedis;
  const started: TestCatalogue[] = [];

  beforeAll(async () => {
    redis = await startRedis();
  });

  afterEach(async () => {
    redis.resume();
    await Promise.all(started.splice(0).map((replica) => replica.close()));
    await redis.restart();
  });

  afterAll(() => redis.stop());

  async function startWithRedis(): Promise<TestCatalogue> {
    const replica = await startTestCatalogue({
      database: { url: catalogue.databaseUrl },
      env: { REDIS_URL: redis.url },
    });
    started.push(replica);
    return replica;
  }

  function expectCache(replica: TestCatalogue, state: string): Promise<void> {
    return eventually(async () => {
      const { status, body } = await replica.request('/api/health');
      expect([status, body.status, body.database, body.cache]).toEqual([200, 'healthy', 'connected', state]);
    }, 6000);
  }

  it('changes with the availability of Redis, while the service remains healthy', async () => {
    const replica = await startWithRedis();
    await expectCache(replica, 'connected');
    await redis.kill();
    await expectCache(replica, 'disconnected');
    await redis.restart();
    await expectCache(replica, 'connected');
  });

  it('is disconnected while Redis is frozen, even if no other request uses Redis', async () => {
    const replica = await startWithRedis();
    await expectCache(replica, 'connected');
    redis.pause();
    // For longer than a break after which Redis is tried again.
    for (const until = Date.now() + 2500; Date.now() < until;) {
      const { status, body } = await replica.request('/api/health');
      expect([status, body.cache]).toEqual([200, 'disconnected']);
    }
    redis.resume();
    await expectCache(replica, 'connected');
  });

  it('is disconnected while Redis is unavailable at startup, and connected afterwards', async () => {
    await redis.kill();
    const replica = await startWithRedis();
    await expectCache(replica, 'disconnected');
    await redis.restart();
    await expectCache(replica, 'connected');
  });
});
