import {
  failing,
  hangUp,
  json,
  openLocalServer,
  silence,
  type LocalServer,
  type Reply,
} from '@kitroom/testing/local-server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCollectionClient, eachEntry, type CollectionClientOptions } from '../src/index.ts';
import { ada, itemPage, photo } from './examples.ts';

const found = json(ada);
let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('a read', () => {
  test.each<[string, Reply]>([
    ['429', failing(429)],
    ['502', failing(502)],
    ['503', failing(503)],
    ['504', failing(504)],
    ['a broken connection', hangUp],
    ['an answer that breaks off', breakOff],
  ])('is asked again after %s', async (_, reply) => {
    const { me, seen } = await open([reply, found]);
    expect(await me()).toEqual(ada);
    expect(seen).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 500])('is not asked again after %d', async (status) => {
    const { failure, seen } = await open([failing(status)]);
    expect(await failure()).toMatchObject({ code: 'http', status, detail: `It is ${status}.` });
    expect(seen).toHaveLength(1);
  });

  test.each([
    [undefined, 3],
    [0, 1],
    [1, 2],
  ])('is asked again %j times: %d requests', async (retries, requests) => {
    const { failure, seen } = await open([failing(503)], { retries });
    await failure();
    expect(seen).toHaveLength(requests);
  });

  test('is not asked again when the service wants a longer pause than there is time', async () => {
    const { failure, seen } = await open([failing(429, '3600')]);
    expect(await failure()).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(seen).toHaveLength(1);
  });

  test('is asked again after the pause that the service wants', async () => {
    const { me, seen } = await open([failing(429, '1'), found]);
    await me();
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });
});

describe('a write', () => {
  test.each<[string, Reply, object]>([
    ['503', failing(503, '0'), { code: 'http', status: 503 }],
    ['a broken connection', hangUp, { code: 'unreachable', status: undefined }],
    ['a redirect', (response) => response.writeHead(307, { location: '/' }).end(), { status: 307 }],
  ])('is sent once only, whatever happens: %s', async (_, reply, expected) => {
    const { client, seen } = await open([reply]);
    const writes = [
      client.items.create({ item_type: 'other', is_draft: true }),
      client.photos.upload({ image: new Blob(['x']) }),
      client.items.remove({ id: 1 }),
      client.tokens.create({ username: 'ada', password: 'pw' }),
    ];
    for (const write of writes) await expect(write).rejects.toMatchObject(expected);
    expect(seen).toHaveLength(writes.length);
  });
});

describe('the deadline', () => {
  test.each<[string, Reply]>([
    ['a service that never answers', silence],
    ['an answer that never ends', dripping],
    ['pauses between retries', failing(503, '1')],
  ])('ends %s', async (_, reply) => {
    const { failure } = await open([reply], { timeoutMs: 1_900, retries: 1_000 });
    const started = performance.now();
    const error = await failure();
    expect(error).toMatchObject(
      reply === silence || reply === dripping ? { code: 'timeout' } : { status: 503 },
    );
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('may be told of one call alone', async () => {
    const { client } = await open([silence], { timeoutMs: 60_000 });
    await expect(client.users.me({ timeoutMs: 100 })).rejects.toMatchObject({
      code: 'timeout',
      status: undefined,
      message: 'GET /api/users/me/: no response within 100 ms',
    });
  });
});

describe("the caller's signal", () => {
  test.each<[string, Reply]>([
    ['has no answer yet', silence],
    ['has half an answer', dripping],
    ['waits for a retry', failing(503, '5')],
  ])('ends a question at once that %s', async (_, reply) => {
    const { client, seen } = await open([reply]);
    const abort = new AbortController();
    const reason = new Error('the user left');
    const asked = client.users.me({ signal: abort.signal }).catch((error: unknown) => error);
    while (seen.length === 0) await sleep(5);
    const aborted = performance.now();
    abort.abort(reason);
    expect(await asked).toMatchObject({ code: 'aborted', status: undefined, cause: reason });
    expect(performance.now() - aborted).toBeLessThan(2_000);
    expect(seen).toHaveLength(1);
  });

  test('lets nothing be asked when it has ended already', async () => {
    let asked = 0;
    const csrfToken = () => `csrf-${(asked += 1)}`;
    const { client, seen } = await open([found], { csrfToken });
    const write = client.users.patch({ username: 'ada' }, {}, { signal: AbortSignal.abort() });
    await expect(write).rejects.toMatchObject({ code: 'aborted' });
    expect([seen.length, asked]).toEqual([0, 0]);
  });
});

describe('each entry', () => {
  const NEXT = 'https://kits.example/next';
  const pageOf = (ids: number[], next: string | null) =>
    json({ ...itemPage, count: 3, next, results: ids.map((id) => ({ ...itemPage.results[0], id })) });

  test('is given page by page, as many at a time as the service allows', async () => {
    const { client, seen } = await open([pageOf([1, 2], NEXT), pageOf([3], null)]);
    expect(await idsOf(eachEntry(client.collections.items, { user_id: 5, club: 7 }))).toEqual([1, 2, 3]);
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/collections/5/items/?page_size=100&club=7&page=1',
      '/api/collections/5/items/?page_size=100&club=7&page=2',
    ]);
  });

  test('is given from the page and in the number that is asked for', async () => {
    const { client, seen } = await open([pageOf([1], null)]);
    await idsOf(eachEntry(client.collections.myItems, { page: 4, page_size: 2 }));
    expect(seen.map(({ url }) => url)).toEqual(['/api/collections/me/items/?page_size=2&page=4']);
  });

  test('is given of lists that are arrays too', async () => {
    const headers = { 'X-Total-Count': '2', Link: `<${NEXT}>; rel="next"` };
    const pages = [json([photo], 200, headers), json([{ ...photo, id: 32 }], 200, { ...headers, Link: '' })];
    const { client } = await open(pages);
    expect(await idsOf(eachEntry(client.photos.list))).toEqual([31, 32]);
  });

  test('is asked for when it is needed', async () => {
    const { client, seen } = await open([pageOf([1, 2], NEXT)]);
    for await (const { id } of eachEntry(client.collections.myItems)) if (id === 2) break;
    expect(seen).toHaveLength(1);
  });

  test('ends when the list has become shorter meanwhile', async () => {
    const { client } = await open([pageOf([1], NEXT), json({ detail: 'Invalid page.' }, 404)]);
    expect(await idsOf(eachEntry(client.collections.myItems))).toEqual([1]);
  });

  test.each<[string, Reply[]]>([
    ['the first page is not there', [json({ detail: 'Invalid page.' }, 404)]],
    ['the list is gone', [pageOf([1], NEXT), json({ detail: 'Not found.' }, 404)]],
  ])('fails when %s', async (_, replies) => {
    const { client } = await open(replies);
    await expect(idsOf(eachEntry(client.collections.items, { user_id: 5 }))).rejects.toMatchObject({
      code: 'http',
      status: 404,
    });
  });

  test('fails when the caller aborts', async () => {
    const { client } = await open([pageOf([1], NEXT), silence]);
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
  const me = () => client.users.me();
  const failure = (): Promise<unknown> => me().catch((error: unknown) => error);
  return { client, seen, me, failure };
}

function breakOff(...[response]: Parameters<Reply>) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('[', () => response.socket?.destroy());
}

function dripping(...[response]: Parameters<Reply>) {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
}
