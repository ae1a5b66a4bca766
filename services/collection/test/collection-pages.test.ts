import { beforeAll, describe, expect, it } from '@jest/globals';
import { connectRaw, head } from './raw-request.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { addItem, addPhoto } from './test-items.ts';
import { addCollector, withToken, type Collector } from './test-users.ts';

const MINE = '/api/collections/me/items/';

const collection = useCollection();

describe('the pagination of item lists', () => {
  let ada: Collector;

  beforeAll(async () => {
    ada = await addCollector(collection);
    for (let item = 0; item < 45; item += 1) {
      await addItem(collection, ada, {
        name: `item ${item}`,
        tags: ['a b', 'ü&='],
        created_at: new Date(item),
      });
    }
  });

  it('returns 20 items per page, with the URLs of the next and the previous page', async () => {
    const { body } = await ada.request(MINE);
    expect([body.count, body.results.length, body.previous]).toEqual([45, 20, null]);
    expect(body.next).toBe(`${collection.url}${MINE}?page=2`);
    const last = (await ada.request(`${MINE}?page=3`)).body;
    expect([last.results.length, last.next]).toEqual([5, null]);
    expect(last.previous).toBe(`${collection.url}${MINE}?page=2`);
  });

  it('ignores a host in the request target when it builds page URLs', async () => {
    const connection = await connectRaw(collection.url);
    const { host } = new URL(collection.url);
    const headers = { Host: host, ...withToken(ada.token) };
    connection.send(head('GET', `http://elsewhere.example${MINE}?page=2`, headers));
    const { status, body } = await connection.response();
    connection.socket.destroy();
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        next: `${collection.url}${MINE}?page=3`,
        previous: `${collection.url}${MINE}?page=1`,
      }),
    ]);
  });

  it('leads through the whole list without gaps or duplicates', async () => {
    const seen: string[] = [];
    let next: string | null = `${MINE}?page_size=7`;
    while (next !== null) {
      const { body } = await ada.request(next);
      seen.push(...body.results.map(({ name }: { name: string }) => name));
      next = body.next && body.next.slice(collection.url.length);
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `item ${44 - index}`));
  });

  it('keeps other parameters in page URLs, including repeated parameters', async () => {
    const query = 'tag=a+b&page_size=10&tag=%C3%BC%26%3D&ordering=name%2C-club&page=2&unknown=1&search=item';
    const { body } = await ada.request(`${MINE}?${query}`);
    const [next, previous] = [new URL(body.next), new URL(body.previous)];
    expect([next.searchParams.get('page'), previous.searchParams.get('page')]).toEqual(['3', '1']);
    for (const { searchParams } of [next, previous]) {
      searchParams.delete('page');
      expect([...searchParams]).toEqual([
        ['tag', 'a b'],
        ['page_size', '10'],
        ['tag', 'ü&='],
        ['ordering', 'name,-club'],
        ['unknown', '1'],
        ['search', 'item'],
      ]);
    }
    const following = await ada.request(body.next.slice(collection.url.length));
    expect([following.status, following.body.count]).toEqual([200, 45]);
  });

  it.each(['0', '-1', '4', 'x', '1.5', '', 'last', '99999999999999999999', '1e1', '1&page=2'])(
    'returns 404 for page=%s',
    async (page) => {
      const { status, body } = await ada.request(`${MINE}?page=${page}`);
      expect([status, body]).toEqual([404, { detail: 'Invalid page.' }]);
    },
  );

  it('returns a single empty page for an empty list, and 404 for page=2', async () => {
    const emptyCollector = await addCollector(collection);
    const { status, body } = await emptyCollector.request(`${MINE}?page=1`);
    expect([status, body]).toEqual([200, { count: 0, next: null, previous: null, results: [] }]);
    expect((await emptyCollector.request(`${MINE}?page=2`)).status).toBe(404);
  });

  it.each([
    ['1', 1],
    ['45', 45],
    ['100', 45],
    ['101', 45],
    ['99999999999999999999', 45],
  ])('page_size=%s returns %i of 45 items', async (size, length) => {
    const { status, body } = await ada.request(`${MINE}?page_size=${size}`);
    expect([status, body.results.length]).toEqual([200, length]);
  });

  it('returns at most 100 items per page', async () => {
    const many = await addCollector(collection);
    for (let item = 0; item < 101; item += 1) await addItem(collection, many);
    const { body } = await many.request(`${MINE}?page_size=500`);
    expect([body.count, body.results.length, new URL(body.next).searchParams.get('page')]).toEqual([
      101,
      100,
      '2',
    ]);
  });

  it.each([
    ['0', 'Ensure this value is greater than or equal to 1.'],
    ['-5', 'Ensure this value is greater than or equal to 1.'],
    ['x', 'A valid integer is required.'],
    ['1.5', 'A valid integer is required.'],
    ['', 'A valid integer is required.'],
  ])('returns 400 for page_size=%s', async (size, sentence) => {
    const { status, body } = await ada.request(`${MINE}?page_size=${size}`);
    expect([status, body]).toEqual([400, { page_size: [sentence] }]);
  });
});

describe('URLs in responses', () => {
  it('start with PUBLIC_URL if it is set', async () => {
    const ada = await addCollector(collection);
    const photo = { image_key: 'originals/public.jpg' };
    await addPhoto(collection, ada, await addItem(collection, ada), photo);
    await addItem(collection, ada, { created_at: new Date(0) });
    await using publicReplica = await startTestCollection(collection.database, {
      PUBLIC_URL: 'https://kits.example',
    });
    const { body } = await publicReplica.request(`${MINE}?page_size=1`, { headers: withToken(ada.token) });
    expect(body.next).toBe(`https://kits.example${MINE}?page_size=1&page=2`);
    expect(body.results[0].main_photo).toBe('https://kits.example/media/originals/public.jpg');
  });

  it('use the scheme and host that a trusted proxy forwards', async () => {
    const ada = await addCollector(collection);
    await addItem(collection, ada);
    await addItem(collection, ada);
    await using behind = await startTestCollection(collection.database, { TRUST_PROXY: '1' });
    const headers = {
      ...withToken(ada.token),
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'kits.example',
    };
    const { body } = await behind.request(`${MINE}?page_size=1`, { headers });
    expect(body.next).toBe(`https://kits.example${MINE}?page_size=1&page=2`);
  });
});
