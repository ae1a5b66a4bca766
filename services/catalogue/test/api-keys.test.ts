import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { useStarter } from '@kitroom/testing/use-service';
import { listApiKeys, revokeApiKey } from '../src/api-keys/api-key-queries.ts';
import { createApiKey, type ApiKeyOptions } from '../src/api-keys/create-api-key.ts';
import { openApiKeys } from '../src/api-keys/identify-key.ts';
import { recordLine } from './fixture-catalogue.ts';
import { sendRaw } from './send-raw.ts';
import { startTestCatalogue, useCatalogue, type TestCatalogue } from './test-catalogue.ts';

const BRANDS = '/api/brands/search?keyword=adidas';
const MISSING = { detail: 'Missing or invalid API key' };
const INVALID = { detail: 'Invalid API key' };

const open = useCatalogue();

beforeAll(async () => {
  await open.load([recordLine('brand', 'adidas')]);
});

const startClosed = useStarter(
  (env: Record<string, string> = {}) =>
    startTestCatalogue({ database: { url: open.databaseUrl }, env: { API_ENABLE_AUTH: 'true', ...env } }),
  (catalogue) => catalogue.close(),
);

function createKey(options: Partial<ApiKeyOptions> = {}): Promise<string> {
  return createApiKey(open.db, { name: 'tests', expiresAt: null, rateLimit: null, ...options });
}

async function findKeyId(name: string): Promise<number> {
  const row = (await listApiKeys(open.db)).find((key) => key.name === name);
  if (!row) throw new Error(`there is no key ${name}`);
  return row.id;
}

function requestWith(catalogue: TestCatalogue, key: string, path = BRANDS) {
  return catalogue.request(path, { headers: { 'X-API-Key': key } });
}

describe('API_ENABLE_AUTH', () => {
  it.each(['true', 'TRUE', '1', 'yes', 'Yes'])('requires API keys if set to %s', async (value) => {
    const catalogue = await startClosed({ API_ENABLE_AUTH: value });
    expect((await catalogue.request(BRANDS)).status).toBe(401);
  });

  it.each(['', 'false', '0', 'no', 'on', 'banana', 'true!'])(
    'requires no API keys if set to "%s"',
    async (value) => {
      const catalogue = await startClosed({ API_ENABLE_AUTH: value });
      expect((await catalogue.request(BRANDS)).status).toBe(200);
    },
  );
});

describe('a catalogue that requires no API keys', () => {
  it('ignores an invalid key', async () => {
    const { status, body } = await requestWith(open, 'kitroom_wrong');
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
  });

  it('applies the rate limit of a valid key', async () => {
    const key = await createKey({ rateLimit: 2 });
    const statuses = [];
    for (let sent = 0; sent < 3; sent += 1) statuses.push((await requestWith(open, key)).status);
    expect(statuses).toEqual([200, 200, 403]);
    expect((await open.request(BRANDS)).status).toBe(200);
  });
});

describe('a catalogue that requires API keys', () => {
  let closed: TestCatalogue;
  beforeAll(async () => {
    closed = await startTestCatalogue({
      database: { url: open.databaseUrl },
      env: { API_ENABLE_AUTH: 'yes' },
    });
  });
  afterAll(() => closed.close());

  it('accepts requests with a valid key', async () => {
    const { status, body } = await requestWith(closed, await createKey());
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
  });

  it('returns 401 for a request without a key', async () => {
    const { status, body } = await closed.request(BRANDS);
    expect([status, body]).toEqual([401, MISSING]);
  });

  it('returns 401 for an empty key, as for a missing one', async () => {
    const { status, body } = await requestWith(closed, '');
    expect([status, body]).toEqual([401, MISSING]);
  });

  it.each([
    ['unknown', 'kitroom_wrong'],
    ['very long', 'k'.repeat(5000)],
    ['an SQL injection attempt', "' or 1=1 --"],
  ])('returns 401 for a key that is %s', async (_what, key) => {
    const { status, body } = await requestWith(closed, key);
    expect([status, body]).toEqual([401, INVALID]);
  });

  it('returns 401 for an altered key and for the stored hash of a key', async () => {
    const key = await createKey({ name: 'changed' });
    expect((await requestWith(closed, key.toUpperCase())).body).toEqual(INVALID);
    const [row] = await query<{ key_hash: Buffer }>(open.db, 'select key_hash from api_keys where name = ?', [
      'changed',
    ]);
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect((await requestWith(closed, row?.key_hash.toString(encoding) ?? '')).body).toEqual(INVALID);
    }
  });

  it('returns 401 for an expired key, including one that expires between requests', async () => {
    const past = await createKey({ expiresAt: new Date(Date.now() - 1000) });
    expect((await requestWith(closed, past)).body).toEqual(INVALID);
    const soon = await createKey({ expiresAt: new Date(Date.now() + 1500) });
    expect((await requestWith(closed, soon)).status).toBe(200);
    await eventually(async () => {
      const { status, body } = await requestWith(closed, soon);
      expect([status, body]).toEqual([401, INVALID]);
    });
  });

  it.each(['/api/health', '/api/health/', '/api/ready'])('serves %s without a key', async (path) => {
    expect((await closed.request(path)).status).toBe(200);
    expect((await requestWith(closed, 'kitroom_wrong', path)).status).toBe(200);
  });

  it.each(['/api/docs', '/api/docs/', '/api/docs/swagger-ui.css', '/api/openapi.json', '/api/nothing'])(
    'returns 401 for %s without a key',
    async (path) => {
      const { status, body } = await closed.request(path);
      expect([status, body]).toEqual([401, MISSING]);
    },
  );

  it('returns 404 and 405 for unknown paths and methods only to clients with a key', async () => {
    const key = await createKey();
    expect((await requestWith(closed, key, '/api/nothing')).status).toBe(404);
    const headers = { 'X-API-Key': key };
    expect((await closed.request('/api/kits', { method: 'PUT', headers })).status).toBe(405);
    expect((await closed.request('/api/kits', { method: 'PUT' })).status).toBe(401);
  });

  it('serves the documentation to clients with a key', async () => {
    const key = await createKey();
    for (const path of ['/api/docs', '/api/openapi.json']) {
      expect((await requestWith(closed, key, path)).status).toBe(200);
    }
  });
});

describe('API_PUBLIC_DOCS', () => {
  it('opens the documentation paths without a key, and no others', async () => {
    const catalogue = await startClosed({ API_PUBLIC_DOCS: 'true' });
    const statusOf = async (path: string) => {
      const response = await fetch(`${catalogue.url}${path}`);
      // An unread response keeps its connection open.
      await response.text();
      return response.status;
    };
    const opened = [
      '/api/docs',
      '/api/docs/',
      '/api/docs/swagger-ui.css',
      '/api/openapi.json',
      '/api/openapi.json/',
    ];
    for (const path of opened) expect([path, await statusOf(path)]).toEqual([path, 200]);
    const closed = ['/api/docsx', '/api/openapi.json.bak', '/api/kits', '/api/random-kits/', '/API/DOCS'];
    for (const path of closed) expect([path, await statusOf(path)]).toEqual([path, 401]);
  });

  it('does not expose other paths through path traversal', async () => {
    const catalogue = await startClosed({ API_PUBLIC_DOCS: 'true' });
    for (const path of ['/api/docs/../kits', '/api/docs/..%2fkits', '/api/docs//../../api/kits']) {
      const request = `GET ${path} HTTP/1.1\r\nHost: kits\r\nConnection: close\r\n\r\n`;
      const { status, body } = await sendRaw(catalogue.url, request);
      expect([path, status, body]).toEqual([path, 404, '{"detail":"Not found."}']);
    }
  });
});

describe('rate limit of an API key', () => {
  it('is counted separately from other keys and from the client address', async () => {
    const catalogue = await startClosed({ RATE_LIMIT_REQUESTS: '3' });
    const [small, large] = [await createKey({ rateLimit: 1 }), await createKey()];
    expect((await requestWith(catalogue, small)).status).toBe(200);
    expect((await requestWith(catalogue, small)).status).toBe(403);
    const { status, headers } = await requestWith(catalogue, large);
    expect([status, headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining')]).toEqual([
      200,
      '3',
      '2',
    ]);
  });

  it('is shown in the rate limit headers', async () => {
    const catalogue = await startClosed({ RATE_LIMIT_REQUESTS: '3' });
    const { headers } = await requestWith(catalogue, await createKey({ rateLimit: 500 }));
    expect(headers.get('X-RateLimit-Limit')).toBe('500');
    expect(headers.get('RateLimit-Policy')).toContain('q=500;');
  });

  it('can be disabled with "none"', async () => {
    const catalogue = await startClosed({ RATE_LIMIT_REQUESTS: '1' });
    const key = await createKey({ rateLimit: 'none' });
    for (let sent = 0; sent < 5; sent += 1) {
      const { status, headers } = await requestWith(catalogue, key);
      expect(status).toBe(200);
      expect(headers.get('RateLimit')).toBeNull();
    }
  });
});

describe('revokeApiKey', () => {
  it('makes every replica reject the key within 800 ms', async () => {
    const replicas = [await startClosed(), await startClosed()];
    const key = await createKey({ name: 'revoked' });
    for (const replica of replicas) expect((await requestWith(replica, key)).status).toBe(200);
    expect(await revokeApiKey(open.db, await findKeyId('revoked'))).toBe(true);
    // Must be due to the notification: without it, a replica's cached key expires after a second.
    await Promise.all(
      replicas.map((replica) =>
        eventually(async () => expect((await requestWith(replica, key)).body).toEqual(INVALID), 800),
      ),
    );
  });

  it('prevents a concurrent lookup from caching the revoked key', async () => {
    const keys = openApiKeys({ db: open.db, index: { state: () => 'current' } });
    const key = await createKey({ name: 'looked up' });
    const looking = keys.identify(key);
    keys.forget();
    expect(await looking).toMatchObject({ name: 'looked up' });
    await revokeApiKey(open.db, await findKeyId('looked up'));
    expect(await keys.identify(key)).toBeNull();
  });

  it('returns false for a key that is already revoked', async () => {
    await createKey({ name: 'once' });
    const id = await findKeyId('once');
    expect(await revokeApiKey(open.db, id)).toBe(true);
    expect(await revokeApiKey(open.db, id)).toBe(false);
  });
});

describe('createApiKey', () => {
  it('stores a hash, not the key itself', async () => {
    const key = await createKey({ name: 'hashed' });
    const [row] = await query<{ text: string; length: number }>(
      open.db,
      `select api_keys::text as text, length(key_hash) as length from api_keys where name = 'hashed'`,
    );
    expect(row?.length).toBe(32);
    expect(row?.text).not.toContain(key);
    expect(row?.text).not.toContain(Buffer.from(key).toString('hex'));
  });

  it('returns a different key each time', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => createKey()));
    expect(new Set(keys).size).toBe(20);
    for (const key of keys) expect(key).toMatch(/^kitroom_[\w-]{43}$/);
  });
});
