import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { endConnections, makeDatabaseUnavailable, reopenDatabase } from '@kitroom/testing/database-switch';
import { eventually } from '@kitroom/testing/eventually';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogueDatabase, type TestCatalogue } from './test-catalogue.ts';

const UNAVAILABLE = { detail: 'The service is temporarily unavailable. Please try again later.' };

const NEEDS_NO_DATABASE = new Set([
  'getRoot',
  'getService',
  'getNoLogo',
  'getDocs',
  'getOpenApi',
  'getReady',
]);
/** Endpoints whose data are stored outside the catalogue, or that report the state of the database. */
const NEEDS_DATABASE = new Set(['getHealth', 'listBulkData', 'getBulkFile', 'listChanges']);
const needsDatabase = ({ id, path }: { id: string; path: string }) =>
  NEEDS_DATABASE.has(id) || path.startsWith('/api/user-collection/');

const QUERIES: Readonly<Record<string, string>> = {
  listKitsInBulk: '?slugs=away-one,away-two',
  listClubSeasons: '?id=1',
  searchClubs: '?keyword=away',
  searchKits: '?keyword=away',
  searchSeasons: '?keyword=1977',
  searchBrands: '?keyword=away',
  searchCompetitions: '?keyword=away',
  suggestRecords: '?q=away',
};

const database = useCatalogueDatabase();
let catalogue: TestCatalogue;

beforeAll(async () => {
  const filling = await startTestCatalogue({ database });
  await filling.load(kitLines([{ club: 'Away FC', name: 'Away One', slug: 'away-one' }]));
  await filling.close();
});

beforeEach(async () => {
  catalogue = await startTestCatalogue({ database });
});

afterEach(async () => {
  await catalogue.close();
  await reopenDatabase(database);
});

describe('a catalogue whose database is unavailable', () => {
  const requests = CATALOGUE_CONTRACTS.filter(
    ({ id }) => !NEEDS_NO_DATABASE.has(id) && id !== 'getHealth',
  ).map((contract) => ({
    method: contract.method,
    path: `${contract.path.replaceAll(/\{\w+\}/g, '1')}${QUERIES[contract.id] ?? ''}`,
    isRead: !needsDatabase(contract),
    hasLifetime: contract.cacheSeconds !== undefined,
  }));

  it.each(requests.filter(({ isRead }) => !isRead))(
    'returns 503 with Retry-After for $method $path',
    async ({ method, path }) => {
      await makeDatabaseUnavailable(database);
      await eventually(async () => expect((await catalogue.request(path, { method })).status).toBe(503));
      const { status, headers, body } = await catalogue.request(path, { method });
      expect([status, body]).toEqual([503, UNAVAILABLE]);
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(headers.get('X-Cache')).toBeNull();
    },
  );

  it('returns the same responses to all other reads, marked as STALE after about five seconds', async () => {
    const reads = requests.filter(({ isRead }) => isRead);
    const read = async () => {
      const responses = reads.map(
        async ({ method, path }) => [path, await catalogue.request(path, { method })] as const,
      );
      return Object.fromEntries(await Promise.all(responses));
    };
    const bodies = (responses: Awaited<ReturnType<typeof read>>) =>
      Object.entries(responses).map(([path, { status, body }]) => [path, status, body]);
    const before = await read();
    await makeDatabaseUnavailable(database);
    const closedAt = performance.now();
    expect(bodies(await read())).toEqual(bodies(before));
    await eventually(async () => {
      expect((await catalogue.request('/api/kits')).headers.get('X-Cache')).toBe('STALE');
    }, 7000);
    expect(performance.now() - closedAt).toBeGreaterThan(4000);
    const after = await read();
    expect(bodies(after)).toEqual(bodies(before));
    for (const { path, hasLifetime } of reads) {
      const { status, headers } = after[path] ?? { status: 0, headers: new Headers() };
      const isMarked = hasLifetime && status === 200;
      expect([path, headers.get('X-Cache')]).toEqual([path, isMarked ? 'STALE' : null]);
    }
    await reopenDatabase(database);
    await eventually(async () => {
      expect((await catalogue.request('/api/kits')).headers.get('X-Cache')).not.toBe('STALE');
    }, 1500);
  });

  it('returns an unhealthy report from GET /api/health, without the database error', async () => {
    await makeDatabaseUnavailable(database);
    const { status, body } = await catalogue.request('/api/health');
    expect(status).toBe(503);
    expect(body).toEqual({
      status: 'unhealthy',
      timestamp: expect.any(String),
      database: 'disconnected',
      cache: 'connected',
      error: 'The database cannot be reached.',
    });
  });

  it('returns the database error from GET /api/health in debug mode', async () => {
    await using debugging = await startTestCatalogue({ database, env: { DEBUG: 'true' } });
    await makeDatabaseUnavailable(database);
    const { status, body } = await debugging.request('/api/health');
    expect(status).toBe(503);
    expect(body.error).toMatch(
      /not currently accepting connections|terminating connection|Connection terminated|ECONNRESET/,
    );
  });

  it('still returns 400, 404 and 405, and serves its documentation', async () => {
    await makeDatabaseUnavailable(database);
    expect((await catalogue.request('/api/kits?page=0')).status).toBe(400);
    expect((await catalogue.request('/api/nothing')).status).toBe(404);
    expect((await catalogue.request('/api/kits', { method: 'DELETE' })).status).toBe(405);
    expect((await catalogue.request('/api/openapi.json')).status).toBe(200);
    expect((await catalogue.request('/api/docs')).status).toBe(200);
  });

  it('responds to 100 concurrent requests within five seconds', async () => {
    await makeDatabaseUnavailable(database);
    const startedAt = Date.now();
    const paths = Array.from({ length: 50 }, (_, index) => [
      `/api/user-collection/${index + 1}`,
      `/api/kits/${index + 1}`,
    ]);
    const responses = await Promise.all(paths.flat().map((path) => catalogue.request(path)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 404, 503]));
    expect(Date.now() - startedAt).toBeLessThan(5000);
  });

  it('accepts API keys that were used before, and returns 503 for others only if keys are required', async () => {
    const create = (name: string) => createApiKey(catalogue.db, { name, expiresAt: null, rateLimit: null });
    const [known, unknown] = [await create('known'), await create('unknown')];
    await using closed = await startTestCatalogue({ database, env: { API_ENABLE_AUTH: '1' } });
    const request = (replica: TestCatalogue, key: string) =>
      replica.request('/api/kits', { headers: { 'X-API-Key': key } });
    expect((await request(closed, known)).status).toBe(200);
    await makeDatabaseUnavailable(database);
    expect((await request(catalogue, unknown)).status).toBe(200);
    expect((await request(closed, known)).status).toBe(200);
    expect((await request(closed, unknown)).body).toEqual(UNAVAILABLE);
    expect((await closed.request('/api/kits')).status).toBe(401);
    await eventually(async () => {
      expect((await request(closed, known)).headers.get('X-Cache')).toBe('STALE');
    }, 7000);
    expect((await request(closed, unknown)).status).toBe(503);
  });
});

describe('GET /api/ready', () => {
  it('returns 503 "starting" until the catalogue is loaded, then 200 even without the database', async () => {
    await makeDatabaseUnavailable(database);
    await using late = await startTestCatalogue({ database });
    const { status, headers, body } = await late.request('/api/ready');
    expect([status, body]).toEqual([503, { status: 'starting' }]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    await reopenDatabase(database);
    await expectReady(late);
    await makeDatabaseUnavailable(database);
    expect((await late.request('/api/kits')).status).toBe(200);
    await expectReady(late);
  });
});

async function expectReady(replica: TestCatalogue): Promise<void> {
  await eventually(async () => {
    const { status, body } = await replica.request('/api/ready');
    expect([status, body]).toEqual([200, { status: 'ready' }]);
  }, 5000);
}

describe('a catalogue whose database becomes available again', () => {
  it('is healthy again within five seconds', async () => {
    await makeDatabaseUnavailable(database);
    expect((await catalogue.request('/api/health')).status).toBe(503);
    expect((await catalogue.request('/api/changes')).status).toBe(503);
    await reopenDatabase(database);
    await eventually(async () => {
      const { status, body } = await catalogue.request('/api/health');
      expect([status, body.status, body.database]).toEqual([200, 'healthy', 'connected']);
      expect((await catalogue.request('/api/brands/2147483647')).status).toBe(404);
    }, 5000);
  });

  it('serves records that another process changed during the outage', async () => {
    const brands = '/api/brands/search?keyword=umbro';
    expect((await catalogue.request(brands)).body).toEqual([]);
    expect((await catalogue.request(brands)).headers.get('X-Cache')).toBe('HIT');
    await makeDatabaseUnavailable(database);
    const replica = await reopenAndLoadElsewhere();
    await eventually(async () => {
      expect((await catalogue.request(brands)).body).toHaveLength(1);
    }, 5000);
    await replica.close();
  });

  it('receives changes again after only its LISTEN connection was terminated', async () => {
    const brands = '/api/brands/search?keyword=kelme';
    expect((await catalogue.request(brands)).body).toEqual([]);
    expect(await endConnections(database, "query like 'listen %'")).toBe(1);
    await catalogue.load([recordLine('brand', 'Kelme')]);
    await eventually(async () => expect((await catalogue.request(brands)).body).toHaveLength(1), 5000);
  });

  it('serves all requests after its connections were terminated', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => catalogue.request(`/api/kits?page=${index + 100}`)),
    );
    expect(await endConnections(database)).toBeGreaterThan(1);
    await eventually(async () => {
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => catalogue.request(`/api/kits?page=${index + 200}`)),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    }, 2000);
  });
});

/** Reopens the database, which another process changes as soon as connections are allowed. */
async function reopenAndLoadElsewhere(): Promise<TestCatalogue> {
  await reopenDatabase(database);
  const replica = await startTestCatalogue({ database });
  await replica.load([recordLine('brand', 'Umbro')]);
  return replica;
}
