import { beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { eventually } from '@kitroom/testing/eventually';
import { holdRow, runUntilBlocked } from '@kitroom/testing/hold-rows';
import { recognizeAllTexts } from '../src/items/recognize-texts.ts';
import {
  BRAND,
  MALAGA,
  RECORDS,
  responding,
  respondingWithError,
  SEASON,
  servingRecords,
  useStandInCatalogue,
  type Behaviour,
} from './stand-in-catalogue.ts';
import { withContext } from './test-accounts.ts';
import { JOB_RUN, useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addCollector, json, type Collector } from './test-users.ts';

const TEXTS = { brand_text: 'Oma Erna', club_text: 'SV Dörpen', season_text: '1966-67', size_text: '164' };
const SHIRT = { item_type: 'jersey', name: 'Of my village' };

const catalogue = useStandInCatalogue();
const collection = useCollection(() => ({ CATALOGUE_URL: catalogue.url }));

let owner: Collector;

beforeEach(async () => {
  await collection.db.raw('truncate users, brands, clubs, seasons, kits cascade');
  owner = await addCollector(collection);
  catalogue.setBehaviour(matching({}));
});

/** A catalogue that serves its records and returns the same matches for every string of a list. */
function matching(matchesByList: Record<string, object[]>): Behaviour {
  const list = (name: string) => Array.from({ length: 100 }, () => matchesByList[name] ?? []);
  const matches = { brands: list('brands'), clubs: list('clubs'), seasons: list('seasons'), kits: [] };
  return (response, url) =>
    url.pathname === '/api/match'
      ? responding(matches)(response, url)
      : servingRecords(RECORDS)(response, url);
}

const get = (path: string, reader = owner) => collection.request(path, json('GET', undefined, reader.token));
const send = (method: string, path: string, body: object) =>
  collection.request(path, json(method, body, owner.token));
const create = (fields: object) => send('POST', '/api/items/', { ...SHIRT, ...fields });

async function change(stored: object, body: object) {
  const { body: item } = await create(stored);
  return send('PATCH', `/api/items/${item.id}/`, body);
}

describe('an item with brand_text, club_text, season_text and size_text', () => {
  it('is created without ids and shows its text fields as labels', async () => {
    const { status, body } = await create(TEXTS);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...TEXTS, brand: null, club: null, season: null, size: null });
    expect(body.labels).toMatchObject({
      brand: 'Oma Erna',
      club: 'SV Dörpen',
      club_logo: null,
      season: '1966-67',
      size: '164',
    });
  });

  it('appears in lists with brand, club and season objects whose id is null', async () => {
    await create(TEXTS);
    const { body } = await get('/api/collections/me/items/');
    expect(body.results[0]).toMatchObject({
      brand: { id: null, name: 'Oma Erna' },
      club: { id: null, name: 'SV Dörpen', logo: null },
      season: { id: null, year: '1966-67' },
      size: null,
      labels: { size: '164' },
    });
  });

  it('shows its text fields to other users and through share links', async () => {
    const { body: item } = await create(TEXTS);
    const stranger = await addCollector(collection);
    expect((await get(`/api/items/${item.id}/`, stranger)).body).toMatchObject(TEXTS);
    const { body: share } = await send('POST', '/api/shares/', { scope: 'item', item: item.id });
    const shared = await collection.request(`/api/shared/${share.token}/items/${item.id}/`);
    expect(shared.body).toMatchObject(TEXTS);
  });

  it('is rejected with 400 if its text fields are too long', async () => {
    const { status, body } = await create({
      brand_text: 'b'.repeat(121),
      club_text: 'c'.repeat(121),
      season_text: 's'.repeat(121),
      size_text: 's'.repeat(41),
    });
    const tooLong = (length: number) => [`Ensure this field has no more than ${length} characters.`];
    expect([status, body]).toEqual([
      400,
      {
        brand_text: tooLong(120),
        club_text: tooLong(120),
        season_text: tooLong(120),
        size_text: tooLong(40),
      },
    ]);
  });

  it('is rejected with 400, for the text fields, if an id and its text field are both set', async () => {
    const { status, body } = await create({ ...TEXTS, brand: 3, club: 7, season: 5, size: 4 });
    expect([status, Object.keys(body)]).toEqual([400, Object.keys(TEXTS)]);
    expect(body.brand_text).toEqual(['Set either "brand" or "brand_text", not both.']);
  });

  it('accepts an id with an empty text field, and a text field with a null id', async () => {
    const { status, body } = await create({ ...TEXTS, brand: 3, brand_text: '', club: null });
    expect(status).toBe(201);
    expect(body).toMatchObject({ brand: 3, brand_text: '', club: null, club_text: 'SV Dörpen' });
  });

  it('is rejected with 400, for size_text only, if its type has no sizes', async () => {
    const { status, body } = await create({ item_type: 'other', type: 'pin', brand: 3, size_text: 'L' });
    expect([status, Object.keys(body)]).toEqual([400, ['size_text']]);
  });
});

describe('a change of an item with text fields', () => {
  it('clears the ids if a PATCH sets only the text fields', async () => {
    const { status, body } = await change({ brand: 3, club: 7, season: 5, size: 4 }, TEXTS);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...TEXTS, brand: null, club: null, season: null, size: null });
  });

  it('clears the text fields if a PATCH sets the ids', async () => {
    const ids = { brand: 3, club: 7, season: 5, size: 4 };
    const { body } = await change(TEXTS, ids);
    expect(body).toMatchObject({ ...ids, brand_text: '', club_text: '', season_text: '', size_text: '' });
  });

  it('keeps the text fields if a PATCH omits them or sets their ids to null', async () => {
    const { status, body } = await change(TEXTS, { name: 'Changed', brand: null, size: null });
    expect([status, body]).toEqual([200, expect.objectContaining({ ...TEXTS, name: 'Changed' })]);
  });

  it('clears text fields that a PUT omits', async () => {
    const { body: item } = await create(TEXTS);
    const { body } = await send('PUT', `/api/items/${item.id}/`, { ...SHIRT, brand: 3, size: 4 });
    expect(body).toMatchObject({ brand: 3, brand_text: '', club_text: '', season_text: '', size_text: '' });
  });

  it('replaces ids with text fields, and text fields with ids, in a batch', async () => {
    const { body: untouched } = await create({ brand: 3, size: 4 });
    const { body: item } = await create(TEXTS);
    const set = { brand_text: 'Opa', size: 5 };
    const { status } = await send('POST', '/api/items/batch/', { ids: [untouched.id, item.id], set });
    expect(status).toBe(200);
    for (const { id } of [untouched, item]) {
      const { body } = await get(`/api/items/${id}/`);
      expect(body).toMatchObject({ brand: null, brand_text: 'Opa', size: 5, size_text: '' });
    }
  });

  it('clears club_text of a clone that sets club, and copies the other text fields', async () => {
    const { body: item } = await create(TEXTS);
    const { body } = await send('POST', `/api/items/${item.id}/clone/`, { club: 7 });
    expect(body).toMatchObject({ ...TEXTS, club: 7, club_text: '' });
  });
});

describe('text fields of an item with a kit', () => {
  it('override the values of the kit', async () => {
    const { body } = await create({ kit: 11, size: 4, club_text: 'SV Dörpen' });
    expect(body).toMatchObject({ kit: 11, brand: 3, season: 5, club: null, club_text: 'SV Dörpen' });
  });

  it('are kept if a PATCH sets the kit, which fills only an empty season', async () => {
    const { body } = await change({ ...TEXTS, season_text: '' }, { kit: 11 });
    expect(body).toMatchObject({ kit: 11, season: 5, brand: null, brand_text: 'Oma Erna', club: null });
  });
});

describe('lists of items with text fields', () => {
  const names = async (query: string) =>
    (await get(`/api/collections/me/items/?${query}`)).body.results.map(({ name }: { name: string }) => name);

  it.each(['erna', 'dorpen', '1966-67'])('find an item by the text %s', async (word) => {
    await create(TEXTS);
    await create({ ...TEXTS, brand_text: 'x', club_text: 'y', season_text: 'z', name: 'Other' });
    expect(await names(`search=${word}`)).toEqual([SHIRT.name]);
  });

  it('are filtered by size_text, ignoring case and accents', async () => {
    await create({ brand: 3, size_text: 'Größe 164' });
    await create({ brand: 3, size_text: 'Größe 16', name: 'Other' });
    expect(await names(`size_text=${encodeURIComponent('GROSSE 164')}`)).toEqual([SHIRT.name]);
  });

  it.each([
    ['club', 'Abt', 'Zorn'],
    ['brand', 'Abt', 'Zorn'],
    ['season', '1966-67', '2030-31'],
  ])("are ordered by %s, with text fields among the catalogue's names", async (field, first, last) => {
    await create({ name: '3', brand_text: 'x', size: 4, [`${field}_text`]: last });
    await create({ name: '2', brand: 3, club: 7, season: 5, size: 4 });
    await create({ name: '1', brand_text: 'x', size: 4, [`${field}_text`]: first });
    expect(await names(`ordering=${field}`)).toEqual(['1', '2', '3']);
    expect(await names(`ordering=-${field}`)).toEqual(['3', '2', '1']);
  });
});

describe('counts of text fields', () => {
  it('appear in the statistics, equal texts under their most frequent spelling', async () => {
    for (const club of ['SV Dorpen', 'SV Dörpen', 'SV Dörpen']) await create({ ...TEXTS, club_text: club });
    await create({ ...TEXTS, club: 7, club_text: '', is_private: true, brand_text: 'oma erna' });
    const { statistics } = (await get('/api/collections/me/')).body;
    expect(statistics).toMatchObject({
      by_club: [
        { id: null, name: 'SV Dörpen', count: 3 },
        { id: 7, name: 'Málaga CF', count: 1 },
      ],
      by_brand: [{ id: null, name: 'Oma Erna', count: 4 }],
      by_season: [{ id: null, name: '1966-67', count: 4 }],
    });
    const stranger = await addCollector(collection);
    const seen = (await get(`/api/collections/${owner.id}/`, stranger)).body.statistics;
    expect(seen.by_brand).toEqual([{ id: null, name: 'Oma Erna', count: 3 }]);
  });

  it('change when items are updated or deleted', async () => {
    const { body: item } = await create({ ...TEXTS, club_text: 'A:B' });
    await send('PATCH', `/api/items/${item.id}/`, { brand: 3, club_text: 'A:C' });
    const { statistics } = (await get('/api/collections/me/')).body;
    expect(statistics.by_club).toEqual([{ id: null, name: 'A:C', count: 1 }]);
    expect(statistics.by_brand).toEqual([{ id: 3, name: 'adidas', count: 1 }]);
    await collection.request(`/api/items/${item.id}/`, json('DELETE', undefined, owner.token));
    expect((await get('/api/collections/me/')).body.statistics.by_club).toEqual([]);
  });

  it('appear among the sizes of /archive/filters/', async () => {
    for (const size of ['Youth L', 'youth l']) await create({ ...TEXTS, size_text: size });
    await create({ ...TEXTS, size: 4, size_text: '' });
    const { body } = await collection.request('/archive/filters/?filter_type=size');
    expect(body.results).toEqual([
      { id: null, name: 'Youth L', count: 2 },
      { id: 4, name: 'M', category: 'tops', count: 1 },
    ]);
  });
});

describe('an export of an item with text fields', () => {
  it('repeats the text fields in the name columns of CSV, and has null ids in NDJSON', async () => {
    await create(TEXTS);
    const { body: csv } = await get('/api/collections/me/items.csv');
    expect(parse(csv, { columns: true })).toEqual([
      expect.objectContaining({
        ...TEXTS,
        brand: 'Oma Erna',
        brand_id: '',
        club: 'SV Dörpen',
        club_id: '',
        season: '1966-67',
        season_id: '',
        size: '164',
        size_id: '',
      }),
    ]);
    const { body: line } = await get('/api/collections/me/items.ndjson');
    expect(JSON.parse(line)).toMatchObject({ ...TEXTS, brand: null, club: null, season: null, size: null });
  });
});

describe('a text field that equals the name of a new catalogue record', () => {
  const KNOWN = matching({
    brands: [
      { ...BRAND, score: 1 },
      { ...BRAND, id: 8, name: 'adidas Originals', score: 0.9 },
    ],
    clubs: [{ ...MALAGA, score: 1 }],
    seasons: [{ ...SEASON, score: 1 }],
  });
  const IDS = { brand: 3, brand_text: '', club: 7, club_text: '', season: 5, season_text: '' };

  const runJob = () =>
    withContext({ DATABASE_URL: collection.database.url, CATALOGUE_URL: catalogue.url }, (context) =>
      recognizeAllTexts(context, JOB_RUN.signal),
    );

  it('is kept when the item is changed, without a request to the catalogue', async () => {
    const [{ body: patched }, { body: put }, { body: batched }] = [
      await create(TEXTS),
      await create(TEXTS),
      await create(TEXTS),
    ];
    catalogue.setBehaviour(KNOWN);
    catalogue.seen.length = 0;
    await send('PATCH', `/api/items/${patched.id}/`, { name: 'Changed' });
    await send('PUT', `/api/items/${put.id}/`, { ...SHIRT, ...TEXTS });
    await send('POST', '/api/items/batch/', { ids: [batched.id], set: { condition: 5 } });
    for (const { id } of [patched, put, batched])
      expect((await get(`/api/items/${id}/`)).body).toMatchObject(TEXTS);
    expect(catalogue.seen).toEqual([]);
  });

  it.each([
    ['several records have the name', matching({ brands: [1, 2].map((id) => ({ ...BRAND, id, score: 1 })) })],
    ['a record only resembles the text', matching({ brands: [{ ...BRAND, score: 0.9 }] })],
    ['the catalogue is unavailable', respondingWithError(503, 'Away.')],
  ])('is kept by the job if %s', async (_reason, behaviour) => {
    const { body: item } = await create(TEXTS);
    catalogue.setBehaviour(behaviour);
    await runJob();
    expect((await get(`/api/items/${item.id}/`)).body).toMatchObject(TEXTS);
  });

  it("is replaced by an id in all users' items by a job that leaves updated_at unchanged", async () => {
    const changed = '2026-01-01T00:00:00.000Z';
    const otherOwner = await addCollector(collection);
    const ids = [
      await addItem(collection, owner, { ...TEXTS, updated_at: changed }),
      await addItem(collection, otherOwner, { ...TEXTS, updated_at: changed }),
    ];
    catalogue.setBehaviour(KNOWN);
    await collection.db('agenda_jobs').where({ name: 'recognize-texts' }).update({ next_run_at: new Date() });
    await eventually(async () => {
      for (const id of ids) {
        const { body } = await get(`/api/items/${id}/`);
        expect(body).toMatchObject({ ...IDS, updated_at: changed });
      }
    }, 20_000);
  });

  it('is not replaced by the job while the owner changes the text field', async () => {
    const { body: item } = await create({ ...TEXTS, brand: 3, brand_text: '', season_text: '' });
    catalogue.setBehaviour(KNOWN);
    const { url } = collection.database;
    const replace = () => send('PATCH', `/api/items/${item.id}/`, { club_text: 'Altona 93' });
    await runUntilBlocked<unknown>(url, () => holdRow(url, 'items', item.id), [replace, runJob]);
    expect((await get(`/api/items/${item.id}/`)).body).toMatchObject({ club: null, club_text: 'Altona 93' });
  });
});
