import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  BRAND,
  KIT,
  MALAGA,
  RECORDS,
  respondingWithError,
  servingRecords,
  useStandInCatalogue,
} from './stand-in-catalogue.ts';
import { useCollection } from './test-collection.ts';
import { addItem, addKit } from './test-items.ts';
import { addCollector, json, type Collector } from './test-users.ts';

/** The fields that a kit fills: `Sky blue` and `White` are the colours 7 and 1. */
const FILLS = { brand: 3, club: 7, season: 5, design: 'STRIPES', main_color: 7, secondary_colors: [1] };
const NOTHING = {
  brand: null,
  club: null,
  season: null,
  design: null,
  main_color: null,
  secondary_colors: [],
};
const SHIRT = { item_type: 'jersey', size: 4, name: 'A shirt' };

const OTHER_KIT = {
  ...KIT,
  id: 12,
  team: { ...KIT.team, id: 8, name: 'Sevilla FC' },
  design: null,
  primary_color: { name: 'Red', color: '#FF0000' },
  secondary_color: [],
};

const catalogue = useStandInCatalogue();
const collection = useCollection(() => ({ CATALOGUE_URL: catalogue.url, WORKER: 'false' }));

let owner: Collector;

beforeEach(async () => {
  await collection.db.raw('truncate users, brands, clubs, seasons, kits cascade');
  owner = await addCollector(collection);
  catalogue.setBehaviour(servingRecords({ ...RECORDS, '/api/kits/12': OTHER_KIT }));
  catalogue.seen.length = 0;
});

function send(method: string, path: string, body: object) {
  return collection.request(path, json(method, body, owner.token));
}

async function patch(stored: object, body: object) {
  const id = await addItem(collection, owner, { ...stored, is_draft: true });
  return send('PATCH', `/api/items/${id}/`, body);
}

describe('PATCH /api/items/{id}/ with another kit', () => {
  it('fills empty fields from the kit', async () => {
    const { status, body } = await patch({}, { kit: 11 });
    expect([status, body]).toEqual([200, expect.objectContaining({ kit: 11, ...FILLS })]);
  });

  it('leaves fields that have a value', async () => {
    await send('POST', '/api/items/', { ...SHIRT, brand: 3, club: 7, season: 5 });
    const stored = { club_id: 7, design: 'HOOPS', secondary_colors: [2, 3] };
    const { body } = await patch(stored, { kit: 12 });
    expect(body).toMatchObject({
      kit: 12,
      brand: 3,
      club: 7,
      season: 5,
      design: 'HOOPS',
      main_color: 2,
      secondary_colors: [2, 3],
    });
  });

  it('leaves fields that the request sets, even to null', async () => {
    const { body } = await patch({}, { kit: 11, club: null, main_color: 4, secondary_colors: [] });
    expect(body).toMatchObject({ ...FILLS, club: null, main_color: 4, secondary_colors: [] });
  });

  it('can publish a draft without a brand', async () => {
    const { status, body } = await patch({}, { kit: 11, is_draft: false });
    expect([status, body]).toEqual([200, expect.objectContaining({ is_draft: false, ...FILLS })]);
  });

  it('saves the kit without filling fields while the catalogue is unavailable', async () => {
    catalogue.setBehaviour(respondingWithError(500, 'Away.'));
    const { status, body } = await patch({}, { kit: 11 });
    expect([status, body]).toEqual([200, expect.objectContaining({ kit: 11, ...NOTHING })]);
  });

  it('fetches the kit from the catalogue again if its local copy is incomplete', async () => {
    await addKit(collection, 11);
    expect((await patch({}, { kit: 11 })).body).toMatchObject(FILLS);
    expect(catalogue.seen.map(({ path }) => path)).toEqual(['/api/kits/11']);
  });

  it('does not fill the club if the catalogue has removed the club', async () => {
    await send('POST', '/api/items/', { ...SHIRT, kit: 11, club: null });
    await collection.db('clubs').where({ id: MALAGA.id }).delete();
    catalogue.setBehaviour(respondingWithError(404, 'Not there.'));
    const { status, body } = await patch({}, { kit: 11 });
    expect([status, body]).toEqual([200, expect.objectContaining({ ...FILLS, club: null })]);
  });

  it('returns 400 for a kit that does not exist', async () => {
    const { status, body } = await patch({}, { kit: 999 });
    expect([status, body]).toEqual([400, { kit: ['Invalid pk "999" - object does not exist.'] }]);
  });
});

describe('POST /api/items/ with a kit', () => {
  it('requests only the kit from the catalogue if brand, club and season are those of the kit', async () => {
    const { status, body } = await send('POST', '/api/items/', {
      ...SHIRT,
      kit: 11,
      brand: 3,
      club: 7,
      season: 5,
    });
    expect([status, body]).toEqual([201, expect.objectContaining(FILLS)]);
    expect(catalogue.seen.map(({ path }) => path)).toEqual(['/api/kits/11']);
  });

  it('requests another brand after the kit, and fills the other fields from the kit', async () => {
    catalogue.setBehaviour(
      servingRecords({ ...RECORDS, '/api/brands/4': { ...BRAND, id: 4, name: 'Umbro' } }),
    );
    const { body } = await send('POST', '/api/items/', { ...SHIRT, kit: 11, brand: 4 });
    expect(body).toMatchObject({ ...FILLS, brand: 4 });
    expect(catalogue.seen.map(({ path }) => path)).toEqual(['/api/kits/11', '/api/brands/4']);
  });

  it('returns 400 with both errors if neither the kit nor the brand exists', async () => {
    const { status, body } = await send('POST', '/api/items/', { ...SHIRT, kit: 999, brand: 998 });
    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['brand', 'kit']]);
  });
});

describe('POST /api/items/batch/ with a kit', () => {
  const batch = (ids: number[], set: object, more = {}) =>
    send('POST', '/api/items/batch/', { ids, set, ...more });
  const read = async (id: number) =>
    (await collection.request(`/api/items/${id}/`, json('GET', undefined, owner.token))).body;

  it('fills the empty fields of each item that has another kit', async () => {
    const [empty, partly, sameKit] = [
      await addItem(collection, owner, { is_draft: true }),
      await addItem(collection, owner, {
        is_draft: true,
        design: 'HOOPS',
        secondary_colors: [2, 3],
        tags: ['old'],
      }),
      (await send('POST', '/api/items/', { ...SHIRT, kit: 11, ...NOTHING, brand: 3 })).body.id as number,
    ];
    const set = { kit: 11, condition: 7, club: null };
    const { status, body } = await batch([empty, partly, sameKit], set, { add_tags: ['new'] });
    expect([status, body.updated]).toEqual([200, 3]);
    expect(await read(empty)).toMatchObject({ ...FILLS, kit: 11, condition: 7, club: null, tags: ['new'] });
    expect(await read(partly)).toMatchObject({
      ...FILLS,
      club: null,
      design: 'HOOPS',
      secondary_colors: [2, 3],
      tags: ['old', 'new'],
    });
    expect(await read(sameKit)).toMatchObject({ ...NOTHING, brand: 3, kit: 11, condition: 7 });
    expect(catalogue.seen.filter(({ path }) => path === '/api/kits/11')).toHaveLength(1);
  });

  it('can publish drafts without a brand', async () => {
    const id = await addItem(collection, owner, { is_draft: true });
    expect((await batch([id], { kit: 11, is_draft: false }, { dry_run: true })).status).toBe(200);
    expect(await read(id)).toMatchObject({ kit: null, is_draft: true });
    expect((await batch([id], { kit: 11, is_draft: false })).status).toBe(200);
    expect(await read(id)).toMatchObject({ ...FILLS, is_draft: false });
  });
});

describe('PATCH /api/items/{id}/ with the same kit', () => {
  it('fills no empty fields', async () => {
    const { body } = await send('POST', '/api/items/', { ...SHIRT, kit: 11, ...NOTHING, brand: 3 });
    const response = await send('PATCH', `/api/items/${body.id}/`, { kit: 11, name: 'Another' });
    expect(response.body).toMatchObject({ name: 'Another', ...NOTHING, brand: 3 });
  });
});

describe('the kit of a new item', () => {
  it('fills the fields that the request omits', async () => {
    const { status, body } = await send('POST', '/api/items/', { ...SHIRT, kit: 11, design: null, club: 7 });
    expect([status, body]).toEqual([201, expect.objectContaining({ ...FILLS, design: null })]);
  });

  it('is saved without filling fields while the catalogue is unavailable', async () => {
    catalogue.setBehaviour(respondingWithError(500, 'Away.'));
    const { status, body } = await send('POST', '/api/items/', { ...SHIRT, kit: 11 });
    expect([status, body]).toEqual([201, expect.objectContaining({ kit: 11, brand: null })]);
  });

  it.each(['jersey', 'outerwear'])('fills the fields of an item of type %s', async (type) => {
    const { body } = await send('POST', '/api/items/', { item_type: type, name: 'Home', kit: 11 });
    expect(body).toMatchObject({ item_type: type, kit: 11, ...FILLS });
  });

  it('fills fields again when a PUT replaces the item, and when a clone sets another kit', async () => {
    const { body } = await send('POST', '/api/items/', { ...SHIRT, kit: 11, design: null });
    const replaced = await send('PUT', `/api/items/${body.id}/`, { ...SHIRT, kit: 12 });
    expect(replaced.body).toMatchObject({
      ...FILLS,
      club: 8,
      design: null,
      main_color: 2,
      secondary_colors: [],
    });
    const cloned = await send('POST', `/api/items/${body.id}/clone/`, { kit: 11 });
    expect(cloned.body).toMatchObject({ ...FILLS, club: 8, main_color: 2 });
  });
});
