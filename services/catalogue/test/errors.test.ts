import { beforeAll, describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import { createCatalogueDatabase, startTestCatalogue, useCatalogue } from './test-catalogue.ts';

/** The paths of the catalogue's records, with values that find something. */
const PATHS = CATALOGUE_CONTRACTS.filter(({ method }) => method === 'GET')
  .map(({ path }) => path)
  .filter((path) => !/health|docs|openapi|user-collection|bulk-data\//.test(path))
  .map((path) =>
    path.includes('search')
      ? `${path}?keyword=2024`
      : path.replace(/\{\w+\}/, '1').replace(/(seasons|bulk|suggest)$/, '$1?id=1&slugs=a,b&q=cup'),
  );

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([recordLine('competition', 'Cup'), ...kitLines([{ club: 'Only FC' }])]);
});

describe('API paths', () => {
  it.each(PATHS)('respond equally with and without a trailing slash: %s', async (path) => {
    const [name = '', query = ''] = path.split('?');
    const plain = name.replace(/\/$/, '');
    const responses = await Promise.all([
      catalogue.request(`${plain}?${query}`),
      catalogue.request(`${plain}/?${query}`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[1]?.body).toEqual(responses[0]?.body);
  });

  it.each([
    '/api/nothing',
    '/api/kits/1/2',
    '/api/kit',
    '/kits',
    '/API/kits',
    '/api//kits',
    '/api/kits//',
    '/api/club',
    '/api/brand/',
    '/api/random-clubs/1',
  ])('return 404 when they are unknown: %s', async (path) => {
    const { status, headers, body } = await catalogue.request(path);
    expect(status).toBe(404);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ detail: 'Not found.' });
  });
});

describe('HTTP methods', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'return 405 with an Allow header when a path does not support %s',
    async (method) => {
      for (const path of [
        '/api/kits',
        '/api/kits/',
        '/api/kits/1',
        '/api/clubs/search',
        '/api/random-clubs/',
      ]) {
        const { status, headers, body } = await catalogue.request(path, { method });
        expect(status).toBe(405);
        expect(body).toEqual({ detail: `Method "${method}" not allowed.` });
        expect(headers.get('Allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD']));
        expect(headers.get('Allow')).not.toContain(method);
      }
    },
  );

  it('include HEAD, which returns the headers of GET without a body', async () => {
    const { status, headers, body } = await catalogue.request('/api/kits', { method: 'HEAD' });
    expect([status, body]).toEqual([200, '']);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });

  it.each(['{"broken', '{}', 'x'.repeat(2 * 1024 * 1024)])(
    'return 405 regardless of the request body',
    async (body) => {
      const response = await catalogue.request('/api/kits', { method: 'POST', body });
      expect([response.status, response.body]).toEqual([405, { detail: 'Method "POST" not allowed.' }]);
    },
  );
});

describe('request bodies', () => {
  const post = (body: string) =>
    catalogue.request('/api/user-collection/1/scrape', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });

  it.each(['{"broken', '{', 'undefined', "{'a': 1}", '{"a": 1}}'])(
    'return 400 when they are invalid JSON: %s',
    async (text) => {
      const { status, body } = await post(text);
      expect([status, body]).toEqual([400, { detail: 'JSON parse error.' }]);
    },
  );

  it('return 413 when they are larger than 1 MiB', async () => {
    const response = await fetch(`${catalogue.url}/api/user-collection/1/scrape`, {
      method: 'POST',
      body: JSON.stringify('x'.repeat(1024 * 1024)),
      headers: { 'Content-Type': 'application/json' },
    });
    expect([response.status, await response.json()]).toEqual([413, { detail: expect.any(String) }]);
  });
});

describe('X-Request-Id', () => {
  it('is different in every response', async () => {
    for (const path of [
      '/api/kits',
      '/api/kits/999',
      '/api/kits/x',
      '/nowhere',
      '/api/health',
      '/api/openapi.json',
    ]) {
      const ids = await Promise.all([catalogue.request(path), catalogue.request(path)]);
      const [first, second] = ids.map(({ headers }) => headers.get('X-Request-Id'));
      expect(first).toMatch(/^[\w-]{10,}$/);
      expect(second).not.toBe(first);
    }
  });

  it("repeats the client's request id if it is valid", async () => {
    const idFor = async (id: string) =>
      (await catalogue.request('/api/kits/999', { headers: { 'X-Request-Id': id } })).headers.get(
        'X-Request-Id',
      );
    expect(await idFor('my-request_1')).toBe('my-request_1');
    for (const insane of ['with space', 'x'.repeat(5000), '"quoted"', '<b>']) {
      expect(await idFor(insane)).not.toBe(insane);
    }
  });
});

describe.each([
  ['production', {}, 'An internal server error occurred. Please try again later.'],
  ['debug mode', { DEBUG: 'true' }, expect.stringContaining('"user_collections" does not exist')],
])('an unhandled error in %s', (_mode, env: Record<string, string>, detail) => {
  it('returns a JSON 500', async () => {
    const database = await createCatalogueDatabase();
    const broken = await startTestCatalogue({ database, env });
    try {
      await broken.db.raw('alter table user_collections rename to shirts');
      const { status, headers, body } = await broken.request('/api/user-collection/1');
      expect(status).toBe(500);
      expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(body).toEqual({ detail });
    } finally {
      await broken.close();
      await database.drop();
    }
  });
});

describe.each(['/api/health', '/api/kits', '/api/docs', '/api/openapi.json', '/api/nothing', '/api/kits/x'])(
  'the response of %s',
  (path) => {
    it('has security headers against MIME sniffing and framing', async () => {
      const { headers } = await catalogue.request(path);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
      expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'self'.*script-src 'self'/);
      expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{7,}/);
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    });

    it('works without HTTPS, and in pages of other origins', async () => {
      const { headers } = await catalogue.request(path);
      expect(headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    });

    it('does not reveal the server software', async () => {
      const { headers } = await catalogue.request(path);
      expect([headers.get('X-Powered-By'), headers.get('Server')]).toEqual([null, null]);
    });

    it('has Cache-Control: no-cache', async () => {
      expect((await catalogue.request(path)).headers.get('Cache-Control')).toBe('no-cache');
    });
  },
);
