import { describe, expect, it } from '@jest/globals';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const APP = 'https://app.example.org';
const EXPOSED = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Link',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Cache',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
];

const catalogue = useCatalogue({
  env: { CORS_ORIGINS: `${APP}/, http://localhost:*`, API_ENABLE_AUTH: '1', RATE_LIMIT_REQUESTS: '3' },
});

function preflight(origin: string, headers: Record<string, string> = {}) {
  return catalogue.request('/api/kits', {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'GET', ...headers },
  });
}

function listOf(header: string | null): string[] {
  return (header ?? '').split(',').map((name) => name.trim());
}

describe('CORS for an allowed origin', () => {
  it.each([APP, 'http://localhost:5173'])(
    'permits requests with X-API-Key after a preflight without a key: %s',
    async (origin) => {
      const { status, headers } = await preflight(origin, { 'Access-Control-Request-Headers': 'x-api-key' });
      expect(status).toBe(204);
      expect(headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(listOf(headers.get('Access-Control-Allow-Headers'))).toContain('x-api-key');
      expect(listOf(headers.get('Access-Control-Allow-Methods'))).toContain('GET');
      expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0);
    },
  );

  it('permits reading every response, including 401 and rate-limited responses', async () => {
    const statuses = [];
    const paths = ['/api/health', '/api/kits', '/api/nothing', '/api/kits', '/api/kits'];
    for (const path of paths) {
      const { status, headers } = await catalogue.request(path, { headers: { Origin: APP } });
      statuses.push(status);
      expect(headers.get('Access-Control-Allow-Origin')).toBe(APP);
      expect(listOf(headers.get('Access-Control-Expose-Headers'))).toEqual(expect.arrayContaining(EXPOSED));
    }
    expect(statuses).toEqual([200, 401, 401, 401, 403]);
  });

  it('adds Origin to Vary', async () => {
    const { headers } = await catalogue.request('/api/health', { headers: { Origin: APP } });
    expect(listOf(headers.get('Vary'))).toContain('Origin');
  });

  it('permits credentials', async () => {
    for (const { headers } of [
      await preflight(APP),
      await catalogue.request('/api/health', { headers: { Origin: APP } }),
    ]) {
      expect(headers.get('Access-Control-Allow-Credentials')).toBe('true');
    }
  });
});

describe('CORS for any other origin', () => {
  it.each(['https://evil.example.org', 'http://app.example.org', 'https://app.example.org.evil.net', 'null'])(
    'allows no access: %s',
    async (origin) => {
      for (const { headers } of [
        await preflight(origin),
        await catalogue.request('/api/health', { headers: { Origin: origin } }),
      ]) {
        expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
        expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
        expect(headers.get('Vary')).toContain('Origin');
      }
    },
  );

  it('allows no access with CORS_ORIGINS=none', async () => {
    await using closed = await startTestCatalogue({ env: { CORS_ORIGINS: 'none' } });
    const { headers } = await closed.request('/api/kits', { headers: { Origin: APP } });
    const response = await closed.request('/api/kits', {
      method: 'OPTIONS',
      headers: { Origin: APP, 'Access-Control-Request-Method': 'GET' },
    });
    expect([headers, response.headers].map((sent) => sent.get('Access-Control-Allow-Origin'))).toEqual([
      null,
      null,
    ]);
  });
});

describe.each(['', '*'])('CORS for any origin with CORS_ORIGINS=%j', (CORS_ORIGINS) => {
  const open = useCatalogue({
    env: { CORS_ORIGINS, RATE_LIMIT_REQUESTS: '3', ADMIN_PASSWORD: 'a password of the tests' },
  });

  it('permits every method and header, but no credentials', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await open.request('/api/user-collection/1/scrape', {
        method: 'OPTIONS',
        headers: {
          Origin: APP,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'x-api-key,prefer,if-none-match',
        },
      });
      expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(listOf(headers.get('Access-Control-Allow-Methods'))).toContain(method);
      expect(listOf(headers.get('Access-Control-Allow-Headers'))).toEqual([
        'x-api-key',
        'prefer',
        'if-none-match',
      ]);
      expect(listOf(headers.get('Vary'))).toContain('Access-Control-Request-Headers');
    }
  });

  it('permits reading every API response, identically for all origins', async () => {
    const statuses = [];
    for (const [path, Origin] of [
      ['/', APP],
      ['/api/health', 'null'],
      ['/api/kits', 'https://other.example.org'],
      ['/api/kits/x', APP],
      ['/api/kits/1/picture.svg', APP],
      ['/api/nothing', APP],
      ['/api/kits', APP],
    ] as const) {
      const { status, headers } = await open.request(path, { headers: { Origin } });
      statuses.push(status);
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(listOf(headers.get('Access-Control-Expose-Headers'))).toEqual(expect.arrayContaining(EXPOSED));
      expect(listOf(headers.get('Vary'))).not.toContain('Origin');
    }
    expect(statuses).toEqual([200, 200, 200, 400, 404, 404, 403]);
  });

  it('allows no access to /admin/', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await fetch(`${open.url}/admin/`, {
        method,
        redirect: 'manual',
        headers: { Origin: APP, 'Access-Control-Request-Method': 'GET' },
      });
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });
});

describe('OPTIONS', () => {
  it.each(['none', '*', APP])(
    'lists the allowed methods if the request is not a preflight: CORS_ORIGINS=%s',
    async (CORS_ORIGINS) => {
      await using open = await startTestCatalogue({ env: { CORS_ORIGINS } });
      const { status, headers } = await open.request('/api/kits', {
        method: 'OPTIONS',
        headers: { Origin: APP },
      });
      expect([status, headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
      expect((await open.request('/api/nothing', { method: 'OPTIONS' })).status).toBe(404);
    },
  );
});
