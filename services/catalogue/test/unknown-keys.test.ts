import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { holdTable } from '@kitroom/testing/hold-table';
import { useStarter } from '@kitroom/testing/use-service';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import { startTestCatalogue, useCatalogueDatabase, type TestCatalogue } from './test-catalogue.ts';

const INVALID = { detail: 'Invalid API key' };
const EXCEEDED = { detail: 'Rate limit exceeded. Please try again later.' };

const database = useCatalogueDatabase();
const start = useStarter(
  (env: Record<string, string>) =>
    startTestCatalogue({ database, env: { API_ENABLE_AUTH: 'true', TRUST_PROXY: '1', ...env } }),
  (catalogue) => catalogue.close(),
);

const randomKey = () => `kitroom_${randomBytes(32).toString('base64url')}`;

/** Sends a request with a key from an address. */
function send({ request }: TestCatalogue, key: string, address: string) {
  return request('/api/countries', { headers: { 'X-API-Key': key, 'X-Forwarded-For': address } });
}

describe('unknown API keys from one address', () => {
  it.each(['true', 'false'])(
    'receive 403 without a database query after 20 times RATE_LIMIT_REQUESTS: API_ENABLE_AUTH=%s',
    async (isNeeded) => {
      const catalogue = await start({ RATE_LIMIT_REQUESTS: '2', API_ENABLE_AUTH: isNeeded });
      const [used, unused] = [await createKey(catalogue), await createKey(catalogue)];
      expect((await send(catalogue, used, '192.0.2.2')).status).toBe(200);
      const first = await send(catalogue, randomKey(), '192.0.2.1');
      expect(first.headers.get('RateLimit')).toMatch(/^"api"; r=1; t=\d+$/);
      await Promise.all(Array.from({ length: 39 }, () => send(catalogue, randomKey(), '192.0.2.1')));

      const held = await holdTable(database.url, 'api_keys');
      const { status, body, headers } = await send(catalogue, randomKey(), '192.0.2.1');
      await held.release();
      expect([status, body]).toEqual([403, EXCEEDED]);
      expect(headers.get('RateLimit')).toMatch(/^"unknown-key"; r=0; t=\d+$/);
      expect(headers.get('X-RateLimit-Limit')).toBe('40');
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);

      // Valid keys that this process has not seen yet are unknown to it, too.
      expect((await send(catalogue, unused, '192.0.2.1')).status).toBe(403);
      expect((await send(catalogue, used, '192.0.2.1')).status).toBe(200);
      expect((await send(catalogue, unused, '192.0.2.3')).status).toBe(200);
      expect((await send(catalogue, unused, '192.0.2.1')).status).toBe(200);
    },
  );

  it('are limited independently of requests with valid keys', async () => {
    const catalogue = await start({ RATE_LIMIT_REQUESTS: '1' });
    const key = await createKey(catalogue);
    for (let sent = 0; sent < 30; sent += 1) {
      expect((await send(catalogue, key, '192.0.2.1')).status).toBe(200);
    }
    const { status, body, headers } = await send(catalogue, randomKey(), '192.0.2.1');
    expect([status, body]).toEqual([401, INVALID]);
    expect(headers.get('RateLimit')).toMatch(/^"api"; /);
  });
});

describe('a malformed API key', () => {
  it('receives 401 without a database query', async () => {
    const catalogue = await start({});
    const held = await holdTable(database.url, 'api_keys');
    const key = randomKey();
    for (const text of ['kitroom_', key.slice(1), key.slice(0, -1), `${key}0`, `${key.slice(0, -1)}*`]) {
      const { status, body } = await send(catalogue, text, '192.0.2.1');
      expect([text, status, body]).toEqual([text, 401, INVALID]);
    }
    await held.release();
  });
});

function createKey({ db }: TestCatalogue): Promise<string> {
  return createApiKey(db, { name: 'tests', expiresAt: null, rateLimit: 'none' });
}
