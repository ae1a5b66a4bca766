import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import {
  brandsOf,
  RECORDS,
  responding,
  respondingWithError,
  runReferencesJob,
  servingRecords,
  startProcessingCollection,
  useStandInCatalogue,
} from './stand-in-catalogue.ts';
import { createCollectionDatabase, type TestCollection } from './test-collection.ts';

const UNAVAILABLE = respondingWithError(500, 'Away.');

const catalogue = useStandInCatalogue();
let database: TestDatabase;
let collection: TestCollection;

beforeEach(async () => {
  database = await createCollectionDatabase();
  collection = await startProcessingCollection(database, catalogue);
  catalogue.seen.length = 0;
});

afterEach(async () => {
  await collection.close();
  await database.drop();
});

describe('requests of the references job to the catalogue', () => {
  async function addWaiting(count: number): Promise<void> {
    await query(collection.db, 'insert into brands (id) select generate_series(1, ?::integer)', [count]);
  }

  it.each([
    [403, 'Rate limit exceeded. Please try again later.'],
    [429, 'Too many requests.'],
    [503, 'Busy.'],
  ])(
    'pause after the first response with Retry-After until its time has passed: %i',
    async (status, detail) => {
      await addWaiting(5);
      catalogue.setBehaviour(responding({ detail }, status, { 'Retry-After': '2' }));
      await runReferencesJob(collection.db);
      expect(catalogue.seen).toHaveLength(1);
      const refusedAt = performance.now();
      catalogue.setBehaviour(servingRecords(brandsOf([1, 2, 3, 4, 5])));
      await eventually(async () => {
        await runReferencesJob(collection.db);
        expect(await query(collection.db, 'select id from brands where name is null')).toEqual([]);
      });
      expect(catalogue.seen).toHaveLength(6);
      expect(performance.now() - refusedAt).toBeGreaterThan(1500);
    },
  );

  it('stop after one response with 401', async () => {
    await addWaiting(5);
    catalogue.setBehaviour(respondingWithError(401, 'Invalid API key'));
    await runReferencesJob(collection.db);
    expect(catalogue.seen).toHaveLength(1);
  });

  it('stop after three responses with 500', async () => {
    await addWaiting(5);
    catalogue.setBehaviour(UNAVAILABLE);
    await runReferencesJob(collection.db);
    expect(catalogue.seen).toHaveLength(3);
  });

  it('are sent one at a time, at most five per second', async () => {
    await addWaiting(11);
    let open = 0;
    let most = 0;
    catalogue.setBehaviour((response, url) => {
      open += 1;
      most = Math.max(most, open);
      response.once('close', () => (open -= 1));
      servingRecords(brandsOf(Array.from({ length: 11 }, (_, index) => index + 1)))(response, url);
    });
    const startedAt = performance.now();
    await runReferencesJob(collection.db);
    expect(performance.now() - startedAt).toBeGreaterThan(2000);
    expect([catalogue.seen.length, most]).toEqual([11, 1]);
  });

  it('do not block archive requests of users when they fail', async () => {
    await addWaiting(9);
    catalogue.setBehaviour((response, url) => {
      (url.pathname.startsWith('/api/brands/') ? UNAVAILABLE : servingRecords(RECORDS))(response, url);
    });
    for (let run = 1; run <= 3; run += 1) await runReferencesJob(collection.db);
    expect((await collection.request('/archive/kits/11/')).status).toBe(200);
  });
});
