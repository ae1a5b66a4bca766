import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem, addPhoto } from './test-items.ts';
import { addUser, json, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();
let owner: { id: number; token: string };
let stranger: { id: number; token: string };

beforeAll(async () => {
  owner = await addCollector('owner');
  stranger = await addCollector('stranger');
  await addBrand(collection, 1, 'adidas');
  await addBrand(collection, 2, 'Kappa');
  await addClub(collection, 2, 'Málaga CF');
});

async function addCollector(username: string, isPrivate = false) {
  const user = await addUser(collection, username, { isPrivate });
  return { id: user.id, token: await tokenOf(collection, user) };
}

const PINS = { item_type: 'other', name: 'A pin', brand: 1, type: 'pin' };
const SHIRT = { item_type: 'jersey', name: 'Home', brand: 1, size: 4 };
const NOT_FOUND = { detail: 'Not found.' };
const FORBIDDEN = { detail: 'You do not have permission to perform this action.' };

async function create(item: object, { token } = owner): Promise<number> {
  const { status, body } = await collection.request('/api/items/', json('POST', item, token));
  expect(status).toBe(201);
  return body.id;
}

function change(method: 'PUT' | 'PATCH', id: number | string, body: unknown, { token } = owner) {
  return collection.request(`/api/items/${id}/`, json(method, body, token));
}

function remove(id: number | string, { token } = owner) {
  return collection.request(`/api/items/${id}/`, { method: 'DELETE', headers: withToken(token) });
}

function get(path: string, { token } = owner) {
  return collection.request(path, { headers: withToken(token) });
}

describe('PATCH /api/items/{id}/', () => {
  it('changes only the fields that are sent, and updated_at', async () => {
    const id = await create({ ...SHIRT, player_name: 'Nihat', tags: ['a'], is_fan_version: false, club: 2 });
    const before = (await get(`/api/items/${id}/`)).body;
    const { status, body } = await change('PATCH', id, { name: 'Away', tags: [], club: null });
    expect(status).toBe(200);
    const labels = { ...before.labels, club: null, club_logo: null };
    const changed = { name: 'Away', tags: [], club: null, labels, updated_at: body.updated_at };
    expect(body).toEqual({ ...before, ...changed });
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect((await get(`/api/items/${id}/`)).body).toEqual(body);
  });

  it('accepts the current item_type, and returns 400 for another item_type', async () => {
    const id = await create(PINS);
    expect((await change('PATCH', id, { item_type: 'other' })).status).toBe(200);
    const { status, body } = await change('PATCH', id, { item_type: 'jersey' });
    expect(status).toBe(400);
    expect(body).toEqual({ item_type: ['The type of an item cannot be changed: it is "other".'] });
  });

  it('publishes a draft only with a name, and returns 400 otherwise', async () => {
    const id = await create({ item_type: 'jersey', is_draft: true });
    const early = await change('PATCH', id, { is_draft: false, name: '', condition: 'new' });
    expect([early.status, early.body]).toEqual([
      400,
      {
        condition: ['A valid integer is required.'],
        name: ['This field may not be blank.'],
      },
    ]);
    expect((await get(`/api/items/${id}/`)).body).toMatchObject({ is_draft: true, condition: 10 });
    expect((await change('PATCH', id, { is_draft: false })).body).toEqual({
      name: ['This field is required.'],
    });
    const { status, body } = await change('PATCH', id, { is_draft: false, name: 'Home' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_draft: false, name: 'Home', size: null, brand: null });
  });

  it('clears brand and size of a published item, but returns 400 for an empty name', async () => {
    const id = await create(SHIRT);
    const { status, body } = await change('PATCH', id, { brand: null, name: ' ', size: null });
    expect([status, body]).toEqual([400, { name: ['This field may not be blank.'] }]);
    expect((await change('PATCH', id, { brand: null, size: null })).body).toMatchObject({
      brand: null,
      size: null,
      is_draft: false,
    });
  });

  it('turns a published item into a draft', async () => {
    const id = await create(SHIRT);
    expect((await change('PATCH', id, { is_draft: true, brand: null })).body).toMatchObject({
      is_draft: true,
      brand: null,
    });
  });

  it('leaves no published item without a name after two concurrent changes', async () => {
    const id = await create({ ...SHIRT, is_draft: true });
    const responses = await Promise.all([
      change('PATCH', id, { is_draft: false }),
      change('PATCH', id, { name: '' }),
    ]);
    const { body } = await get(`/api/items/${id}/`);
    expect(body.is_draft || body.name !== '').toBe(true);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('changes only updated_at for an empty body', async () => {
    const id = await create(SHIRT);
    const before = (await get(`/api/items/${id}/`)).body;
    const { status, body } = await change('PATCH', id, {});
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, updated_at: body.updated_at });
  });
});

describe('PUT /api/items/{id}/', () => {
  it('resets omitted fields to their defaults', async () => {
    const id = await create({
      ...SHIRT,
      club: 2,
      condition: 3,
      tags: ['a'],
      is_fan_version: false,
      number: 9,
    });
    const { status, body } = await change('PUT', id, { ...SHIRT, brand: 2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      brand: 2,
      club: null,
      condition: 10,
      tags: [],
      is_fan_version: true,
      number: null,
    });
  });

  it('returns 400 if item_type and name are missing', async () => {
    const id = await create(SHIRT);
    const { status, body } = await change('PUT', id, { club: 2 });
    expect([status, Object.keys(body)]).toEqual([400, ['item_type', 'name']]);
  });

  it('publishes a draft if is_draft is omitted', async () => {
    const id = await create({ item_type: 'jersey', is_draft: true });
    expect((await change('PUT', id, { item_type: 'jersey' })).status).toBe(400);
    expect((await change('PUT', id, SHIRT)).body).toMatchObject({ is_draft: false });
  });

  it('returns 400 for another item_type', async () => {
    const id = await create(SHIRT);
    const { status, body } = await change('PUT', id, PINS);
    expect(status).toBe(400);
    expect(body).toMatchObject({ item_type: ['The type of an item cannot be changed: it is "jersey".'] });
  });
});

describe('a brand that was deleted from the catalogue', () => {
  it('is accepted in a PUT of an item that already has the brand', async () => {
    await addBrand(collection, 66, 'Gone');
    const id = await create({ ...SHIRT, brand: 66 });
    await collection.db('brands').where({ id: 66 }).update({ is_unknown: true });
    const { status, body } = await change('PUT', id, { ...SHIRT, name: 'Third', brand: 66 });
    expect([status, body.name, body.brand]).toEqual([200, 'Third', 66]);
  });
});

describe('DELETE /api/items/{id}/', () => {
  it('deletes the item and its photos, and then returns 404', async () => {
    const id = await create(SHIRT);
    await addPhoto(collection, owner, id);
    const { status, body, headers } = await remove(id);
    expect([status, body]).toEqual([204, '']);
    expect(headers.get('Content-Type')).toBeNull();
    expect((await get(`/api/items/${id}/`)).status).toBe(404);
    expect(await query(collection.db, 'select id from photos where item_id = ?', [id])).toEqual([]);
    expect((await remove(id)).status).toBe(404);
  });
});

describe('access to items', () => {
  describe('an item of another user', () => {
    it.each<[string, object, number]>([
      ['a public item', {}, 200],
      ['a private item', { is_private: true }, 404],
      ['a draft', { is_draft: true }, 404],
    ])('returns %i to GET, and 403 or 404 to changes, with %s (%j)', async (_what, flags, status) => {
      const id = await create({ ...SHIRT, ...flags });
      expect((await get(`/api/items/${id}/`, stranger)).status).toBe(status);
      const expected = status === 200 ? [403, FORBIDDEN] : [404, NOT_FOUND];
      // Permissions are checked before the body.
      for (const method of ['PUT', 'PATCH'] as const) {
        for (const body of [SHIRT, { condition: 'wrong' }]) {
          const response = await change(method, id, body, stranger);
          expect([response.status, response.body]).toEqual(expected);
        }
      }
      const removed = await remove(id, stranger);
      expect([removed.status, removed.body]).toEqual(expected);
      expect((await get(`/api/items/${id}/`)).body).toMatchObject({ name: 'Home', ...flags });
    });
  });

  describe('an item of a user with a private profile or an inactive account', () => {
    it('returns 404 to others', async () => {
      const hidden = await addCollector('hidden', true);
      const id = await addItem(collection, hidden);
      const inactive = await addCollector('gone');
      const itemOfInactive = await addItem(collection, inactive);
      await collection.db('users').where({ id: inactive.id }).update({ is_active: false });
      expect((await get(`/api/items/${id}/`)).status).toBe(404);
      expect((await get(`/api/items/${itemOfInactive}/`)).status).toBe(404);
      expect((await get(`/api/items/${id}/`, hidden)).status).toBe(200);
    });
  });

  describe('GET, PATCH and DELETE', () => {
    it.each(['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999', '01x', '%20'])(
      'return 404 for the id %s',
      async (id) => {
        for (const response of [
          await get(`/api/items/${id}/`),
          await change('PATCH', id, {}),
          await remove(id),
        ]) {
          expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
        }
      },
    );
  });
});

describe('GET /api/items/', () => {
  it("lists only the user's own items, including drafts, newest first, in pages", async () => {
    const lister = await addCollector('lister');
    const ids: number[] = [];
    for (const is_draft of [false, true, false]) ids.push(await create({ ...SHIRT, is_draft }, lister));
    await create({ ...SHIRT, is_private: true }, stranger);
    const { body, headers } = await get('/api/items/', lister);
    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect(body[0]).not.toHaveProperty('photos');
    expect(headers.get('X-Total-Count')).toBe('3');
    const second = await get('/api/items/?page=2&page_size=1&item_type=jersey', lister);
    expect(second.body.map(({ id }: { id: number }) => id)).toEqual([ids[1]]);
    const address = `${collection.url}/api/items/?page=`;
    expect(second.headers.get('Link')).toBe(
      [
        `<${address}1&page_size=1&item_type=jersey>; rel="first"`,
        `<${address}1&page_size=1&item_type=jersey>; rel="prev"`,
        `<${address}3&page_size=1&item_type=jersey>; rel="next"`,
        `<${address}3&page_size=1&item_type=jersey>; rel="last"`,
      ].join(', '),
    );
  });

  it('supports the filters, search and ordering of collections', async () => {
    const lister = await addCollector('filterer');
    const draft = await create({ item_type: 'other', is_draft: true, name: 'Zebra' }, lister);
    const pin = await create({ ...PINS, name: 'Ant', tags: ['Gold'] }, lister);
    const idsOf = async (parameters: string) =>
      (await get(`/api/items/?${parameters}`, lister)).body.map(({ id }: { id: number }) => id);
    expect(await idsOf('is_draft=true')).toEqual([draft]);
    expect(await idsOf('tag=gold')).toEqual([pin]);
    expect(await idsOf('search=zEBR')).toEqual([draft]);
    expect(await idsOf('ordering=name')).toEqual([pin, draft]);
    expect(await idsOf('ordering=-name')).toEqual([draft, pin]);
  });

  it('returns an empty array for a user without items', async () => {
    const { status, body, headers } = await get('/api/items/', await addCollector('beginner'));
    expect([status, body, headers.get('X-Total-Count')]).toEqual([200, [], '0']);
  });

  it.each(['0', '-1', 'x', '2', '99999999999'])('returns 404 for page %s', async (page) => {
    const { status, body } = await get(`/api/items/?page=${page}`, await addCollector(`pager${page}`));
    expect([status, body]).toEqual([404, { detail: 'Invalid page.' }]);
  });
});
