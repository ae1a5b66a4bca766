import { describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { createUserClient, download, keyOf, listFiles, urlsOf, waitForRenditions } from './test-photos.ts';
import { CORNERS, cornersOf, jpeg, png } from './test-pictures.ts';

const collection = useCollection();

async function withPhoto(fields: { caption?: string; order?: number } = {}) {
  const user = await createUserClient(collection);
  const object_id = await addItem(collection, user);
  const photo = await user.upload(await png(), { content_type: 1, object_id, ...fields });
  return { user, object_id, photo, path: `/api/photos/${photo.id}/` };
}

describe('PATCH /api/photos/{id}/', () => {
  it('changes only the fields that are sent, as JSON and as a form', async () => {
    const { user, photo, path } = await withPhoto({ caption: 'before', order: 3 });
    const json = await user.sendJson('PATCH', path, { caption: 'after', image: 'is no file', id: 7 });
    expect([json.status, json.body]).toEqual([200, { ...photo, ...json.body, caption: 'after', order: 3 }]);
    expect(json.body.image).toBe(photo.image);
    expect((await user.send('PATCH', path, { order: 9 })).body).toMatchObject({ caption: 'after', order: 9 });
    expect((await user.sendJson('PATCH', path, {})).body).toMatchObject({ caption: 'after', order: 9 });
    expect((await user.sendJson('PATCH', path, { order: '4' })).body.order).toBe(4);
  });

  it('attaches a photo without an item, and moves a photo to another item', async () => {
    const { user, photo, object_id, path } = await withPhoto({ order: 7 });
    const loose = await user.upload(await png());
    const target = { content_type: 1, object_id };
    const attached = await user.sendJson('PATCH', `/api/photos/${loose.id}/`, target);
    expect(attached.body).toMatchObject({ ...target, order: 8 });
    const otherTarget = {
      content_type: 5,
      object_id: await addItem(collection, user, { item_type: 'pants' }),
    };
    expect((await user.send('PATCH', path, otherTarget)).body).toMatchObject({ ...otherTarget, order: 0 });
    const movedBack = await user.sendJson('PATCH', path, { ...target, order: 2 });
    expect(movedBack.body).toMatchObject({ id: photo.id, ...target, order: 2 });
    const repeated = await user.sendJson('PATCH', path, target);
    expect(repeated.body).toMatchObject({ ...target, order: 2 });
  });

  it('returns 400 when a photo is to be detached from its item', async () => {
    const { user, object_id, path } = await withPhoto();
    const { status, body } = await user.sendJson('PATCH', path, { content_type: null, object_id: null });
    expect([status, Object.keys(body)]).toEqual([400, ['object_id']]);
    expect((await user.get(path)).body.object_id).toBe(object_id);
    const loose = await user.upload(await png());
    const nulls = { content_type: null, object_id: null, caption: 'still waits' };
    expect((await user.sendJson('PATCH', `/api/photos/${loose.id}/`, nulls)).body).toMatchObject(nulls);
  });

  it('returns 400 for an item with thirty photos, except for photos already attached to it', async () => {
    const { user, photo, object_id } = await withPhoto();
    const target = { content_type: 1, object_id };
    const rows = Array.from({ length: 29 }, (_, index) => ({
      user_id: user.id,
      item_id: object_id,
      image_key: `originals/full-${object_id}-${index}.jpg`,
      width: 1,
      height: 1,
      attempts: 3,
    }));
    await collection.db('photos').insert(rows);
    const loose = await user.upload(await png());
    const { status, body } = await user.sendJson('PATCH', `/api/photos/${loose.id}/`, target);
    const full = { object_id: ['This item has 30 photos; an item can have no more.'] };
    expect([status, body]).toEqual([400, full]);
    expect((await user.sendJson('PATCH', `/api/photos/${photo.id}/`, target)).status).toBe(200);
  });

  it.each([
    [
      { content_type: 1, object_id: 2_000_001 },
      { object_id: ['Invalid pk "2000001" - object does not exist.'] },
    ],
    [{ object_id: 3 }, { content_type: ['This field is required.'] }],
    [{ caption: null }, { caption: ['This field may not be null.'] }],
    [{ order: null }, { order: ['This field may not be null.'] }],
    [
      { order: true, caption: 7 },
      { order: ['A valid integer is required.'], caption: ['Not a valid string.'] },
    ],
    [[], { non_field_errors: ['Expected an object.'] }],
  ])('returns 400 for invalid values: %j', async (sent, expected) => {
    const { user, path } = await withPhoto();
    const { status, body } = await user.sendJson('PATCH', path, sent);
    expect([status, body]).toEqual([400, expected]);
  });
});

describe('PUT /api/photos/{id}/', () => {
  it('clears an omitted caption, and keeps the picture, the item and the order', async () => {
    const { user, photo, path } = await withPhoto({ caption: 'gone soon', order: 3 });
    const done = await waitForRenditions(user, photo.id);
    const { status, body } = await user.sendJson('PUT', path, {});
    expect([status, body]).toEqual([200, { ...done, caption: '' }]);
  });

  it.each(['PUT', 'PATCH'])('replaces all files with those of a new picture: %s', async (method) => {
    const { user, photo, path } = await withPhoto();
    const before = await waitForRenditions(user, photo.id);
    const { status, body } = await user.send(
      method,
      path,
      { caption: 'new' },
      await jpeg({ width: 30, height: 90 }),
    );
    expect([status, body]).toEqual([
      200,
      {
        ...before,
        caption: 'new',
        image: expect.stringMatching(/\.jpg$/),
        image_avif: null,
        image_card: null,
        thumbnail: null,
        width: 30,
        height: 90,
      },
    ]);
    const after = await waitForRenditions(user, photo.id);
    const files = await listFiles(collection);
    for (const version of ['image', 'image_avif', 'image_card', 'thumbnail'] as const) {
      expect(after[version]).not.toBe(before[version]);
      expect(files).not.toContain(keyOf(before[version]));
      expect(files).toContain(keyOf(after[version]));
    }
    expect(await cornersOf(await download(after.image_avif ?? ''))).toEqual(CORNERS);
  });

  it('returns 400 and changes nothing when the new file is not a picture', async () => {
    const { user, photo, path } = await withPhoto({ caption: 'stays' });
    const before = await listFiles(collection);
    const { status } = await user.send('PUT', path, {}, Buffer.from('<svg/>'));
    expect(status).toBe(400);
    expect((await user.get(path)).body).toMatchObject({ caption: 'stays', image: photo.image });
    expect((await listFiles(collection)).filter((name) => name.startsWith('originals'))).toEqual(
      before.filter((name) => name.startsWith('originals')),
    );
  });

  it('keeps only the files of the last picture when several are sent in parallel', async () => {
    const { user, photo, path } = await withPhoto();
    const pictures = await Promise.all([10, 20, 30, 40].map((width) => jpeg({ width, height: 10 })));
    const responses = await Promise.all(pictures.map((picture) => user.send('PUT', path, {}, picture)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const last = await waitForRenditions(user, photo.id);
    const files = await listFiles(collection);
    const replacedFiles = responses
      .map(({ body }) => keyOf(body.image))
      .filter((key) => key !== keyOf(last.image));
    expect(files.filter((name) => replacedFiles.includes(name))).toEqual([]);
    expect(files).toContain(keyOf(last.image));
  });
});

describe('DELETE /api/photos/{id}/', () => {
  it('deletes the photo and all its files before it responds', async () => {
    const { user, photo, path } = await withPhoto();
    const done = await waitForRenditions(user, photo.id);
    const response = await user.remove(path);
    expect([response.status, response.body]).toEqual([204, '']);
    const files = await listFiles(collection);
    for (const address of urlsOf(done)) expect(files).not.toContain(keyOf(address));
    expect((await user.get(path)).status).toBe(404);
    expect((await user.remove(path)).status).toBe(404);
    expect((await fetch(done.image)).status).toBe(404);
  });

  it('leaves no files of a photo whose renditions were being generated', async () => {
    const user = await createUserClient(collection);
    const picture = await jpeg({ width: 900, height: 900 });
    const photos = await Promise.all([1, 2, 3].map(() => user.upload(picture)));
    await Promise.all(photos.map(({ id }) => user.remove(`/api/photos/${id}/`)));
    const last = await user.upload(await png());
    await waitForRenditions(user, last.id);
    const named = await collection.db('photos').select('image_key', 'avif_key', 'card_key', 'thumbnail_key');
    const keys = named.flatMap((row) => Object.values(row as Record<string, string | null>));
    const deadline = Date.now() + 15_000;
    const unnamed = async () => (await listFiles(collection)).filter((name) => !keys.includes(name));
    while ((await unnamed()).length > 0 && Date.now() < deadline)
      await new Promise((done) => setTimeout(done, 50));
    expect(await unnamed()).toEqual([]);
  });
});
