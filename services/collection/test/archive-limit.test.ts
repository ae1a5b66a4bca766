import { afterEach, describe, expect, it } from '@jest/globals';
import { readCollectionConfig } from '../src/config.ts';
import { useStandInCatalogue } from './stand-in-catalogue.ts';
import { startTestCollection, useCollectionDatabase, type TestCollection } from './test-collection.ts';

const PATH = '/archive/clubs/search/?keyword=malaga';

const database = useCollectionDatabase();
const catalogue = useStandInCatalogue();
let collection: TestCollection | undefined;

afterEach(async () => {
  await collection?.close();
  collection = undefined;
  catalogue.seen.length = 0;
});

async function start(env: Record<string, string>): Promise<TestCollection> {
  collection = await startTestCollection(database, { CATALOGUE_URL: catalogue.url, ...env });
  return collection;
}

async function requestFrom(address: string, headers: Record<string, string> = {}, path = PATH) {
  return collection?.request(path, { headers: { 'X-Forwarded-For': address, ...headers } });
}

describe('the request limit of /archive/', () => {
  it('is 100 an hour by default', async () => {
    const { headers } = await (await start({})).request(PATH);
    expect(headers.get('RateLimit-Policy')).toMatch(/^"archive"; q=100; w=3600/);
    expect(headers.get('RateLimit')).toMatch(/^"archive"; r=99; t=\d+$/);
    expect(headers.get('X-RateLimit-Limit')).toBe('100');
    expect(headers.get('X-RateLimit-Remaining')).toBe('99');
  });

  it('returns 429 with Retry-After, without calling the catalogue', async () => {
    const { request } = await start({ THROTTLE_ARCHIVE: '2/600' });
    await request(PATH);
    await request(PATH);
    const { status, headers, body } = await request(PATH);
    const secondsLeft = Number(headers.get('Retry-After'));
    expect(secondsLeft).toBeGreaterThan(590);
    expect(secondsLeft).toBeLessThanOrEqual(600);
    expect([status, body]).toEqual([
      429,
      { detail: `Request was throttled. Expected available in ${secondsLeft} seconds.` },
    ]);
    expect(headers.get('RateLimit')).toMatch(/^"archive"; r=0; t=\d+$/);
    expect(catalogue.seen).toHaveLength(2);
  });

  it('counts all requests, including invalid requests and requests that need no catalogue', async () => {
    const { request } = await start({ THROTTLE_ARCHIVE: '5/600' });
    const paths = [
      '/archive/clubs/search/',
      '/archive/kits/0/',
      '/archive/clubs/search/?keyword=a',
      '/archive/nothing/',
      '/archive/clubs/7/seasons',
    ];
    const statuses = [];
    for (const path of [...paths, ...paths.slice(0, 3)]) statuses.push((await request(path)).status);
    expect(statuses).toEqual([400, 404, 200, 404, 200, 429, 429, 429]);
  });

  it('applies to an IP address, whatever the token', async () => {
    await start({ THROTTLE_ARCHIVE: '2/600', TRUST_PROXY: '1' });
    const tokens = ['a', 'b', 'c'].map((token) => ({ Authorization: `Token ${token}` }));
    const statuses = [];
    for (const headers of tokens) statuses.push((await requestFrom('192.0.2.1', headers))?.status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await requestFrom('192.0.2.2'))?.status).toBe(200);
  });

  it('treats a /56 network of IPv6 as one address', async () => {
    await start({ THROTTLE_ARCHIVE: '1/600', TRUST_PROXY: '1' });
    expect((await requestFrom('2001:db8:0:100::1'))?.status).toBe(200);
    expect((await requestFrom('2001:db8:0:1ff::2'))?.status).toBe(429);
    expect((await requestFrom('2001:db8:0:200::1'))?.status).toBe(200);
  });

  it('does not count preflights and requests to other endpoints', async () => {
    const { request } = await start({ THROTTLE_ARCHIVE: '1/600', CORS_ORIGINS: 'https://app.example' });
    const preflight = {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await request(PATH, preflight)).status).toBe(204);
      expect((await request('/api/health')).status).toBe(200);
    }
    expect((await request(PATH)).status).toBe(200);
    expect((await request(PATH)).status).toBe(429);
    expect((await request('/api/health')).headers.get('RateLimit')).toBeNull();
    expect((await request('/api/schema/')).status).toBe(200);
  });
});

describe('THROTTLE_ARCHIVE', () => {
  it.each(['100', '0/3600', '100/0', '-1/60', '1.5/60', '100/3600/1', '10/h', '1/99999999', ' '])(
    'is rejected with the allowed format: %j',
    (value) => {
      expect(() => readCollectionConfig({ DATABASE_URL: database.url, THROTTLE_ARCHIVE: value })).toThrow(
        `THROTTLE_ARCHIVE is ${JSON.stringify(value)}: expected <number>/<seconds>`,
      );
    },
  );
});
