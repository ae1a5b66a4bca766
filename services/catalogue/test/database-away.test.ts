import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import { closeDatabase, endConnections, reopenDatabase } from '@kitroom/testing/database-switch';
import { eventually } from '@kitroom/testing/eventually';
import { recordLine } from './fixture-catalogue.ts';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const UNAVAILABLE = { detail: 'The service is temporarily unavailable. Please try again later.' };

/** Questions that nobody has asked before, so that no cache can answer. */
const QUERIES: Record<string, string> = {
  searchClubs: '?keyword=away',
  listKits: '?page=7',
  searchKits: '?keyword=away',
  suggestRecords: '?q=away',
  listKitsInBulk: '?slugs=away-one,away-two',
  listClubSeasons: '?id=77',
  searchSeasons: '?keyword=1977',
  searchBrands: '?keyword=away',
  searchCompetitions: '?keyword=away',
};
const NEEDS_NO_DATABASE = new Set([
  'getRoot',
  'getService',
  'getHealth',
  'getReady',
  'getNoLogo',
  'getDocs',
  'getOpenApi',
  'listBulkData',
  'getBulkFile',
]);

let database: TestDatabase;
let catalogue: TestCatalogue;

beforeAll(async () => {
  database = await createCatalogueDatabase();
});

beforeEach(async () => {
  catalogue = await startTestCatalogue({ database });
});

afterEach(async () => {
  await catalogue.close();
  await reopenDatabase(database);
});

afterAll(() => database.drop());

describe('while the database is away', () => {
  const endpoints = CATALOGUE_CONTRACTS.filter(({ id }) => !NEEDS_NO_DATABASE.has(id)).map(
    ({ id, method, path }) => ({
      method,
      path: `${path.replaceAll(/\{\w+\}/g, '7')}${QUERIES[id] ?? ''}`,
    }),
  );

  it.each(endpoints)('answers 503 and when to come back: $method $path', async ({ method, path }) => {
    await closeDatabase(database);
    // The index may answer until the process hears that its connections are gone, for a second at most.
    await eventually(async () => {
      expect((await catalogue.ask('/api/brands/7')).status).toBe(503);
    }, 2000);
    const { status, headers, body } = await catalogue.ask(path, { method });
    expect([status, body]).toEqual([503, UNAVAILABLE]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(headers.get('X-Cache')).toBeNull();
  });

  it('is unhealthy, and says so without the words of the database', async () => {
    await closeDatabase(database);
    const { status, body } = await catalogue.ask('/api/health');
    expect(status).toBe(503);
    expect(body).toEqual({
      status: 'unhealthy',
      timestamp: expect.any(String),
      database: 'disconnected',
      cache: 'connected',
      error: 'The database cannot be reached.',
    });
  });

  it('tells the words of the database in debug mode', async () => {
    const debugging = await startTestCatalogue({ database, env: { DEBUG: 'true' } });
    try {
      await closeDatabase(database);
      const { status, body } = await debugging.ask('/api/health');
      expect(status).toBe(503);
      expect(body.error).toMatch(/not currently accepting connections|terminating connection/);
    } finally {
      await debugging.close();
    }
  });

  it('still answers what the cache holds, refuses what is wrong, and describes itself', async () => {
    const seasons = '/api/seasons/search?keyword=2024-25';
    expect((await catalogue.ask(seasons)).headers.get('X-Cache')).toBe('MISS');
    await closeDatabase(database);
    const { status, headers } = await catalogue.ask(seasons);
    expect([status, headers.get('X-Cache')]).toEqual([200, 'HIT']);
    expect((await catalogue.ask('/api/kits?page=0')).status).toBe(400);
    expect((await catalogue.ask('/api/nothing')).status).toBe(404);
    expect((await catalogue.ask('/api/kits', { method: 'DELETE' })).status).toBe(405);
    expect((await catalogue.ask('/api/openapi.json')).status).toBe(200);
    expect((await catalogue.ask('/api/docs')).status).toBe(200);
  });

  it('answers soon, also to many at once', async () => {
    await closeDatabase(database);
    const startedAt = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => catalogue.ask(`/api/random-kits/?page=${index + 1}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(Date.now() - startedAt).toBeLessThan(5000);
  });

  it('goes on where keys are off and one is sent, and answers 503 where they are on', async () => {
    const key = await createApiKey(catalogue.db, { name: 'away', expiresAt: null, rateLimit: null });
    const closed = await startTestCatalogue({ database, env: { API_ENABLE_AUTH: '1' } });
    try {
      await closeDatabase(database);
      const headers = { 'X-API-Key': key };
      expect((await catalogue.ask('/api/openapi.json', { headers })).status).toBe(200);
      expect((await closed.ask('/api/openapi.json', { headers })).status).toBe(503);
      expect((await closed.ask('/api/openapi.json')).status).toBe(401);
    } finally {
      await closed.close();
    }
  });
});

describe('GET /api/ready', () => {
  it('says starting, ready, unavailable and ready again, as the database goes and comes', async () => {
    await closeDatabase(database);
    const late = await startTestCatalogue({ database });
    try {
      await expectNotReady(late, 'starting');
      await reopenDatabase(database);
      await expectReady(late);
      await closeDatabase(database);
      await expectNotReady(late, 'unavailable');
      await reopenDatabase(database);
      await expectReady(late);
    } finally {
      await late.close();
    }
  });
});

async function expectNotReady(one: TestCatalogue, state: string): Promise<void> {
  const { status, headers, body } = await one.ask('/api/ready');
  expect([status, body]).toEqual([503, { status: state }]);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
}

async function expectReady(one: TestCatalogue): Promise<void> {
  await eventually(async () => {
    const { status, body } = await one.ask('/api/ready');
    expect([status, body]).toEqual([200, { status: 'ready' }]);
  }, 5000);
}

describe('when the database is back', () => {
  it('is well again within five seconds, by itself', async () => {
    await closeDatabase(database);
    expect((await catalogue.ask('/api/health')).status).toBe(503);
    expect((await catalogue.ask('/api/brands/1')).status).toBe(503);
    await reopenDatabase(database);
    await eventually(async () => {
      const { status, body } = await catalogue.ask('/api/health');
      expect([status, body.status, body.database]).toEqual([200, 'healthy', 'connected']);
      expect((await catalogue.ask('/api/brands/2147483647')).status).toBe(404);
    }, 5000);
  });

  it('serves nothing that changed while it could not hear of it', async () => {
    const brands = '/api/brands/search?keyword=umbro';
    expect((await catalogue.ask(brands)).body).toEqual([]);
    expect((await catalogue.ask(brands)).headers.get('X-Cache')).toBe('HIT');
    await closeDatabase(database);
    const other = await reopenAndLoadElsewhere();
    await eventually(async () => {
      expect((await catalogue.ask(brands)).body).toHaveLength(1);
    }, 5000);
    await other.close();
  });

  it('hears of changes again when only its listening connection was ended', async () => {
    const brands = '/api/brands/search?keyword=kelme';
    expect((await catalogue.ask(brands)).body).toEqual([]);
    expect(await endConnections(database, 'listen %')).toBe(1);
    await catalogue.load([recordLine('brand', 'Kelme')]);
    await eventually(async () => expect((await catalogue.ask(brands)).body).toHaveLength(1), 5000);
  });

  it('loses no request that comes after connections were ended', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => catalogue.ask(`/api/kits?page=${index + 100}`)),
    );
    expect(await endConnections(database)).toBeGreaterThan(1);
    await eventually(async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => catalogue.ask(`/api/kits?page=${index + 200}`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }, 2000);
  });
});

/** Another process changes the database as soon as anyone may connect. */
async function reopenAndLoadElsewhere(): Promise<TestCatalogue> {
  await reopenDatabase(database);
  const other = await startTestCatalogue({ database });
  await other.load([recordLine('brand', 'Umbro')]);
  return other;
}
