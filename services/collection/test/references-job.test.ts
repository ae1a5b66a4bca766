import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import type { UserRow } from '../src/accounts/users/user-queries.ts';
import {
  BRAND,
  brandsOf,
  KIT,
  MALAGA,
  RECORDS,
  respondingWithError,
  runReferencesJob,
  SEASON,
  servingRecords,
  startProcessingCollection,
  untilReferencesJobEnded,
  useStandInCatalogue,
} from './stand-in-catalogue.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addUser, json, tokenOf, withToken } from './test-users.ts';

const PIN = { item_type: 'other', type: 'pin', name: 'A pin' };
const SHIRT = { item_type: 'jersey', size: 4, name: 'A shirt' };
const UNAVAILABLE = respondingWithError(500, 'Away.');
const OLD = "now() - interval '25 hours'";

const catalogue = useStandInCatalogue();
let database: TestDatabase;
let collection: TestCollection;
let user: UserRow;
let token: string;

beforeEach(async () => {
  database = await createCollectionDatabase();
  collection = await startProcessingCollection(database, catalogue);
  user = await addUser(collection, 'owner');
  token = await tokenOf(collection, user);
  catalogue.setBehaviour(servingRecords(RECORDS));
  catalogue.seen.length = 0;
});

afterEach(async () => {
  await collection.close();
  await database.drop();
});

async function create(item: object): Promise<number> {
  const { status, body } = await collection.request('/api/items/', json('POST', item, token));
  expect(status).toBe(201);
  return body.id as number;
}

function rows(sql: string): Promise<Record<string, unknown>[]> {
  return query(collection.db, sql);
}

/** Adds outdated copies of brands, each used by one item. */
async function addOldBrands(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await query(collection.db, `insert into brands (id, name, taken_at) values (?, 'Old', ${OLD})`, [id]);
    await addItem(collection, user, { brand_id: id });
  }
}

describe('copies that were pending because the catalogue was unavailable', () => {
  it('are completed when the catalogue is available again', async () => {
    catalogue.setBehaviour(UNAVAILABLE);
    await create({ ...SHIRT, brand: 3, club: 7, season: 5, kit: 11 });
    await untilReferencesJobEnded(collection.db);
    catalogue.setBehaviour(servingRecords(RECORDS));
    await runReferencesJob(collection.db);
    expect(await rows('select name, taken_at is not null as is_taken from brands')).toEqual([
      { name: 'adidas', is_taken: true },
    ]);
    expect(await rows('select name from clubs')).toEqual([{ name: 'Málaga CF' }]);
    expect(await rows('select year from seasons')).toEqual([{ year: '2024-25' }]);
    expect(await rows('select name, type_name from kits')).toEqual([
      { name: 'Málaga CF 2024-25 Home', type_name: 'Home' },
    ]);
    expect(await rows('select competition_id from kit_competitions')).toEqual([{ competition_id: 4 }]);
  });

  it('are completed immediately if the catalogue has recovered when the job starts', async () => {
    catalogue.setBehaviour((response, url) => {
      // The service itself makes two attempts.
      (catalogue.seen.length <= 2 ? respondingWithError(503, 'Busy.') : servingRecords(RECORDS))(
        response,
        url,
      );
    });
    await create({ ...PIN, brand: 3 });
    await eventually(async () => expect(await rows('select name from brands')).toEqual([{ name: 'adidas' }]));
  });

  it('are marked as unknown when the catalogue has no such record, and not requested again', async () => {
    catalogue.setBehaviour(UNAVAILABLE);
    await create({ ...PIN, brand: 999 });
    await untilReferencesJobEnded(collection.db);
    catalogue.setBehaviour(servingRecords(RECORDS));
    await runReferencesJob(collection.db);
    expect(await rows('select name, is_unknown from brands')).toEqual([{ name: null, is_unknown: true }]);
    catalogue.seen.length = 0;
    await runReferencesJob(collection.db);
    expect(catalogue.seen).toEqual([]);
  });

  it('let a draft be published only if the catalogue has their records', async () => {
    catalogue.setBehaviour(UNAVAILABLE);
    const draft = { ...SHIRT, brand: 996, club: 997, season: 998, kit: 999, is_draft: true };
    const id = await create(draft);
    await untilReferencesJobEnded(collection.db);
    catalogue.setBehaviour(servingRecords(RECORDS));
    await runReferencesJob(collection.db);
    const change = (method: string, body: object) =>
      collection.request(`/api/items/${id}/`, json(method, body, token));
    expect((await change('PATCH', { name: 'Still a draft', club: 7 })).status).toBe(200);
    const noSuch = (missing: number) => [`Invalid pk "${missing}" - object does not exist.`];
    const refused = { brand: noSuch(996), season: noSuch(998), kit: noSuch(999) };
    expect(await change('PATCH', { is_draft: false })).toMatchObject({ status: 400, body: refused });
    expect(await change('PUT', { ...draft, club: 7, is_draft: false })).toMatchObject({
      status: 400,
      body: refused,
    });
    expect(await rows('select is_draft from items')).toEqual([{ is_draft: true }]);
    const named = { brand: 3, season: null, kit: 11 };
    expect((await change('PATCH', { ...named, is_draft: false })).status).toBe(200);
  });

  it('are completed by the next worker when their job was lost', async () => {
    await collection.close();
    collection = await startTestCollection(database, { CATALOGUE_URL: catalogue.url, WORKER: 'false' });
    catalogue.setBehaviour(UNAVAILABLE);
    await create({ ...PIN, brand: 3 });
    await query(collection.db, 'delete from agenda_jobs');
    catalogue.setBehaviour(servingRecords(RECORDS));
    await collection.close();
    collection = await startProcessingCollection(database, catalogue);
    await eventually(
      async () => expect(await rows('select name from brands')).toEqual([{ name: 'adidas' }]),
      30_000,
    );
  });

  it('are completed even if the request for another record fails', async () => {
    await query(collection.db, 'insert into brands (id) select generate_series(1, 3)');
    catalogue.setBehaviour((response, url) => {
      (url.pathname === '/api/brands/2' ? UNAVAILABLE : servingRecords(brandsOf([1, 3])))(response, url);
    });
    await runReferencesJob(collection.db);
    expect(await rows('select name from brands order by id')).toEqual([
      { name: 'Brand 1' },
      { name: null },
      { name: 'Brand 3' },
    ]);
  });
});

describe('copies older than a day', () => {
  async function grow(): Promise<void> {
    for (const table of ['brands', 'clubs', 'seasons', 'kits'])
      await query(collection.db, `update ${table} set taken_at = ${OLD}`);
    catalogue.seen.length = 0;
  }

  it('get the current names, and kits also their current picture and competitions', async () => {
    const id = await create({ ...SHIRT, brand: 3, club: 7, season: 5, kit: 11 });
    await grow();
    const cup = { ...KIT.competition[0], id: 8, name: 'Cup' };
    const brand = { ...BRAND, name: 'Adidas' };
    const club = { ...MALAGA, name: 'Málaga Club de Fútbol', country: null };
    const season = { ...SEASON, year: '2024' };
    catalogue.setBehaviour(
      servingRecords({
        '/api/brands/3': brand,
        '/api/clubs/7': club,
        '/api/seasons/5': season,
        '/api/kits/11': {
          ...KIT,
          name: 'Home',
          main_img_url: 'https://kits.example/11-new.jpg',
          competition: [cup],
          brand,
          team: { ...KIT.team, ...club },
        },
      }),
    );
    // Each run refreshes a small share of the due copies.
    for (let run = 1; run <= 4; run += 1) await runReferencesJob(collection.db);
    expect(await rows('select name from brands')).toEqual([{ name: 'Adidas' }]);
    expect(await rows('select name, country from clubs')).toEqual([
      { name: 'Málaga Club de Fútbol', country: null },
    ]);
    expect(await rows('select name from kits')).toEqual([{ name: 'Home' }]);
    const { body } = await collection.request(`/api/items/${id}/`, { headers: withToken(token) });
    expect(body.labels).toMatchObject({ kit: 'Home', kit_image: 'https://kits.example/11-new.jpg' });
    expect(
      await rows('select id, name from competitions join kit_competitions on id = competition_id'),
    ).toEqual([{ id: 8, name: 'Cup' }]);
    catalogue.seen.length = 0;
    await runReferencesJob(collection.db);
    expect(catalogue.seen).toEqual([]);
  });

  it('are not fetched if no item uses them', async () => {
    await query(collection.db, `insert into brands (id, name, taken_at) values (3, 'Unused', ${OLD})`);
    await runReferencesJob(collection.db);
    expect(catalogue.seen).toEqual([]);
  });

  it('keep their last name when the catalogue has removed the record, and new items get 400', async () => {
    await create({ ...PIN, brand: 3 });
    await grow();
    catalogue.setBehaviour(servingRecords({}));
    await runReferencesJob(collection.db);
    expect(await rows('select name, is_unknown from brands')).toEqual([{ name: 'adidas', is_unknown: true }]);
    const { status } = await collection.request('/api/items/', json('POST', { ...PIN, brand: 3 }, token));
    expect(status).toBe(400);
  });

  it('are marked as known again when the catalogue has the record again', async () => {
    await create({ ...PIN, brand: 3 });
    await query(collection.db, `update brands set is_unknown = true, taken_at = ${OLD}`);
    await runReferencesJob(collection.db);
    expect(await rows('select name, is_unknown from brands')).toEqual([
      { name: 'adidas', is_unknown: false },
    ]);
  });

  it('are fetched oldest first', async () => {
    await addOldBrands([1, 2, 3]);
    await query(collection.db, `update brands set taken_at = taken_at - interval '1 hour' where id = 2`);
    catalogue.setBehaviour(servingRecords(brandsOf([1, 2, 3])));
    await runReferencesJob(collection.db);
    expect(catalogue.seen.map(({ path }) => path)).toEqual(['/api/brands/2']);
  });

  it('are refreshed while the request for a pending copy fails', async () => {
    await addOldBrands([1]);
    await collection.db('brands').insert({ id: 2 });
    catalogue.setBehaviour((response, url) => {
      (url.pathname === '/api/brands/2' ? UNAVAILABLE : servingRecords(brandsOf([1])))(response, url);
    });
    await runReferencesJob(collection.db);
    expect(await rows('select name from brands where id = 1')).toEqual([{ name: 'Brand 1' }]);
  });

  it('do not delay other copies when the request for one of them fails', async () => {
    await addOldBrands([1, 2]);
    await query(collection.db, `update brands set taken_at = taken_at - interval '1 hour' where id = 1`);
    catalogue.setBehaviour((response, url) => {
      (url.pathname === '/api/brands/1' ? UNAVAILABLE : servingRecords(brandsOf([2])))(response, url);
    });
    await runReferencesJob(collection.db);
    await runReferencesJob(collection.db);
    expect(await rows('select id, name from brands order by id')).toEqual([
      { id: 1, name: 'Old' },
      { id: 2, name: 'Brand 2' },
    ]);
  });
});

describe('copies that no item uses', () => {
  it('are removed after a week, and fetched again if a new item names them before', async () => {
    await create({ ...PIN, brand: 3 });
    await query(
      collection.db,
      `insert into brands (id, name, taken_at) values
         (20, 'Six days', now() - interval '6 days 12 hours'), (21, 'Eight days', now() - interval '8 days')`,
    );
    await query(collection.db, `update brands set taken_at = now() - interval '9 days' where id = 3`);
    await query(collection.db, 'update agenda_jobs set next_run_at = now()');
    await eventually(async () => {
      expect(await rows('select id from brands order by id')).toEqual([{ id: 3 }, { id: 20 }]);
    });
    // This copy is about to be removed, so it is requested again before an item may refer to it.
    catalogue.setBehaviour(servingRecords({ '/api/brands/20': { ...BRAND, id: 20, name: 'Asked for' } }));
    await create({ ...PIN, brand: 20 });
    expect(await rows('select name from brands where id = 20')).toEqual([{ name: 'Asked for' }]);
  });
});
