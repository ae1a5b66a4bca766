import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { useStarter } from '@kitroom/testing/use-service';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import { recordLine } from './fixture-catalogue.ts';
import {
  startTestCatalogue,
  useCatalogueDatabase,
  type RequestOptions,
  type TestCatalogue,
  type TestResponse,
} from './test-catalogue.ts';

const BRANDS = '/api/brands/search?keyword=adidas';
const EXCEEDED = { detail: 'Rate limit exceeded. Please try again later.' };

const database = useCatalogueDatabase();
const startLimited = useStarter(
  (env: Record<string, string>) => startTestCatalogue({ database, env }),
  (catalogue) => catalogue.close(),
);

beforeAll(async () => {
  const catalogue = await startLimited({});
  await catalogue.load([recordLine('brand', 'adidas')]);
});

/** Sends a request as a client that a trusted proxy names. */
function requestFrom(catalogue: TestCatalogue, forwardedFor: string, path = BRANDS): Promise<TestResponse> {
  return catalogue.request(path, { headers: { 'X-Forwarded-For': forwardedFor } });
}

async function remainingAfter(
  catalogue: TestCatalogue,
  path: string,
  request: RequestOptions = {},
): Promise<number> {
  const { headers } = await catalogue.request(path, request);
  return Number(headers.get('X-RateLimit-Remaining'));
}

describe('the rate limit', () => {
  it('is 100 requests per hour by default; further requests receive 403', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '' });
    const responses = await Promise.all(Array.from({ length: 100 }, () => catalogue.request(BRANDS)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const { status, headers, body } = await catalogue.request(BRANDS);
    expect(status).toBe(403);
    expect(body).toEqual(EXCEEDED);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(headers.get('X-RateLimit-Limit')).toBe('100');
    const seconds = Number(headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThanOrEqual(3600);
  });

  it('is shown in the headers of every counted response', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '5', RATE_LIMIT_WINDOW_SECONDS: '60' });
    const { headers } = await catalogue.request(BRANDS);
    expect(headers.get('RateLimit')).toMatch(/^"api"; r=4; t=(60|59)$/);
    expect(headers.get('RateLimit-Policy')).toMatch(/^"api"; q=5; w=60; pk=:[\w+/=]+:$/);
    expect(headers.get('X-RateLimit-Limit')).toBe('5');
    expect(headers.get('X-RateLimit-Remaining')).toBe('4');
    const secondsLeft = Number(headers.get('X-RateLimit-Reset')) - Date.now() / 1000;
    expect(secondsLeft).toBeGreaterThan(50);
    expect(secondsLeft).toBeLessThanOrEqual(61);
    expect(headers.get('Retry-After')).toBeNull();
  });

  it('has zero requests remaining from the last allowed request on', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2' });
    const remaining = [];
    for (let sent = 0; sent < 4; sent += 1) remaining.push(await remainingAfter(catalogue, BRANDS));
    expect(remaining).toEqual([1, 0, 0, 0]);
  });

  it('resets at the end of its window, which rejected requests do not extend', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_WINDOW_SECONDS: '2' });
    const startedAt = Date.now();
    expect((await catalogue.request(BRANDS)).status).toBe(200);
    const refused = await catalogue.request(BRANDS);
    expect(refused.status).toBe(403);
    expect(['1', '2']).toContain(refused.headers.get('Retry-After'));
    await eventually(async () => expect((await catalogue.request(BRANDS)).status).toBe(200), 6000);
    expect(Date.now() - startedAt).toBeGreaterThan(1500);
    expect((await catalogue.request(BRANDS)).status).toBe(403);
  });
});

describe('the rate limit count', () => {
  it('includes responses with 304, 400, 404 and 405, unknown paths and the documentation', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '100' });
    const { headers } = await catalogue.request(BRANDS);
    const etag = headers.get('ETag') ?? '';
    const counted: Array<[number, string, RequestOptions]> = [
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
    for (const [status, path, request] of counted) {
      remaining -= 1;
      const response = await catalogue.request(path, request);
      const left = response.headers.get('X-RateLimit-Remaining');
      expect([path, response.status, left]).toEqual([path, status, String(remaining)]);
      expect(response.headers.get('RateLimit')).toContain(`r=${remaining};`);
    }
  });

  it('includes requests that are rejected with 401', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '3', API_ENABLE_AUTH: '1' });
    const statuses = [];
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await catalogue.request(BRANDS)).status);
    expect(statuses).toEqual([401, 401, 401, 403, 403]);
  });

  it.each(['/api/health', '/api/health/', '/api/ready'])(
    'excludes %s, which has no rate limit headers',
    async (path) => {
      const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2' });
      for (let sent = 0; sent < 5; sent += 1) {
        const { status, headers } = await catalogue.request(path);
        expect([status, headers.get('RateLimit'), headers.get('X-RateLimit-Limit')]).toEqual([
          200,
          null,
          null,
        ]);
      }
      expect(await remainingAfter(catalogue, BRANDS)).toBe(1);
      await catalogue.request(BRANDS);
      expect((await catalogue.request(BRANDS)).status).toBe(403);
      expect((await catalogue.request(path)).status).toBe(200);
    },
  );

  it.each([
    ['from an allowed origin', 'https://app.example.org'],
    ['with the default CORS_ORIGINS', ''],
  ])('excludes preflight requests %s', async (_where, CORS_ORIGINS) => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2', CORS_ORIGINS, API_ENABLE_AUTH: '1' });
    for (let sent = 0; sent < 5; sent += 1) {
      const { status, headers } = await catalogue.request('/api/kits', {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example.org', 'Access-Control-Request-Method': 'GET' },
      });
      expect([status, headers.get('X-RateLimit-Limit')]).toEqual([204, null]);
    }
    expect(await remainingAfter(catalogue, BRANDS)).toBe(1);
  });
});

describe('the rate limit of a client without a key', () => {
  it('counts the address that a trusted proxy forwards', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '1' });
    expect((await requestFrom(catalogue, '203.0.113.7')).status).toBe(200);
    expect((await requestFrom(catalogue, '203.0.113.7')).status).toBe(403);
    expect((await requestFrom(catalogue, '203.0.113.8')).status).toBe(200);
  });

  it('ignores addresses that the client itself adds to X-Forwarded-For', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '1' });
    expect((await requestFrom(catalogue, '198.51.100.1, 203.0.113.7')).status).toBe(200);
    expect((await requestFrom(catalogue, '198.51.100.2, 203.0.113.7')).status).toBe(403);
  });

  it('ignores forwarded addresses if no proxy is trusted', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1' });
    expect((await requestFrom(catalogue, '203.0.113.7')).status).toBe(200);
    expect((await requestFrom(catalogue, '203.0.113.8')).status).toBe(403);
    expect((await catalogue.request(BRANDS, { headers: { 'X-Real-IP': '203.0.113.9' } })).status).toBe(403);
    expect((await catalogue.request(BRANDS, { headers: { Forwarded: 'for=203.0.113.9' } })).status).toBe(403);
  });

  it('uses forwarded addresses only from proxies whose addresses are trusted', async () => {
    const trusting = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: 'loopback, 10.0.0.0/8' });
    expect((await requestFrom(trusting, '203.0.113.7, 10.1.2.3')).status).toBe(200);
    expect((await requestFrom(trusting, '203.0.113.8, 10.9.9.9')).status).toBe(200);
    expect((await requestFrom(trusting, '203.0.113.7, 10.4.4.4')).status).toBe(403);
    const wary = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '10.0.0.0/8' });
    expect((await requestFrom(wary, '203.0.113.7')).status).toBe(200);
    expect((await requestFrom(wary, '203.0.113.8')).status).toBe(403);
  });

  it('counts IPv6 clients by their /56 network', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '1' });
    expect((await requestFrom(catalogue, '2001:db8:1:aa00::1')).status).toBe(200);
    expect((await requestFrom(catalogue, '2001:db8:1:aaff:1:2:3:4')).status).toBe(403);
    expect((await requestFrom(catalogue, '2001:db8:1:ab00::1')).status).toBe(200);
  });

  it('counts an IPv4 address and its IPv4-mapped IPv6 form as one client', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '1', TRUST_PROXY: '1' });
    expect((await requestFrom(catalogue, '203.0.113.7')).status).toBe(200);
    expect((await requestFrom(catalogue, '::ffff:203.0.113.7')).status).toBe(403);
    expect((await requestFrom(catalogue, '::ffff:203.0.113.8')).status).toBe(200);
  });

  it('accepts requests whose forwarded address is invalid', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '100', TRUST_PROXY: '1' });
    for (const address of ['unknown', '', '203.0.113.7:4711', '[2001:db8::1]:80', '<script>', ',']) {
      expect([address, (await requestFrom(catalogue, address)).status]).toEqual([address, 200]);
    }
  });
});

describe('the rate limit of a client with a key', () => {
  it('counts by key at any address, and does not count for the address', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2', TRUST_PROXY: '1' });
    const key = await createApiKey(catalogue.db, { name: 'app', expiresAt: null, rateLimit: null });
    const requestWithKey = async (address: string) => {
      const headers = { 'X-API-Key': key, 'X-Forwarded-For': address };
      return (await catalogue.request(BRANDS, { headers })).status;
    };
    expect(await requestWithKey('203.0.113.1')).toBe(200);
    expect(await requestWithKey('203.0.113.2')).toBe(200);
    expect(await requestWithKey('203.0.113.3')).toBe(403);
    expect((await requestFrom(catalogue, '203.0.113.1')).headers.get('X-RateLimit-Remaining')).toBe('1');
  });

  it('counts by address if the key is invalid', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '2' });
    const statuses = [];
    for (const key of ['one', 'two', 'three']) {
      statuses.push((await catalogue.request(BRANDS, { headers: { 'X-API-Key': key } })).status);
    }
    expect(statuses).toEqual([200, 200, 403]);
  });
});

describe('the rate limit of GET /api/suggest', () => {
  const SUGGEST = '/api/suggest?q=adidas';

  it('is separate, and 1,000 requests per hour by default', async () => {
    const catalogue = await startLimited({ RATE_LIMIT_REQUESTS: '3', SUGGEST_LIMIT_REQUESTS: '' });
    const { headers } = await catalogue.request(SUGGEST);
    expect(headers.get('X-RateLimit-Limit')).toBe('1000');
    expect(headers.get('RateLimit-Policy')).toContain('"suggest"; q=1000; w=3600');
    expect(await remainingAfter(catalogue, SUGGEST)).toBe(998);
    expect(await remainingAfter(catalogue, '/api/suggest/?q=b')).toBe(997);
    expect(await remainingAfter(catalogue, BRANDS)).toBe(2);
  });

  it('returns 403 for further suggestions, and does not affect other endpoints', async () => {
    const catalogue = await startLimited({ SUGGEST_LIMIT_REQUESTS: '2' });
    const responses = [
      await catalogue.request(SUGGEST),
      await catalogue.request(SUGGEST),
      await catalogue.request(SUGGEST),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 403]);
    expect(responses[2]?.body).toEqual(EXCEEDED);
    expect(Number(responses[2]?.headers.get('Retry-After'))).toBeGreaterThan(3590);
    expect((await catalogue.request(BRANDS)).status).toBe(200);
  });
});
