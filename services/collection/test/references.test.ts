import { beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { holdRow, runUntilBlocked } from '@kitroom/testing/hold-rows';
import { storeRecords } from '../src/reference/copy-queries.ts';
import {
  BRAND,
  neverResponding,
  RECORDS,
  responding,
  respondingWithError,
  servingRecords,
  useStandInCatalogue,
  type Behaviour,
} from './stand-in-catalogue.ts';
import { useCollection, type ApiResponse } from './test-collection.ts';
import { addUser, json, tokenOf } from './test-users.ts';

const PIN = { item_type: 'other', type: 'pin', name: 'A pin' };
const SHIRT = { item_type: 'jersey', size: 4, name: 'A shirt' };
const ALL = { brand: 3, club: 7, season: 5, kit: 11 };

const catalogue = useStandInCatalogue();
// A new database for each test, so that no test finds records copied by another one.
const collection = useCollection(
  () => ({ CATALOGUE_URL: catalogue.url, CATALOGUE_API_KEY: 'key-of-the-service', WORKER: 'false' }),
  'each',
);
let token: string;

beforeEach(async () => {
  token = await tokenOf(collection, await addUser(collection, 'owner'));
  catalogue.setBehaviour(servingRecords(RECORDS));
  catalogue.seen.length = 0;
});

function create(item: object): Promise<ApiResponse> {
  return collection.request('/api/items/', json('POST', item, token));
}

function requestedPaths(): string[] {
  return catalogue.seen.map(({ path }) => path).toSorted();
}

function rows(sql: string): Promise<Record<string, unknown>[]> {
  return query(collection.db, sql);
}

async function expectUnknown(item: object, errors: object): Promise<void> {
  const { status, body } = await create(item);
  expect([status, body]).toEqual([400, errors]);
}

const noSuch = (id: number) => [`Invalid pk "${id}" - object does not exist.`];

describe('POST /api/items/ with ids of catalogue records', () => {
  it('saves the item and a copy of each record', async () => {
    const { status, body } = await create({ ...SHIRT, ...ALL });
    expect([status, body]).toEqual([201, expect.objectContaining(ALL)]);
    // The response for the kit contains the other records.
    expect(requestedPaths()).toEqual(['/api/kits/11']);
    expect(
      await rows('select id, slug, name, logo, is_unknown from brands where taken_at is not null'),
    ).toEqual([{ id: 3, slug: 'x', name: 'adidas', logo: 'https://kits.example/x.svg', is_unknown: false }]);
    expect(await rows('select id, slug, name, logo, country from clubs')).toEqual([
      {
        id: 7,
        slug: 'malaga-cf-kits',
        name: 'Málaga CF',
        logo: 'https://kits.example/malaga.svg',
        country: 'ES',
      },
    ]);
    expect(await rows('select id, year from seasons')).toEqual([{ id: 5, year: '2024-25' }]);
    expect(await rows('select id, slug, name, main_img_url, type_id, type_name from kits')).toEqual([
      {
        id: 11,
        slug: 'malaga-cf-2024-25-home-kit',
        name: 'Málaga CF 2024-25 Home',
        main_img_url: 'https://kits.example/11.jpg',
        type_id: 1,
        type_name: 'Home',
      },
    ]);
    expect(
      await rows('select kit_id, id, name from kit_competitions join competitions on id = competition_id'),
    ).toEqual([{ kit_id: 11, id: 4, name: 'La Liga' }]);
    expect(await rows('select name from agenda_jobs')).toEqual([]);
  });

  it('fetches no record that is already copied', async () => {
    await create({ ...SHIRT, ...ALL });
    catalogue.seen.length = 0;
    expect((await create({ ...SHIRT, ...ALL })).status).toBe(201);
    expect(requestedPaths()).toEqual([]);
  });

  it('copies the club, brand and season from the response for a kit', async () => {
    await collection.db('brands').insert({ id: 3 });
    await create({ ...SHIRT, brand: 3, kit: 11 });
    expect(requestedPaths()).toEqual(['/api/kits/11']);
    catalogue.seen.length = 0;
    expect((await create({ ...SHIRT, brand: 3, club: 7, season: 5, kit: 11 })).status).toBe(201);
    expect(requestedPaths()).toEqual([]);
    expect(await rows('select name from brands')).toEqual([{ name: 'adidas' }]);
  });

  it('sends no request to the catalogue for an item without ids', async () => {
    expect((await create({ item_type: 'jersey', is_draft: true, club: null })).status).toBe(201);
    expect(requestedPaths()).toEqual([]);
  });

  it('sends the API key with requests to the catalogue', async () => {
    await create({ ...PIN, brand: 3 });
    expect(catalogue.seen.map(({ headers }) => headers['x-api-key'])).toEqual(['key-of-the-service']);
  });

  it('saves 20 parallel items that name the same records', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ ...SHIRT, ...ALL })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await rows('select id from kits')).toEqual([{ id: 11 }]);
  });
});

describe('an id that the catalogue does not know', () => {
  it('is rejected with 400 on its field, and leaves neither a copy nor an item', async () => {
    await expectUnknown({ ...PIN, brand: 999 }, { brand: noSuch(999) });
    expect(await rows('select id from brands')).toEqual([]);
    expect(await rows('select id from items')).toEqual([]);
  });

  it('is reported together with other unknown ids', async () => {
    await expectUnknown(
      { ...SHIRT, brand: 3, club: 997, season: 998, kit: 999 },
      { club: noSuch(997), season: noSuch(998), kit: noSuch(999) },
    );
  });

  it('is fetched again each time, so that a record added later is accepted', async () => {
    await expectUnknown({ ...PIN, brand: 999 }, { brand: noSuch(999) });
    catalogue.setBehaviour(servingRecords({ '/api/brands/999': { ...BRAND, id: 999 } }));
    expect((await create({ ...PIN, brand: 999 })).status).toBe(201);
  });

  it('is rejected with 400 in a PATCH of an item too', async () => {
    const { body } = await create({ ...PIN, brand: 3 });
    const { status, body: errors } = await collection.request(
      `/api/items/${body.id}/`,
      json('PATCH', { club: 999 }, token),
    );
    expect([status, errors]).toEqual([400, { club: noSuch(999) }]);
  });

  it('is rejected with 400 despite a copy of a removed record, until the record is back', async () => {
    await collection.db('brands').insert({ id: 999, name: 'Gone', is_unknown: true, taken_at: new Date() });
    await expectUnknown({ ...PIN, brand: 999 }, { brand: noSuch(999) });
    catalogue.setBehaviour(servingRecords({ '/api/brands/999': { ...BRAND, id: 999, name: 'Back' } }));
    expect((await create({ ...PIN, brand: 999 })).status).toBe(201);
    expect(await rows('select name, is_unknown from brands')).toEqual([{ name: 'Back', is_unknown: false }]);
  });

  it('leaves no pending copy, even when other requests to the catalogue fail', async () => {
    catalogue.setBehaviour((response, url) => {
      const behaviour = url.pathname.startsWith('/api/brands/')
        ? servingRecords(RECORDS)
        : respondingWithError(500, 'Away.');
      behaviour(response, url);
    });
    await expectUnknown({ ...PIN, brand: 999, club: 7 }, { brand: noSuch(999) });
    expect(await rows('select id from clubs')).toEqual([]);
    expect(await rows('select name from agenda_jobs')).toEqual([]);
  });
});

const FAULTS: Array<[title: string, behaviour: Behaviour]> = [
  ['returns 500', respondingWithError(500, 'An internal server error occurred.')],
  ['returns 401', respondingWithError(401, 'Invalid API key')],
  ['returns 403', respondingWithError(403, 'Rate limit exceeded. Please try again later.')],
  ['sends Retry-After', responding({ detail: 'Rate limit exceeded.' }, 403, { 'Retry-After': '3600' })],
  ['returns another JSON shape', responding({ id: 3 })],
  ['returns 404 in another format', responding({ error: 'no such page' }, 404)],
];

describe('while the catalogue is unavailable', () => {
  async function expectSaved(): Promise<void> {
    const { status, body } = await create({ ...SHIRT, ...ALL });
    expect([status, body]).toEqual([201, expect.objectContaining(ALL)]);
    const waiting = { taken_at: null, is_unknown: false };
    expect(await rows('select id, name, taken_at, is_unknown from brands')).toEqual([
      { id: 3, name: null, ...waiting },
    ]);
    expect(await rows('select id, name, taken_at, is_unknown from kits')).toEqual([
      { id: 11, name: null, ...waiting },
    ]);
    expect(await rows("select name, data ->> 'key' as key from agenda_jobs")).toEqual([
      { name: 'references', key: 'all' },
    ]);
  }

  describe('an item', () => {
    it.each(FAULTS)(
      'is saved with pending copies and one job if the catalogue %s',
      async (_title, behaviour) => {
        catalogue.setBehaviour(behaviour);
        await expectSaved();
      },
    );

    it('is saved with pending copies and one job if the catalogue accepts no connections', async () => {
      await catalogue.stop();
      await expectSaved();
      await catalogue.restart();
    });
  });

  describe('a pending copy', () => {
    it('causes neither another request nor another job', async () => {
      catalogue.setBehaviour(respondingWithError(500, 'Away.'));
      await create({ ...SHIRT, ...ALL });
      catalogue.seen.length = 0;
      expect((await create({ ...SHIRT, ...ALL })).status).toBe(201);
      expect(requestedPaths()).toEqual([]);
      expect(await rows('select name from agenda_jobs')).toHaveLength(1);
    });
  });

  describe('an item with an already copied brand', () => {
    it('is saved', async () => {
      await create({ ...PIN, brand: 3 });
      catalogue.setBehaviour(respondingWithError(500, 'Away.'));
      expect((await create({ ...PIN, brand: 3 })).status).toBe(201);
      expect(await rows('select name from brands where taken_at is not null')).toEqual([{ name: 'adidas' }]);
    });
  });

  describe('an item with a brand removed earlier', () => {
    it('is saved, and the copy keeps its name', async () => {
      await collection.db('brands').insert({ id: 3, name: 'Gone', is_unknown: true, taken_at: new Date() });
      catalogue.setBehaviour(respondingWithError(500, 'Away.'));
      expect((await create({ ...PIN, brand: 3 })).status).toBe(201);
      expect(await rows('select name, taken_at, is_unknown from brands')).toEqual([
        { name: 'Gone', taken_at: null, is_unknown: false },
      ]);
    });
  });

  describe('saving an item', () => {
    it('takes at most three seconds if the catalogue does not respond', async () => {
      catalogue.setBehaviour(neverResponding);
      const startedAt = performance.now();
      expect((await create({ ...SHIRT, ...ALL })).status).toBe(201);
      expect(performance.now() - startedAt).toBeGreaterThan(2900);
      expect(performance.now() - startedAt).toBeLessThan(5900);
      expect(requestedPaths()).toContain('/api/kits/11');
    });
  });

  describe('the catalogue', () => {
    it('receives no requests of item writes and the archive after five failures', async () => {
      catalogue.setBehaviour(respondingWithError(500, 'Away.'));
      for (let id = 1; id <= 5; id += 1) expect((await create({ ...PIN, brand: 100 + id })).status).toBe(201);
      expect(requestedPaths()).toHaveLength(5);
      catalogue.setBehaviour(servingRecords(RECORDS));
      expect((await create({ ...PIN, brand: 106 })).status).toBe(201);
      expect((await collection.request('/archive/kits/11/')).status).toBe(503);
      expect(requestedPaths()).toHaveLength(5);
      expect(await rows('select id from brands where taken_at is null')).toHaveLength(6);
    });
  });
});

describe('POST /api/items/batch/ with ids of catalogue records', () => {
  it('fetches each record once, and reports an unknown id for every item', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await create({ ...PIN, brand: ALL.brand })).body.id);
    catalogue.seen.length = 0;
    const batch = (set: object) =>
      collection.request('/api/items/batch/', json('POST', { filter: {}, set }, token));
    expect((await batch({ club: ALL.club })).body).toMatchObject({ updated: 3 });
    const unknown = await batch({ club: 999 });
    const club = ['Invalid pk "999" - object does not exist.'];
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { errors: Object.fromEntries(ids.map((id) => [id, { club }])) },
    ]);
    expect(requestedPaths()).toHaveLength(2);
    expect((await collection.request(`/api/items/${ids[0]}/`, json('GET', undefined, token))).body.club).toBe(
      ALL.club,
    );
  });
});

describe('storeRecords', () => {
  it('does not deadlock when two calls store the same records in opposite order', async () => {
    const brands = [BRAND, { ...BRAND, id: 4 }];
    await storeRecords(collection.db, { brands });
    const { url } = collection.database;
    const stored = runUntilBlocked(
      url,
      () => holdRow(url, 'brands', BRAND.id),
      [brands, brands.toReversed()].map((list) => () => storeRecords(collection.db, { brands: list })),
    );
    await expect(stored).resolves.toHaveLength(2);
  });
});
