import { beforeEach, describe, expect, it } from '@jest/globals';
import { useCollection, type ApiResponse } from './test-collection.ts';
import { addBrand, addItem, addPhoto } from './test-items.ts';
import { addCollector, json, type Collector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
const OUTDATED = { detail: 'This item has changed since you read it.' };

let owner: Collector;
let item: string;
let photo: string;
let photoId: number;

beforeEach(async () => {
  await collection.db.raw('truncate users, brands cascade');
  owner = await addCollector(collection);
  await addBrand(collection, 3, 'adidas');
  const id = await addItem(collection, owner, { brand_id: 3 });
  photoId = await addPhoto(collection, owner, id);
  item = `/api/items/${id}/`;
  photo = `/api/photos/${photoId}/`;
});

function send(method: string, path: string, body?: object, ifMatch?: string): Promise<ApiResponse> {
  const init = json(method, body, owner.token);
  const headers = new Headers(init.headers);
  if (ifMatch !== undefined) headers.set('If-Match', ifMatch);
  return collection.request(path, { ...init, headers });
}

async function tagOf(path: string): Promise<string> {
  return (await send('GET', path)).headers.get('ETag') ?? '';
}

/** The first part of an entity tag. */
async function versionOf(path: string): Promise<string | undefined> {
  return /^"([^".]+)\./.exec(await tagOf(path))?.[1];
}

describe('If-Match', () => {
  it.each(['PUT', 'PATCH', 'DELETE'])(
    'rejects a %s of a changed item with 412, and changes nothing',
    async (method) => {
      const tag = await tagOf(item);
      await send('PATCH', item, { notes: 'mine' });
      const before = (await send('GET', item)).body;
      const shirt = { item_type: 'jersey', name: 'New', brand: 3, size: 4 };
      const { status, body } = await send(method, item, method === 'DELETE' ? undefined : shirt, tag);
      expect([status, body]).toEqual([412, OUTDATED]);
      expect((await send('GET', item)).body).toEqual(before);
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE'])(
    'rejects a %s of a changed photo with 412, and changes nothing',
    async (method) => {
      const tag = await tagOf(photo);
      await send('PATCH', photo, { caption: 'mine' });
      const { status, body } = await send(method, photo, { caption: 'new' }, tag);
      expect([status, body]).toEqual([412, OUTDATED]);
      expect((await send('GET', photo)).body.caption).toBe('mine');
    },
  );

  it('accepts * and the current tag, even if the tag is weak, has a suffix or is one of several', async () => {
    const compressed = (tag: string) => tag.replace(/"$/, '-gzip"');
    const variants = [
      (tag: string) => tag,
      (tag: string) => `W/${tag}`,
      compressed,
      (tag: string) => tag.replace(/"$/, '.br"'),
      (tag: string) => `"other", ${tag}`,
      () => '*',
    ];
    for (const [condition, vary] of variants.entries()) {
      const change = await send('PATCH', item, { condition: condition + 1 }, vary(await tagOf(item)));
      expect(change.status).toBe(200);
      const caption = { caption: String(condition) };
      expect((await send('PATCH', photo, caption, vary(await tagOf(photo)))).status).toBe(200);
    }
    expect((await send('DELETE', photo, undefined, await tagOf(photo))).status).toBe(204);
    expect((await send('DELETE', item, undefined, await tagOf(item))).status).toBe(204);
  });

  it('is checked after permissions, which return 403 or 404', async () => {
    const otherUser = await addCollector(collection);
    const headers = { Authorization: `Token ${otherUser.token}`, 'If-Match': '"x"' };
    expect((await collection.request(item, { method: 'DELETE', headers })).status).toBe(403);
    expect((await collection.request('/api/items/2147483647/', { method: 'DELETE', headers })).status).toBe(
      404,
    );
  });
});

describe('the version of an item in its ETag', () => {
  it.each([
    ['a field', () => send('PATCH', item, { location: 'attic' })],
    ['the tags', () => send('PATCH', item, { tags: ['one'] })],
    ['a caption', () => send('PATCH', photo, { caption: 'one' })],
    ['the order of the photos', () => send('PATCH', photo, { order: 5 })],
    ['the photos by a deletion', () => send('DELETE', photo)],
  ])('changes with a change of %s', async (_what, change) => {
    const before = await versionOf(item);
    expect((await change()).status).toBeLessThan(300);
    expect(await versionOf(item)).not.toBe(before);
  });

  it.each([
    ['a rendition', () => collection.db('photos').update({ thumbnail_key: 'thumbnails/x.jpg' })],
    ["the brand's name", () => collection.db('brands').update({ name: 'Adidas' })],
  ])('is unchanged by a change of %s, which changes the rest of the ETag', async (_what, change) => {
    const before = await tagOf(item);
    const version = await versionOf(item);
    const ofPhoto = await versionOf(photo);
    await change();
    expect([await versionOf(item), await versionOf(photo)]).toEqual([version, ofPhoto]);
    expect(await tagOf(item)).not.toBe(before);
    expect((await send('PATCH', item, { name: 'Changed' }, before)).status).toBe(200);
  });

  it('is visible only to the owner', async () => {
    const otherUser = await addCollector(collection);
    const tag = async () => (await otherUser.request(item)).headers.get('ETag');
    const before = await tag();
    expect(before).not.toContain('.');
    await collection.db('items').update({ notes: 'secret' });
    expect(await tag()).toBe(before);
  });
});

describe('the response to a change', () => {
  it('has the same ETag as a GET', async () => {
    const shirt = { item_type: 'jersey', name: 'New', brand: 3, size: 4 };
    for (const [method, path, body] of [
      ['POST', '/api/items/', shirt],
      ['POST', `${item}clone/`, {}],
      ['PUT', item, shirt],
      ['PATCH', item, {}],
      ['PUT', photo, { caption: 'one' }],
      ['PATCH', photo, { order: 2 }],
    ] as const) {
      const response = await send(method, path, body);
      const resource = path.startsWith('/api/photos/') ? photo : `/api/items/${response.body.id}/`;
      expect([method, path, response.headers.get('ETag')]).toEqual([method, path, await tagOf(resource)]);
    }
  });
});

describe('the order of a photo', () => {
  const ordersOf = async () => {
    const { photos } = (await send('GET', item)).body;
    return photos.map(({ id, order }: { id: number; order: number }) => [id, order]);
  };

  it('shifts the following photos if another photo already has the order', async () => {
    const itemId = Number(item.split('/')[3]);
    const [second, third] = [
      await addPhoto(collection, owner, itemId, { sort_order: 1 }),
      await addPhoto(collection, owner, itemId, { sort_order: 2 }),
    ];
    await send('PATCH', `/api/photos/${third}/`, { order: 0 });
    expect(await ordersOf()).toEqual([
      [third, 0],
      [photoId, 1],
      [second, 2],
    ]);
    await send('PATCH', photo, { order: 1, caption: 'unmoved' });
    await send('PATCH', `/api/photos/${third}/`, { order: 2 });
    expect(await ordersOf()).toEqual([
      [photoId, 1],
      [third, 2],
      [second, 3],
    ]);
  });

  it('shifts no photos if the order is free or the maximum', async () => {
    const itemId = Number(item.split('/')[3]);
    const last = await addPhoto(collection, owner, itemId, { sort_order: 32_767 });
    await send('PATCH', photo, { order: 7 });
    expect(await ordersOf()).toEqual([
      [photoId, 7],
      [last, 32_767],
    ]);
    await send('PATCH', photo, { order: 32_767 });
    expect(await ordersOf()).toHaveLength(2);
  });
});
