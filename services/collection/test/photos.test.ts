import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { createUserClient, download, listFiles, waitForRenditions } from './test-photos.ts';
import { CORNERS, cornersOf, jpeg } from './test-pictures.ts';

const collection = useCollection();

describe('POST /api/photos/', () => {
  it('stores a photo of an item, and generates its renditions later', async () => {
    const user = await createUserClient(collection);
    const itemId = await addItem(collection, user, { item_type: 'shorts' });
    const { status, body } = await user.send(
      'POST',
      '/api/photos/',
      { content_type: 2, object_id: itemId, caption: ' Front ', order: 4 },
      await jpeg(),
    );
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        content_type: 2,
        object_id: itemId,
        image: expect.stringMatching(/\/media\/originals\/[\w-]{27}\.jpg$/),
        image_avif: null,
        image_card: null,
        thumbnail: null,
        caption: 'Front',
        order: 4,
        width: 64,
        height: 48,
        uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        user: user.id,
      },
    ]);
    const photo = await waitForRenditions(user, body.id);
    const made = {
      image_avif: expect.any(String),
      image_card: expect.any(String),
      thumbnail: expect.any(String),
    };
    expect(photo).toEqual({ ...body, ...made });
    const card = await download(photo.image_card ?? '');
    expect(await sharp(card).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 });
    const thumbnail = await sharp(await download(photo.thumbnail ?? '')).metadata();
    expect(thumbnail).toMatchObject({ format: 'jpeg', width: 100, height: 100 });
    const avif = await download(photo.image_avif ?? '');
    expect(await sharp(avif).metadata()).toMatchObject({ compression: 'av1', width: 64, height: 48 });
    expect(await cornersOf(avif)).toEqual(CORNERS);
    expect(await cornersOf(await download(photo.image))).toEqual(CORNERS);
  });
});

describe('uploading a photo', () => {
  it('stores a photo without an item if the fields for the item are missing or empty', async () => {
    const user = await createUserClient(collection);
    for (const fields of [{}, { content_type: '', object_id: '', order: '' }]) {
      expect(await user.upload(await jpeg(), fields)).toMatchObject({
        content_type: null,
        object_id: null,
        caption: '',
        order: 0,
      });
    }
  });

  it('assigns the next free position on the item', async () => {
    const user = await createUserClient(collection);
    const item = { content_type: 1, object_id: await addItem(collection, user) };
    const picture = await jpeg();
    expect((await user.upload(picture, item)).order).toBe(0);
    expect((await user.upload(picture, item)).order).toBe(1);
    expect((await user.upload(picture, { ...item, order: 32_766 })).order).toBe(32_766);
    expect((await user.upload(picture, item)).order).toBe(32_767);
    expect((await user.upload(picture, item)).order).toBe(32_767);
  });

  it('returns 400 for an item that is missing, of another user or of another type', async () => {
    const user = await createUserClient(collection);
    const ownItem = await addItem(collection, user, { item_type: 'pants' });
    const foreign = await addItem(collection, await createUserClient(collection));
    for (const [content_type, object_id] of [
      [1, 2_000_000],
      [1, foreign],
      [4, ownItem],
      [1, 99_999_999_999],
      [1, 0],
      [1, -7],
    ] as const) {
      const { status, body } = await user.send(
        'POST',
        '/api/photos/',
        { content_type, object_id },
        await jpeg(),
      );
      const expected = { object_id: [`Invalid pk "${object_id}" - object does not exist.`] };
      expect([status, body]).toEqual([400, expected]);
    }
    expect((await user.get('/api/photos/')).body).toEqual([]);
  });

  it('returns 400 for an item without its type or a type without an item', async () => {
    const user = await createUserClient(collection);
    const itemId = await addItem(collection, user);
    const required = ['This field is required.'];
    const picture = await jpeg();
    const typeOnly = await user.send('POST', '/api/photos/', { content_type: 1 }, picture);
    expect([typeOnly.status, typeOnly.body]).toEqual([400, { object_id: required }]);
    const idOnly = await user.send('POST', '/api/photos/', { object_id: itemId, content_type: '' }, picture);
    expect([idOnly.status, idOnly.body]).toEqual([400, { content_type: required }]);
  });

  it.each([
    [{ content_type: 7, object_id: 1 }, { content_type: ['Invalid pk "7" - object does not exist.'] }],
    [{ order: 'first' }, { order: ['A valid integer is required.'] }],
    [{ order: '1.5' }, { order: ['A valid integer is required.'] }],
    [{ order: '0x10' }, { order: ['A valid integer is required.'] }],
    [{ order: -1 }, { order: ['Ensure this value is greater than or equal to 0.'] }],
    [{ order: 32_768 }, { order: ['Ensure this value is less than or equal to 32767.'] }],
    [{ caption: 'é'.repeat(1001) }, { caption: ['Ensure this field has no more than 1000 characters.'] }],
    [{ caption: 'a\0b' }, { caption: ['Null characters are not allowed.'] }],
  ])('returns 400 for invalid fields: %j', async (fields, expected) => {
    const user = await createUserClient(collection);
    const { status, body } = await user.send('POST', '/api/photos/', fields, await jpeg());
    expect([status, body]).toEqual([400, expected]);
  });

  it('returns all errors together, including errors of the file', async () => {
    const user = await createUserClient(collection);
    const wrong = { content_type: 'x', order: -1, caption: 'y'.repeat(1001) };
    const fields = {
      content_type: ['A valid integer is required.'],
      object_id: ['This field is required.'],
      order: ['Ensure this value is greater than or equal to 0.'],
      caption: ['Ensure this field has no more than 1000 characters.'],
    };
    const refused = await user.send('POST', '/api/photos/', wrong);
    expect([refused.status, refused.body]).toEqual([400, { image: ['No file was submitted.'], ...fields }]);
    const text = await user.send('POST', '/api/photos/', wrong, Buffer.from('no picture'));
    expect([text.status, text.body]).toEqual([
      400,
      {
        image: [expect.stringMatching(/^Upload a valid image\. .*JPEG, PNG, WebP, AVIF and GIF/)],
        ...fields,
      },
    ]);
    const asText = await user.send('POST', '/api/photos/', { image: 'photo.jpg' });
    expect([asText.status, asText.body]).toEqual([
      400,
      { image: ['The submitted data was not a file. Check the encoding type on the form.'] },
    ]);
  });

  it('accepts a caption of 1000 characters and a file name in any script', async () => {
    const user = await createUserClient(collection);
    const caption = '写'.repeat(1000);
    const { status, body } = await user.send(
      'POST',
      '/api/photos/',
      { caption },
      await jpeg(),
      'Éva 写真.jpg',
    );
    expect([status, body.caption]).toEqual([201, caption]);
  });

  it('is limited to thirty photos per item, also in parallel requests', async () => {
    const user = await createUserClient(collection);
    const item = { content_type: 1, object_id: await addItem(collection, user) };
    const picture = await jpeg({ width: 8, height: 8 });
    const responses = await Promise.all(
      Array.from({ length: 33 }, () => user.send('POST', '/api/photos/', item, picture)),
    );
    const full = { object_id: ['This item has 30 photos; an item can have no more.'] };
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [400, full]),
    );
    const { body } = await user.get(`/api/photos/?object_id=${item.object_id}`);
    expect(body.map(({ order }: { order: number }) => order)).toEqual(
      Array.from({ length: 30 }, (_, i) => i),
    );
    const originals = (await listFiles(collection)).filter((name) => name.startsWith('originals/'));
    const named = await collection.db('photos').select('image_key');
    expect(originals).toHaveLength(named.length);
  });
});
