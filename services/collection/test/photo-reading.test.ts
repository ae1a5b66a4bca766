import { describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { createUserClient, keyOf, listFiles, urlsOf, waitForRenditions } from './test-photos.ts';
import { jpeg, png } from './test-pictures.ts';

const collection = useCollection();

const NOT_FOUND = { detail: 'Not found.' };
const FORBIDDEN = { detail: 'You do not have permission to perform this action.' };

describe('GET /api/photos/', () => {
  it("lists the caller's own photos, first those without an item, then by item and order", async () => {
    const user = await createUserClient(collection);
    const [older, newer] = [
      await addItem(collection, user),
      await addItem(collection, user, { item_type: 'other' }),
    ];
    const picture = await png();
    const second = await user.upload(picture, { content_type: 1, object_id: older, order: 2 });
    const first = await user.upload(picture, { content_type: 1, object_id: older, order: 1 });
    const loose = await user.upload(picture);
    const newest = await user.upload(picture, { content_type: 6, object_id: newer });
    const ids = async (query: string) =>
      (await user.get(`/api/photos/${query}`)).body.map(({ id }: { id: number }) => id);
    expect(await ids('')).toEqual([loose.id, newest.id, first.id, second.id]);
    expect(await ids('?content_type=1')).toEqual([first.id, second.id]);
    expect(await ids(`?object_id=${newer}`)).toEqual([newest.id]);
    expect(await ids(`?content_type=6&object_id=${older}`)).toEqual([]);
    expect(await ids('?content_type=&object_id=')).toHaveLength(4);
    const page = await user.get('/api/photos/?page=2&page_size=3&content_type=');
    expect(page.body.map(({ id }: { id: number }) => id)).toEqual([second.id]);
    expect(page.headers.get('X-Total-Count')).toBe('4');
    expect(page.headers.get('Link')).toContain('page=1&page_size=3&content_type=>; rel="prev"');
  });

  it.each([
    ['content_type=9', { content_type: ['Invalid pk "9" - object does not exist.'] }],
    ['object_id=x', { object_id: ['A valid integer is required.'] }],
    ['page_size=0', { page_size: ['Ensure this value is greater than or equal to 1.'] }],
  ])('returns 400 for invalid parameters: %s', async (query, expected) => {
    const { status, body } = await (await createUserClient(collection)).get(`/api/photos/?${query}`);
    expect([status, body]).toEqual([400, expected]);
  });

  it('returns 404 for a page after the last', async () => {
    const { status, body } = await (await createUserClient(collection)).get('/api/photos/?page=2');
    expect([status, body]).toEqual([404, { detail: 'Invalid page.' }]);
  });
});

describe('/api/photos/{id}/', () => {
  it('returns the photo to users who can see its item, and 404 to others', async () => {
    const owner = await createUserClient(collection);
    const hermit = await createUserClient(collection, { isPrivate: true });
    const reader = await createUserClient(collection);
    const show = async (user: typeof owner, options: Parameters<typeof addItem>[2]) => {
      const object_id = await addItem(collection, user, options);
      return (await user.upload(await png(), { content_type: 1, object_id })).id;
    };
    const open = await show(owner, {});
    const hidden = [
      await show(owner, { is_private: true }),
      await show(owner, { is_draft: true }),
      await show(hermit, {}),
      (await owner.upload(await png())).id,
    ];
    expect((await reader.get(`/api/photos/${open}/`)).status).toBe(200);
    for (const id of hidden) {
      for (const response of [
        await reader.get(`/api/photos/${id}/`),
        await reader.sendJson('PATCH', `/api/photos/${id}/`, { order: 'x' }),
        await reader.remove(`/api/photos/${id}/`),
      ]) {
        expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
      }
    }
    await collection.db('users').where({ id: owner.id }).update({ is_active: false });
    expect((await reader.get(`/api/photos/${open}/`)).status).toBe(404);
  });

  it('returns 403 to other users for changes of a visible photo', async () => {
    const owner = await createUserClient(collection);
    const object_id = await addItem(collection, owner);
    const { id, image } = await owner.upload(await png(), { content_type: 1, object_id });
    const reader = await createUserClient(collection);
    const path = `/api/photos/${id}/`;
    for (const response of [
      await reader.sendJson('PATCH', path, { caption: 'mine' }),
      await reader.sendJson('PUT', path, { order: 'x' }),
      await reader.send('PUT', path, {}, await jpeg()),
      await reader.remove(path),
    ]) {
      expect([response.status, response.body]).toEqual([403, FORBIDDEN]);
    }
    expect((await owner.get(path)).body).toMatchObject({ caption: '', image });
  });

  it.each(['0', '2147483648', 'x', '-1', '1e3', '99999999999999999999'])(
    'returns 404 for the id %s',
    async (id) => {
      const user = await createUserClient(collection);
      for (const { status, body } of [
        await user.get(`/api/photos/${id}/`),
        await user.sendJson('PATCH', `/api/photos/${id}/`, {}),
        await user.remove(`/api/photos/${id}/`),
      ]) {
        expect([status, body]).toEqual([404, NOT_FOUND]);
      }
    },
  );

  it('returns 401 without credentials, as /api/photos/ does', async () => {
    for (const [method, path] of [
      ['GET', '/api/photos/'],
      ['POST', '/api/photos/'],
      ['GET', '/api/photos/1/'],
      ['PATCH', '/api/photos/1/'],
    ] as const) {
      expect((await collection.request(path, { method })).status).toBe(401);
    }
  });

  it('photos are listed in order in their item, and deleted with the item', async () => {
    const user = await createUserClient(collection);
    const object_id = await addItem(collection, user);
    const late = await user.upload(await png(), { content_type: 1, object_id, order: 5 });
    const early = await user.upload(await png(), { content_type: 1, object_id, order: 3 });
    await waitForRenditions(user, late.id);
    const photos = [await waitForRenditions(user, early.id), await waitForRenditions(user, late.id)];
    expect((await user.get(`/api/items/${object_id}/`)).body.photos).toEqual(photos);
    expect((await user.remove(`/api/items/${object_id}/`)).status).toBe(204);
    expect((await user.get(`/api/photos/${late.id}/`)).status).toBe(404);
    const files = await listFiles(collection);
    for (const photo of photos) {
      for (const address of urlsOf(photo)) expect(files).not.toContain(keyOf(address));
    }
  });
});
