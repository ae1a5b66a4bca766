import { afterEach, describe, expect, test } from '@jest/globals';
import {
  failing,
  hangUp,
  json,
  neverReply,
  openLocalServer,
  type LocalServer,
  type Reply,
} from '@kitroom/testing/local-server';
import { createCollectionClient, eachEntry, type CollectionClientOptions } from '../src/index.ts';
import { ada, itemPage, photo, shirtInFull } from './examples.ts';

const okResponse = json(ada);
let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

// The rules of retries and deadlines are tested in catalogue-client: both clients share the transport.
describe('a read of the collection client', () => {
  test('is retried after a broken connection and after 503', async () => {
    const { me, seen } = await open([hangUp, failing(503), okResponse]);
    expect(await me()).toEqual(ada);
    expect(seen).toHaveLength(3);
  });
});

const newItem = { item_type: 'other', is_draft: true } as const;
const keysOf = (seen: LocalServer['seen']) => seen.map(({ headers }) => headers['idempotency-key']);
const busy = json({ detail: 'This request is being processed.' }, 409, { 'Retry-After': '0' });

describe('a write with an Idempotency-Key', () => {
  test.each<[string, Reply]>([
    ['a broken connection', hangUp],
    ['503', failing(503, '0')],
    ['a 409 with Retry-After', busy],
  ])('is retried with the same key after %s', async (_, reply) => {
    const { client, seen } = await open([reply, reply, json(shirtInFull, 201)]);
    expect(await client.items.create(newItem)).toEqual(shirtInFull);
    const [key] = keysOf(seen);
    expect(key).toMatch(/^[!-~]{20,255}$/);
    expect(keysOf(seen)).toEqual([key, key, key]);
  });

  test.each<[number, Reply]>([
    [400, json({ name: ['This field is required.'] }, 400)],
    [409, json({ detail: 'This item is being changed by other requests. Try again.' }, 409)],
    [422, json({ detail: 'This Idempotency-Key was used for another request.' }, 422)],
  ])('is not retried after another error: %d', async (status, reply) => {
    const { client, seen } = await open([reply]);
    await expect(client.items.batch({ ids: [1], delete: true })).rejects.toMatchObject({ status });
    expect(seen).toHaveLength(1);
  });

  test('has a unique key, while reads and other writes have no key', async () => {
    const { client, seen } = await open([failing(500)]);
    const calls = [
      () => client.items.create(newItem),
      () => client.items.clone({ id: 1 }, {}),
      () => client.items.batch({ ids: [1], delete: true }),
      () => client.photos.upload({ image: new Blob(['x']) }),
      () => client.items.patch({ id: 1 }, {}),
      () => client.items.list(),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 500 });
    const keys = keysOf(seen);
    expect(keys.map((key) => key !== undefined)).toEqual([true, true, true, true, false, false]);
    expect(new Set(keys.slice(0, 4)).size).toBe(4);
  });

  test('uses the key of its call instead of a generated key', async () => {
    const { client, seen } = await open([json(shirtInFull, 201)]);
    await client.items.create(newItem, { headers: { 'Idempotency-Key': 'from-the-queue' } });
    expect(keysOf(seen)).toEqual(['from-the-queue']);
  });
});

describe('a write without an Idempotency-Key', () => {
  test.each<[string, Reply, object]>([
    ['503', failing(503, '0'), { code: 'http', status: 503 }],
    ['a broken connection', hangUp, { code: 'unreachable', status: undefined }],
    ['a redirect', (response) => response.writeHead(307, { location: '/' }).end(), { status: 307 }],
  ])('is not retried or redirected after %s', async (_, reply, expected) => {
    const { client, seen } = await open([reply]);
    const writes = [
      client.items.patch({ id: 1 }, { name: 'Away' }),
      client.items.remove({ id: 1 }),
      client.tokens.create({ username: 'ada', password: 'pw' }),
    ];
    for (const write of writes) await expect(write).rejects.toMatchObject(expected);
    expect(seen).toHaveLength(writes.length);
  });
});

describe('the deadline of a call', () => {
  test('can be set for a single call', async () => {
    const { client } = await open([neverReply], { timeoutMs: 60_000 });
    await expect(client.users.me({ timeoutMs: 100 })).rejects.toMatchObject({
      code: 'timeout',
      status: undefined,
      message: 'GET /api/users/me/: no response within 100 ms',
    });
  });
});

describe("the caller's signal", () => {
  test('prevents the request and the CSRF token if it is already aborted', async () => {
    let calls = 0;
    const csrfToken = () => `csrf-${(calls += 1)}`;
    const { client, seen } = await open([okResponse], { csrfToken });
    const write = client.users.patch({ username: 'ada' }, {}, { signal: AbortSignal.abort() });
    await expect(write).rejects.toMatchObject({ code: 'aborted' });
    expect([seen.length, calls]).toEqual([0, 0]);
  });
});

describe('eachEntry', () => {
  const NEXT = 'https://kits.example/next';
  const pageOf = (ids: number[], next: string | null) =>
    json({ ...itemPage, count: 3, next, results: ids.map((id) => ({ ...itemPage.results[0], id })) });

  test('yields the entries page by page, with the largest page size', async () => {
    const { client, seen } = await open([pageOf([1, 2], NEXT), pageOf([3], null)]);
    expect(await idsOf(eachEntry(client.collections.items, { user_id: 5, club: 7 }))).toEqual([1, 2, 3]);
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/collections/5/items/?page_size=100&club=7&page=1',
      '/api/collections/5/items/?page_size=100&club=7&page=2',
    ]);
  });

  test('starts at the given page, with the given page size', async () => {
    const { client, seen } = await open([pageOf([1], null)]);
    await idsOf(eachEntry(client.collections.myItems, { page: 4, page_size: 2 }));
    expect(seen.map(({ url }) => url)).toEqual(['/api/collections/me/items/?page_size=2&page=4']);
  });

  test('yields the entries of lists in array responses', async () => {
    const headers = { 'X-Total-Count': '2', Link: `<${NEXT}>; rel="next"` };
    const pages = [json([photo], 200, headers), json([{ ...photo, id: 32 }], 200, { ...headers, Link: '' })];
    const { client } = await open(pages);
    expect(await idsOf(eachEntry(client.photos.list))).toEqual([31, 32]);
  });

  test('requests a page only when its entries are needed', async () => {
    const { client, seen } = await open([pageOf([1, 2], NEXT)]);
    for await (const { id } of eachEntry(client.collections.myItems)) if (id === 2) break;
    expect(seen).toHaveLength(1);
  });

  test('ends if a page no longer exists', async () => {
    const { client } = await open([pageOf([1], NEXT), json({ detail: 'Invalid page.' }, 404)]);
    expect(await idsOf(eachEntry(client.collections.myItems))).toEqual([1]);
  });

  test.each<[string, Reply[]]>([
    ['the first page does not exist', [json({ detail: 'Invalid page.' }, 404)]],
    ['the list was deleted', [pageOf([1], NEXT), json({ detail: 'Not found.' }, 404)]],
  ])('rejects with 404 if %s', async (_, replies) => {
    const { client } = await open(replies);
    await expect(idsOf(eachEntry(client.collections.items, { user_id: 5 }))).rejects.toMatchObject({
      code: 'http',
      status: 404,
    });
  });

  test('rejects with "aborted" if the caller aborts', async () => {
    const { client } = await open([pageOf([1], NEXT), neverReply]);
    const entries = eachEntry(client.collections.myItems, {}, { signal: AbortSignal.timeout(200) });
    await expect(idsOf(entries)).rejects.toMatchObject({ code: 'aborted' });
  });
});

async function idsOf(entries: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of entries) ids.push(id);
  return ids;
}

async function open(replies: Reply[], options: Partial<CollectionClientOptions> = {}) {
  server = await openLocalServer(...replies);
  const { baseUrl, seen } = server;
  const client = createCollectionClient({ baseUrl, retryPauseMs: 10, ...options });
  return { client, seen, me: () => client.users.me() };
}
