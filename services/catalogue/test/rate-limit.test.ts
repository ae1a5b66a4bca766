import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import { eventually } from '@kitroom/testing/eventually';
import { recordLine } from './fixture-catalogue.ts';
import {
  createCatalogueDatabase,
  startTestCatalogue,
  type Answer,
  type Ask,
  type TestCatalogue,
} from './test-catalogue.ts';

const BRANDS = '/api/brands/search?keyword=adidas';
const EXCEEDED = { detail: 'Rate limit exceeded. Please try again later.' };

let database: TestDatabase;
const started: TestCatalogue[] = [];

beforeAll(async () => {
  database = await createCatalogueDatabase();
  const catalogue = await startLimited({});
  await catalogue.load([recordLine('brand', 'adidas')]);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((catalogue) => catalogue.close()));
});

afterAll(() => database.drop());

async function startLimited(env: Record<string, string>): Promise<TestCatalogue> {
  const catalogue = await startTestCatalogue({ database, env });
  started.push(catalogue);
  return catalogue;
}

/** Asks as a client that a trusted proxy tells of. */
function askFrom(catalogue: TestCatalogue, forwardedFor: string, path = BRANDS): Promise<Answer> {
  return catalogue.ask(path, { headers: { 'X-Forwarded-For': forwardedFor } });
}

async function remainingAfter(catalogue: TestCatalogue, path: string, ask: Ask = {}): Promise<number> {
  const { headers } = await catalogue.ask(path, ask);
  return Number(headers.get('X-RateLimit-Remaining'));
}

describe('the limit', () => {
  it('is 100 requests an hour by default, then 403 with the documented body', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '' });
    const answers = await Promise.all(Array.from({ length: 100 }, () => catalogue.ask(BRANDS)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { status, headers, body } = await catalogue.ask(BRANDS);
    expect(status).toBe(403);
    expect(body).toEqual(EXCEEDED);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(headers.get('X-RateLimit-Limit')).toBe('100');
    const seconds = Number(headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThanOrEqual(3600);
  });

  it('is told by headers on every counted answer', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '5', RATE_LIMIT_WINDOW_SECONDS: '60' });
    const { headers } = await catalogue.ask(BRANDS);
    expect(headers.get('RateLimit')).toMatch(/^"api"; r=4; t=(60|59)$/);
    expect(headers.get('RateLimit-Policy')).toMatch(/^"api"; q=5; w=60; pk=:[\w+/=]+:$/);
    expect(headers.get('X-RateLimit-Limit')).toBe('5');
    expect(headers.get('X-RateLimit-Remaining')).toBe('4');
    const secondsLeft = Number(headers.get('X-RateLimit-Reset')) - Date.now() / 1000;
    expect(secondsLeft).toBeGreaterThan(50);
    expect(secondsLeft).toBeLessThanOrEqual(61);
    expect(headers.get('Retry-After')).toBeNull();
  });

  it('tells nothing but zero from the last request on', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2' });
    const remaining = [];
    for (let asked = 0; asked < 4; asked += 1) remaining.push(await remainingAfter(catalogue, BRANDS));
    expect(remaining).toEqual([1, 0, 0, 0]);
  });

  it('ends with its window, which refused requests do not prolong', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_WINDOW_SECONDS: '2' });
    const startedAt = Date.now();
    expect((await catalogue.ask(BRANDS)).status).toBe(200);
    const refused = await catalogue.ask(BRANDS);
    expect(refused.status).toBe(403);
    expect(['1', '2']).toContain(refused.headers.get('Retry-After'));
    await eventually(async () => expect((await catalogue.ask(BRANDS)).status).toBe(200), 6000);
    expect(Date.now() - startedAt).toBeGreaterThan(1500);
    expect((await catalogue.ask(BRANDS)).status).toBe(403);
  });
});

describe('what is counted', () => {
  it('is every answer but the health report: 304, 400, 404, 405, unknown paths, the documentation', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '100' });
    const { headers } = await catalogue.ask(BRANDS);
    const etag = headers.get('ETag') ?? '';
    const counted: Array<[number, string, Ask]> = [
      [304, BRANDS, { headers: { 'If-None-Match': etag } }],
      [400, '/api/brands/search', {}],
      [404, '/api/brands/999', {}],
      [405, '/api/kits', { method: 'PUT' }],
      [404, '/api/nothing', {}],
      [200, '/api/openapi.json', {}],
      [200, '/api/docs', {}],
      [200, '/api/random-kits/', {}],
    ];
    let remaining = 99;
    for (const [status, path, ask] of counted) {
      remaining -= 1;
      const answer = await catalogue.ask(path, ask);
      const left = answer.headers.get('X-RateLimit-Remaining');
      expect([path, answer.status, left]).toEqual([path, status, String(remaining)]);
      expect(answer.headers.get('RateLimit')).toContain(`r=${remaining};`);
    }
  });

  it('is a request that is refused for want of a key', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '3', API_ENABLE_AUTH: '1' });
    const statuses = [];
    for (let asked = 0; asked < 5; asked += 1) statuses.push((await catalogue.ask(BRANDS)).status);
    expect(statuses).toEqual([401, 401, 401, 403, 403]);
  });

  it.each(['/api/health', '/api/health/', '/api/ready'])(
    'is not %s, which tells no limit either',
    async (path) => {
      const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2' });
      for (let asked = 0; asked < 5; asked += 1) {
        const { status, headers } = await catalogue.ask(path);
        expect([status, headers.get('RateLimit'), headers.get('X-RateLimit-Limit')]).toEqual([
          200,
          null,
          null,
        ]);
      }
      expect(await remainingAfter(catalogue, BRANDS)).toBe(1);
      await catalogue.ask(BRANDS);
      expect((await catalogue.ask(BRANDS)).status).toBe(403);
      expect((await catalogue.ask(path)).status).toBe(200);
    },
  );

  it.each([
    ['from an origin that is allowed', 'https://app.example.org'],
    ['where no origin is', ''],
  ])('is no preflight request %s', async (_where, CORS_ORIGINS) => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2', CORS_ORIGINS, API_ENABLE_AUTH: '1' });
    for (let asked = 0; asked < 5; asked += 1) {
      const { status, headers } = await catalogue.ask('/api/kits', {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example.org', 'Access-Control-Request-Method': 'GET' },
      });
      expect([status, headers.get('X-RateLimit-Limit')]).toEqual([204, null]);
    }
    expect(await remainingAfter(catalogue, BRANDS)).toBe(1);
  });
});

describe('a client without a key', () => {
  it('is its address, as a trusted proxy tells it', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '1' });
    expect((await askFrom(catalogue, '203.0.113.7')).status).toBe(200);
    expect((await askFrom(catalogue, '203.0.113.7')).status).toBe(403);
    expect((await askFrom(catalogue, '203.0.113.8')).status).toBe(200);
  });

  it('cannot choose its address in front of a trusted proxy', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '1' });
    expect((await askFrom(catalogue, '198.51.100.1, 203.0.113.7')).status).toBe(200);
    expect((await askFrom(catalogue, '198.51.100.2, 203.0.113.7')).status).toBe(403);
  });

  it('cannot choose its address where no proxy is trusted', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1' });
    expect((await askFrom(catalogue, '203.0.113.7')).status).toBe(200);
    expect((await askFrom(catalogue, '203.0.113.8')).status).toBe(403);
    expect((await catalogue.ask(BRANDS, { headers: { 'X-Real-IP': '203.0.113.9' } })).status).toBe(403);
    expect((await catalogue.ask(BRANDS, { headers: { Forwarded: 'for=203.0.113.9' } })).status).toBe(403);
  });

  it('is believed through proxies that are trusted by address, and through no others', async () => {
    const trusting = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: 'loopback, 10.0.0.0/8' });
    expect((await askFrom(trusting, '203.0.113.7, 10.1.2.3')).status).toBe(200);
    expect((await askFrom(trusting, '203.0.113.8, 10.9.9.9')).status).toBe(200);
    expect((await askFrom(trusting, '203.0.113.7, 10.4.4.4')).status).toBe(403);
    const wary = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '10.0.0.0/8' });
    expect((await askFrom(wary, '203.0.113.7')).status).toBe(200);
    expect((await askFrom(wary, '203.0.113.8')).status).toBe(403);
  });

  it('is its /56 where it speaks IPv6', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '1' });
    expect((await askFrom(catalogue, '2001:db8:1:aa00::1')).status).toBe(200);
    expect((await askFrom(catalogue, '2001:db8:1:aaff:1:2:3:4')).status).toBe(403);
    expect((await askFrom(catalogue, '2001:db8:1:ab00::1')).status).toBe(200);
  });

  it('is one client whether IPv4 comes as such or mapped into IPv6', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '1' });
    expect((await askFrom(catalogue, '203.0.113.7')).status).toBe(200);
    expect((await askFrom(catalogue, '::ffff:203.0.113.7')).status).toBe(403);
    expect((await askFrom(catalogue, '::ffff:203.0.113.8')).status).toBe(200);
  });

  it('gets an answer when what stands for its address is none', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '100', TRUST_PROXY: '1' });
    for (const address of ['unknown', '', '203.0.113.7:4711', '[2001:db8::1]:80', '<script>', ',']) {
      expect([address, (await askFrom(catalogue, address)).status]).toEqual([address, 200]);
    }
  });
});

describe('a client with a key', () => {
  it('counts by its key at any address, and leaves the address uncounted', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2', TRUST_PROXY: '1' });
    const key = await createApiKey(catalogue.db, { name: 'app', expiresAt: null, rateLimit: null });
    const askWithKey = async (address: string) => {
      const headers = { 'X-API-Key': key, 'X-Forwarded-For': address };
      return (await catalogue.ask(BRANDS, { headers })).status;
    };
    expect(await askWithKey('203.0.113.1')).toBe(200);
    expect(await askWithKey('203.0.113.2')).toBe(200);
    expect(await askWithKey('203.0.113.3')).toBe(403);
    expect((await askFrom(catalogue, '203.0.113.1')).headers.get('X-RateLimit-Remaining')).toBe('1');
  });

  it('counts by its address where the key is wrong', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2' });
    const statuses = [];
    for (const key of ['one', 'two', 'three']) {
      statuses.push((await catalogue.ask(BRANDS, { headers: { 'X-API-Key': key } })).status);
    }
    expect(statuses).toEqual([200, 200, 403]);
  });
});

describe('the limit of suggestions', () => {
  const SUGGEST = '/api/suggest?q=adidas';

  it('is one of its own, 1,000 an hour by default', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '3', SUGGEST_LIMIT_REQUESTS: '' });
    const { headers } = await catalogue.ask(SUGGEST);
    expect(headers.get('X-RateLimit-Limit')).toBe('1000');
    expect(headers.get('RateLimit-Policy')).toContain('"suggest"; q=1000; w=3600');
    expect(await remainingAfter(catalogue, SUGGEST)).toBe(998);
    expect(await remainingAfter(catalogue, '/api/suggest/?q=b')).toBe(997);
    expect(await remainingAfter(catalogue, BRANDS)).toBe(2);
  });

  it('turns suggestions away, and nothing else', async () => {
    const catalogue = await startLimited({ SUGGEST_LIMIT_REQUESTS: '2' });
    const answers = [
      await catalogue.ask(SUGGEST),
      await catalogue.ask(SUGGEST),
      await catalogue.ask(SUGGEST),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
    expect(answers[2]?.body).toEqual(EXCEEDED);
    expect(Number(answers[2]?.headers.get('Retry-After'))).toBeGreaterThan(3590);
    expect((await catalogue.ask(BRANDS)).status).toBe(200);
  });
});
