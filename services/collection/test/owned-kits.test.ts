import { describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addItem, addKit } from './test-items.ts';
import { addCollector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
const PATH = '/api/collections/me/kits/';

describe('GET /api/collections/me/kits/', () => {
  it('lists the kits of all items except drafts, with the items of each', async () => {
    const [owner, otherUser] = [await addCollector(collection), await addCollector(collection)];
    for (const id of [1, 2, 3]) await addKit(collection, id);
    const second = await addItem(collection, owner, { kit_id: 2 });
    const first = await addItem(collection, owner, { kit_id: 1, is_private: true });
    const jacket = await addItem(collection, owner, { item_type: 'outerwear', kit_id: 2 });
    await addItem(collection, owner, { kit_id: 3, is_draft: true });
    await addItem(collection, owner);
    await addItem(collection, otherUser, { kit_id: 3 });
    const { status, body } = await owner.request(PATH);
    expect([status, body]).toEqual([
      200,
      {
        kits: [
          { kit: 1, items: [first] },
          { kit: 2, items: [second, jacket] },
        ],
      },
    ]);
  });

  it('returns an empty list for a user without kits', async () => {
    expect((await (await addCollector(collection)).request(PATH)).body).toEqual({ kits: [] });
  });

  it('returns 304 for the ETag of an unchanged list, and another ETag after a change', async () => {
    const owner = await addCollector(collection);
    await addKit(collection, 11);
    const id = await addItem(collection, owner, { kit_id: 11 });
    const etag = (await owner.request(PATH)).headers.get('ETag') ?? '';
    expect(etag).not.toBe('');
    expect((await owner.request(PATH, { 'If-None-Match': etag })).status).toBe(304);
    await collection.db('items').where({ id }).update({ kit_id: null });
    const changed = await owner.request(PATH, { 'If-None-Match': etag });
    expect([changed.status, changed.body]).toEqual([200, { kits: [] }]);
  });
});
