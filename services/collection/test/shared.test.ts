import { beforeEach, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addBrand, addItem, addPhoto } from './test-items.ts';
import { addShare, openLink } from './test-shares.ts';
import { addCollector, json, withToken, type Collector } from './test-users.ts';

const NOT_FOUND = { detail: 'Not found.' };
const BRAND = 1;

const collection = useCollection();
/** The owner's profile is private, which does not affect share links. */
let owner: Collector;
let items: Record<'public' | 'other' | 'private' | 'draft', number>;

beforeEach(async () => {
  await collection.db.raw('truncate users, brands cascade');
  await addBrand(collection, BRAND, 'adidas');
  await addBrand(collection, BRAND + 1, 'Umbro');
  owner = await addCollector(collection, { isPrivate: true });
  const notes = 'only mine';
  items = {
    public: await addItem(collection, owner, { name: 'b', brand_id: BRAND, is_signed: true, notes }),
    other: await addItem(collection, owner, { name: 'a', condition: 5, brand_id: BRAND + 1, notes }),
    private: await addItem(collection, owner, { name: 'c', is_private: true }),
    draft: await addItem(collection, owner, { name: 'd', is_draft: true }),
  };
  for (const id of Object.values(items)) await addPhoto(collection, owner, id);
});

describe('a share link to a collection', () => {
  it('shows the owner, the title and the statistics of public items', async () => {
    const { token } = await addShare(collection, owner, { scope: 'collection', title: 'My shirts' });
    const { status, body, headers } = await openLink(collection, token);
    const { id, username, name } = owner;
    const user = { id, username, name, avatar: null, biography: '', location: '', is_private: true };
    expect([status, body]).toEqual([
      200,
      {
        scope: 'collection',
        item: null,
        title: 'My shirts',
        user: { ...user, created_at: expect.any(String) },
        statistics: expect.objectContaining({ total_items: 2, with_photos: 2, signed: 1 }),
      },
    ]);
    expect(body.statistics).not.toHaveProperty('drafts');
    expect(JSON.stringify(body)).not.toContain(owner.email);
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
  });

  it('lists the public items with filters, sorting and pages', async () => {
    const { token } = await addShare(collection, owner);
    const read = async (query: string) => (await openLink(collection, token, `items/${query}`)).body;
    expect((await read('')).results.map(({ id }: { id: number }) => id)).toEqual([items.other, items.public]);
    expect((await read('?ordering=-name')).results).toMatchObject([{ name: 'b' }, { name: 'a' }]);
    expect(await read('?brand=1&is_signed=true')).toMatchObject({ count: 1, results: [{ name: 'b' }] });
    expect(await read('?search=adid')).toMatchObject({ count: 1, results: [{ name: 'b' }] });
    for (const hidden of ['is_private=true', 'is_draft=true', 'search=only']) {
      expect((await read(`?${hidden}`)).count).toBe(hidden.startsWith('search') ? 0 : 2);
    }
    const first = await read('?page_size=1');
    expect(first).toMatchObject({ count: 2, previous: null, results: [{ name: 'a' }] });
    expect(first.next).toBe(`${collection.url}/api/shared/${token}/items/?page_size=1&page=2`);
    const invalid = await openLink(collection, token, 'items/?condition=x');
    expect([invalid.status, Object.keys(invalid.body)]).toEqual([400, ['condition']]);
    const past = await openLink(collection, token, 'items/?page=2');
    expect([past.status, past.body]).toEqual([404, { detail: 'Invalid page.' }]);
  });

  it('shows public items without private fields, even to their owner', async () => {
    const { token } = await addShare(collection, owner);
    const { status, body } = await openLink(collection, token, `items/${items.public}/`);
    expect([status, body]).toEqual([200, expect.objectContaining({ id: items.public, brand: BRAND })]);
    expect(body.photos).toHaveLength(1);
    for (const field of ['notes', 'price', 'location', 'acquired_on']) expect(body).not.toHaveProperty(field);
    // Owners see the same as other visitors.
    const ownerView = await openLink(collection, token, `items/${items.public}/`, withToken(owner.token));
    expect(ownerView.body).toEqual(body);
  });

  it('returns 404 for private items, drafts and items of other users', async () => {
    const { token } = await addShare(collection, owner);
    const foreign = await addItem(collection, await addCollector(collection));
    for (const id of [items.private, items.draft, foreign, 2147483647, 'x']) {
      const { status, body } = await openLink(collection, token, `items/${id}/`);
      expect([id, status, body]).toEqual([id, 404, NOT_FOUND]);
    }
  });

  it('no longer shows an item that has become private', async () => {
    const { token } = await addShare(collection, owner);
    const hide = json('PATCH', { is_private: true }, owner.token);
    expect((await collection.request(`/api/items/${items.other}/`, hide)).status).toBe(200);
    expect((await openLink(collection, token, `items/${items.other}/`)).status).toBe(404);
    expect((await openLink(collection, token, 'items/')).body.count).toBe(1);
    expect((await openLink(collection, token)).body.statistics.total_items).toBe(1);
  });
});

describe('a share link to an item', () => {
  it('shows only this item', async () => {
    const { token } = await addShare(collection, owner, { scope: 'item', item: items.other });
    expect((await openLink(collection, token)).body).toMatchObject({
      scope: 'item',
      item: items.other,
      user: { username: owner.username },
      statistics: null,
    });
    const list = await openLink(collection, token, 'items/');
    expect(list.body).toMatchObject({ count: 1, results: [{ id: items.other }] });
    expect((await openLink(collection, token, 'items/?condition=10')).body.count).toBe(0);
    expect((await openLink(collection, token, `items/${items.other}/`)).status).toBe(200);
    expect((await openLink(collection, token, `items/${items.public}/`)).status).toBe(404);
  });

  it.each(['is_private', 'is_draft'])('returns 404 while the item has %s set', async (field) => {
    const { token } = await addShare(collection, owner, { scope: 'item', item: items.other });
    for (const [value, status] of [
      [true, 404],
      [false, 200],
    ] as const) {
      await collection
        .db('items')
        .where({ id: items.other })
        .update({ [field]: value });
      for (const suffix of ['', 'items/', `items/${items.other}/`]) {
        expect([suffix, (await openLink(collection, token, suffix)).status]).toEqual([suffix, status]);
      }
    }
  });

  it('is deleted with the item', async () => {
    const { token } = await addShare(collection, owner, { scope: 'item', item: items.other });
    await collection.request(`/api/items/${items.other}/`, json('DELETE', undefined, owner.token));
    expect((await openLink(collection, token)).status).toBe(404);
    expect((await owner.request('/api/shares/')).body).toEqual([]);
  });
});

describe('an invalid share link', () => {
  const PATHS = ['', 'items/', 'items/1/', 'unlock/'];

  it('returns the same 404 if it is unknown, deleted or expired, or if its owner is deactivated', async () => {
    const deleted = await addShare(collection, owner, { scope: 'collection', password: 'any word' });
    await collection.request(`/api/shares/${deleted.id}/`, json('DELETE', undefined, owner.token));
    const expired = await addShare(collection, owner, { scope: 'collection', password: 'any word' });
    const past = new Date(Date.now() - 1000);
    await collection.db('shares').where({ id: expired.id }).update({ expires_at: past });
    const blocked = await addCollector(collection);
    const ofBlocked = await addShare(collection, blocked);
    await collection.db('users').where({ id: blocked.id }).update({ is_active: false });
    const tokens = [
      deleted.token,
      expired.token,
      ofBlocked.token,
      'unknown',
      'A'.repeat(43),
      '%C3%A9',
      '%00',
    ];
    for (const token of tokens) {
      for (const suffix of PATHS) {
        const path = `/api/shared/${token}/${suffix}`;
        const { status, body } = await (suffix === 'unlock/'
          ? collection.request(path, json('POST', { password: 'any word' }))
          : collection.request(`${path}?condition=x`));
        expect([path, status, body]).toEqual([path, 404, NOT_FOUND]);
      }
    }
  });

  it('works again when its expiry is removed', async () => {
    const { id, token } = await addShare(collection, owner);
    await collection
      .db('shares')
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 1000) });
    expect((await openLink(collection, token)).status).toBe(404);
    await collection.request(`/api/shares/${id}/`, json('PATCH', { expires_at: null }, owner.token));
    expect((await openLink(collection, token)).status).toBe(200);
  });
});
