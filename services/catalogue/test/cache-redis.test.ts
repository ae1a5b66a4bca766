import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { openRedis, type Redis } from '@kitroom/server/cache/redis';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';
import { countCompressions } from './watch-compressions.ts';

const BRANDS = '/api/brands/search?keyword=puma';
/** The service waits 150 ms for a frozen Redis; the rest allows for a busy machine. */
const SLOW_MS = 1000;

let database: TestDatabase;
let redis: TestRedis;
/** A client to inspect Redis. */
let inside: Redis;
let wire: TcpProxy;
let ids: { kit: number; club: number };
let renamed = 0;
const started: TestCatalogue[] = [];

describeWithRedis('the cache in Redis', () => {
  beforeAll(async () => {
    [database, redis] = await Promise.all([createCatalogueDatabase(), startRedis()]);
    wire = await startTcpProxy(redis.port);
    inside = openRedis({ url: redis.url, log: openLogger({ service: 'tests', level: 'silent' }) });
    const catalogue = await start();
    await catalogue.load(kitLines([{ club: 'One FC', brand: 'Puma' }]));
    ids = {
      kit: await idOf(catalogue.db, 'kits', 'one-fc-2024-25-home-kit'),
      club: await idOf(catalogue.db, 'clubs', 'one-fc-kits'),
    };
    await stopAll();
  });

  afterEach(async () => {
    redis.resume();
    await stopAll();
    await redis.restart();
  });

  afterAll(async () => {
    await Promise.all([inside.close(), wire.close()]);
    await redis.stop();
    await database.drop();
  });

  it('keeps each response for the cache lifetime of its endpoint', async () => {
    const catalogue = await startConnected();
    const paths: Record<string, number> = {
      '/api/kits/search?keyword=one': 1800,
      '/api/kits': 1800,
      '/api/kits/bulk?slugs=one,two': 1800,
      [`/api/clubs/${ids.club}/kits`]: 1800,
      '/api/clubs/search?keyword=one': 1800,
      '/api/brands/search?keyword=one': 1800,
      '/api/competitions/search?keyword=one': 1800,
      '/api/seasons/search?keyword=2024': 1800,
      [`/api/kits/${ids.kit}`]: 3600,
      [`/api/seasons?id=${ids.club}`]: 3600,
    };
    for (const [path, seconds] of Object.entries(paths)) {
      const before = await readLifetimes();
      expect([path, (await catalogue.request(path)).headers.get('X-Cache')]).toEqual([path, 'MISS']);
      const after = await readLifetimes();
      // Bulk responses are also kept for other orders of the same kits.
      const kept = [...after].filter(([key]) => !before.has(key)).map(([, left]) => left);
      expect([path, kept.length]).toEqual([path, path.includes('bulk') ? 2 : 1]);
      expect(Math.min(...kept)).toBeGreaterThan(seconds - 10);
      expect(Math.max(...kept)).toBeLessThanOrEqual(seconds);
    }
  });

  it('is shared by replicas with the same PUBLIC_URL', async () => {
    const env = { PUBLIC_URL: 'https://kits.example.org' };
    const [left, right] = [await startConnected(env), await startConnected(env)];
    let sent = 1;
    for (const path of ['/api/kits?page=', '/api/seasons/search?keyword=', '/api/kits/bulk?slugs=a,b']) {
      // A slow Redis is skipped: on a busy machine another request may be needed.
      await eventually(async () => {
        const fresh = `${path}${(sent += 1)}`;
        const [first, second] = [await left.request(fresh), await right.request(fresh)];
        expect([first, second].map(({ headers }) => headers.get('X-Cache'))).toEqual(['MISS', 'HIT']);
        expect(second.body).toEqual(first.body);
        expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'));
      });
    }
  });

  it('compresses a response once for concurrent requests', async () => {
    const env = { PUBLIC_URL: 'https://kits.example.org' };
    const [left, right] = [await startConnected(env), await startConnected(env)];
    const logo = `data:image/png;base64,${'A'.repeat(65_000)}`;
    const path = '/api/brands/search?keyword=large';
    let attempts = 0;
    // A slow Redis is skipped: on a busy machine another attempt may be needed.
    await eventually(async () => {
      const aliases = [`attempt ${(attempts += 1)}`];
      await left.load([recordLine('brand', 'Large', { logo, logo_dark: logo, aliases })]);
      await right.followChanges();
      expect((await left.request(path)).headers.get('X-Cache')).toBe('MISS');
      const results: Array<string | null> = [];
      const count = await countCompressions(async () => {
        const requests = Array.from({ length: 5 }, () => right.request(path));
        for (const { headers } of await Promise.all(requests)) results.push(headers.get('X-Cache'));
      });
      expect(results).toEqual(Array.from({ length: 5 }, () => 'HIT'));
      // The clients decompress the response five times.
      expect(count - 5).toBe(1);
    });
  });

  it('invalidates changed responses on all replicas', async () => {
    const [left, right] = [await startConnected(), await startConnected()];
    await expectBrand(left, right);
    await renameBrand(left);
    await eventually(() => expectBrand(left, right), 1000);
  });

  it('falls back to memory while Redis is stopped, without failing or slow requests', async () => {
    const catalogue = await startConnected();
    await requestQuickly(catalogue);
    await redis.kill();
    const results = [];
    for (let sent = 0; sent < 4; sent += 1) {
      const { status, headers } = await requestQuickly(catalogue);
      expect(status).toBe(200);
      results.push(headers.get('X-Cache'));
    }
    expect(results).toEqual(['MISS', 'HIT', 'HIT', 'HIT']);
    await redis.restart();
    await eventually(async () =>
      expect((await catalogue.request('/api/health')).body.cache).toBe('connected'),
    );
    await requestQuickly(catalogue);
    expect((await readLifetimes()).size).toBe(1);
  });

  it('is bypassed while Redis is frozen, without failing or slow requests', async () => {
    const catalogue = await startConnected();
    await requestQuickly(catalogue);
    redis.pause();
    // Longer than a break after which Redis is tried again.
    for (const until = Date.now() + 2500; Date.now() < until;) {
      const responses = await Promise.all(Array.from({ length: 8 }, () => requestQuickly(catalogue)));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    }
  });

  it('invalidates responses in memory when records change while Redis is stopped', async () => {
    const catalogue = await startConnected();
    await redis.kill();
    await expectBrand(catalogue);
    await renameBrand(catalogue);
    await eventually(() => expectBrand(catalogue), 1000);
  });

  it('serves no stale response after records changed while Redis was unreachable', async () => {
    const cutOff = await startConnected({ REDIS_URL: `redis://127.0.0.1:${wire.port}` });
    await expectBrand(cutOff);
    expect((await cutOff.request(BRANDS)).headers.get('X-Cache')).toBe('HIT');
    // Redis keeps its entries, as nothing can notify it of the change.
    await wire.cut();
    await eventually(async () =>
      expect((await cutOff.request('/api/health')).body.cache).toBe('disconnected'),
    );
    await renameBrand(cutOff);
    await eventually(() => expectBrand(cutOff), 1000);
    expect((await readLifetimes()).size).toBe(1);
    await wire.reopen();
    for (let connected = false; !connected;) {
      connected = (await cutOff.request('/api/health')).body.cache === 'connected';
      await expectBrand(cutOff);
    }
    await expectBrand(cutOff);
  });

  it('serves no stale response after records changed while Redis was frozen', async () => {
    const catalogue = await startConnected();
    await expectBrand(catalogue);
    redis.pause();
    await renameBrand(catalogue);
    await eventually(() => expectBrand(catalogue), 2000);
    redis.resume();
    for (let connected = false; !connected;) {
      connected = (await catalogue.request('/api/health')).body.cache === 'connected';
      await expectBrand(catalogue);
    }
    await expectBrand(catalogue);
  });

  it('serves no stale response from memory when Redis stops a second time', async () => {
    const catalogue = await startConnected();
    await redis.kill();
    await expectBrand(catalogue);
    await redis.restart();
    await eventually(async () =>
      expect((await catalogue.request('/api/health')).body.cache).toBe('connected'),
    );
    await renameBrand(catalogue);
    await eventually(() => expectBrand(catalogue), 1000);
    await redis.kill();
    // Redis may have received the change before this process did.
    await eventually(() => expectBrand(catalogue), 1000);
  });

  it('serves no stale response after records changed while no replica was running', async () => {
    const env = { PUBLIC_URL: 'https://kits.example.org' };
    await expectBrand(await startConnected(env));
    expect((await readLifetimes()).size).toBe(1);
    await stopAll();
    const changing = await startTestCatalogue({ database });
    await renameBrand(changing);
    await changing.close();
    await expectBrand(await startConnected(env));
  });

  it('is filled again after Redis lost all data', async () => {
    const catalogue = await startConnected();
    await expectBrand(catalogue);
    await inside.call((client) => client.flushAll());
    expect((await catalogue.request(BRANDS)).headers.get('X-Cache')).toBe('MISS');
    expect((await catalogue.request(BRANDS)).headers.get('X-Cache')).toBe('HIT');
  });
});

async function start(env: Record<string, string> = {}): Promise<TestCatalogue> {
  const catalogue = await startTestCatalogue({ database, env: { REDIS_URL: redis.url, ...env } });
  started.push(catalogue);
  return catalogue;
}

/** Starts a replica and waits until it is connected to Redis. */
async function startConnected(env: Record<string, string> = {}): Promise<TestCatalogue> {
  const catalogue = await start(env);
  await eventually(async () => expect((await catalogue.request('/api/health')).body.cache).toBe('connected'));
  await eventually(async () => expect(await inside.isReachable()).toBe(true));
  return catalogue;
}

async function stopAll(): Promise<void> {
  await Promise.all(started.splice(0).map((catalogue) => catalogue.close()));
}

async function requestQuickly(catalogue: TestCatalogue) {
  const startedAt = Date.now();
  const response = await catalogue.request(BRANDS);
  expect(Date.now() - startedAt).toBeLessThan(SLOW_MS);
  return response;
}

/** The seconds that each cached response has left, by its key. */
function readLifetimes(): Promise<Map<string, number>> {
  return inside.call(async (client) => {
    const keys = (await client.keys('*:entry:*')).map(String);
    const lifetimes = await Promise.all(keys.map((key) => client.ttl(key)));
    return new Map(keys.map((key, index) => [key, lifetimes[index] ?? 0]));
  });
}

async function renameBrand(catalogue: TestCatalogue): Promise<void> {
  renamed += 1;
  await catalogue.db.raw('update brands set name = ?', [`Puma ${renamed}`]);
}

/** Each replica shows the brand as it is named now. */
async function expectBrand(...catalogues: TestCatalogue[]): Promise<void> {
  for (const catalogue of catalogues) {
    const { status, body } = await catalogue.request(BRANDS);
    expect([status, body[0]?.name]).toEqual([200, renamed === 0 ? 'Puma' : `Puma ${renamed}`]);
  }
}
