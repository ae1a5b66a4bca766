import { getEventListeners } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { callWith } from '@kitroom/client';
import type { Contract } from '@kitroom/shared';
import {
  failing,
  hangUp,
  json,
  listen,
  neverReply,
  openLocalServer,
  type LocalServer,
  type Reply,
} from '@kitroom/testing/local-server';
import { toConnection } from '../src/connection.ts';
import { CatalogueError, createCatalogueClient, type CatalogueClientOptions } from '../src/index.ts';
import { BAYERN } from './bayern.ts';

const okResponse = json([BAYERN]);
let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('a read of the catalogue client', () => {
  test.each<[string, Reply, Partial<CatalogueClientOptions>]>([
    ...[429, 502, 503, 504].map((status): [string, Reply, object] => [`${status}`, failing(status), {}]),
    ['a 403 with `Retry-After`', failing(403, '0'), {}],
    ['a broken connection', hangUp, {}],
    ['an incomplete response', breakOff, {}],
    ['an attempt beyond attemptTimeoutMs', neverReply, { attemptTimeoutMs: 100 }],
  ])('is retried after %s', async (_, reply, options) => {
    const { search, seen } = await open([reply, okResponse], options);
    expect(await search()).toEqual([BAYERN]);
    expect(seen).toHaveLength(2);
  });

  test('is retried if connecting takes too long', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    const baseUrl = (await listen(silent)).replace('http:', 'https:');
    const client = createCatalogueClient({ baseUrl, attemptTimeoutMs: 100, retries: 1, retryPauseMs: 10 });
    await expect(client.health()).rejects.toMatchObject({ code: 'timeout', status: undefined });
    expect(sockets).toHaveLength(2);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  // A 403 with `Retry-After` is a rate limit, one without is not.
  test.each([400, 401, 403, 404, 405, 500])('is not retried after %d', async (status) => {
    const { failure, seen } = await open([failing(status)]);
    expect(await failure()).toMatchObject({ code: 'http', status, detail: `It is ${status}.` });
    expect(seen).toHaveLength(1);
  });

  test.each([
    [undefined, 2],
    [0, 0],
    [1, 1],
    [3, 3],
  ])('is retried as set: with retries %j, %d times', async (retries, retried) => {
    const { failure, seen } = await open([failing(503)], { retries });
    expect(await failure()).toMatchObject({ code: 'http', status: 503 });
    expect(seen).toHaveLength(retried + 1);
  });

  test("is retried as often as its call says, even if the client's limit differs", async () => {
    const { client, seen } = await open([failing(503)]);
    await expect(client.clubs.search({ keyword: 'x' }, { retries: 0 })).rejects.toThrow(CatalogueError);
    expect(seen).toHaveLength(1);
  });
});

describe('a write of the catalogue client', () => {
  const poke = {
    id: 'poke',
    method: 'POST',
    path: '/api/poke',
    tag: 'Test',
    summary: 'A write',
    query: z.object({ force: z.boolean().optional() }),
    responses: { 200: { schema: z.object({ done: z.boolean() }) } },
  } as const satisfies Contract;

  test('sends its parameters in the query string', async () => {
    server = await openLocalServer(json({ done: true }));
    expect(await callWith(toConnection(server), poke, [{ force: true }])).toMatchObject({
      value: { done: true },
    });
    expect(server.seen).toMatchObject([{ method: 'POST', url: '/api/poke?force=true' }]);
  });

  test.each<[string, Reply, object]>([
    ['503', failing(503, '0'), { code: 'http', status: 503 }],
    ['a broken connection', hangUp, { code: 'unreachable', status: undefined }],
    ['a redirect', redirect, { code: 'http', status: 307 }],
  ])('is not retried or redirected after %s', async (_, reply, expected) => {
    server = await openLocalServer(reply);
    await expect(callWith(toConnection(server), poke, [])).rejects.toMatchObject(expected);
    expect(server.seen).toHaveLength(1);
  });
});

describe('the pause before a retry', () => {
  test('grows with each attempt', async () => {
    const { failure, seen } = await open([failing(503)], { retries: 3, retryPauseMs: 100 });
    await failure();
    const [first = 0, second = 0, third = 0] = gapsOf(seen);
    expect(first).toBeGreaterThanOrEqual(45);
    expect(second).toBeGreaterThanOrEqual(95);
    expect(third).toBeGreaterThanOrEqual(195);
  });

  test('lasts the seconds that Retry-After says', async () => {
    const { search, seen } = await open([failing(503, '1'), okResponse]);
    expect(await search()).toEqual([BAYERN]);
    expect(gapsOf(seen)[0]).toBeGreaterThanOrEqual(990);
  });

  test('lasts until the date in Retry-After', async () => {
    const date = new Date(Date.now() + 2_000).toUTCString();
    const { search } = await open([failing(503, date), okResponse]);
    await search();
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date) - 10);
  });

  test('is skipped if the deadline comes first', async () => {
    const { failure, seen } = await open([failing(503, '60')], { timeoutMs: 5_000 });
    const started = performance.now();
    expect(await failure()).toMatchObject({ code: 'http', status: 503, retryAfterMs: 60_000 });
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(seen).toHaveLength(1);
  });

  test('ends as soon as the caller aborts', async () => {
    const { client, seen } = await open([failing(503, '2'), okResponse]);
    const abort = new AbortController();
    const reason = new Error('the user left');
    const pending = client.clubs.search({ keyword: 'x' }, { signal: abort.signal }).catch(toItself);
    await until(() => seen.length === 1);
    await sleep(50);
    const aborted = performance.now();
    abort.abort(reason);
    expect(await pending).toMatchObject({ code: 'aborted', status: undefined, cause: reason });
    expect(performance.now() - aborted).toBeLessThan(1_000);
    await sleep(2_000);
    expect(seen).toHaveLength(1);
  });
});

describe('the deadline of a call', () => {
  test.each<[string, Reply]>([
    ['a catalogue that never responds', neverReply],
    ['a response that never ends', dripping],
    ['an error that never ends', stalledError],
  ])('ends a call with %s', async (_, reply) => {
    const { failure } = await open([reply], { timeoutMs: 300 });
    const started = performance.now();
    expect(await failure()).toMatchObject({ code: 'timeout', status: undefined });
    expect(performance.now() - started).toBeGreaterThanOrEqual(290);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('includes all retries of a request', async () => {
    const { failure, seen } = await open([failing(503)], { timeoutMs: 2_000, retries: 1_000 });
    const started = performance.now();
    // The last response; none if the time was over while one was on its way.
    expect(await failure()).toMatchObject({ code: expect.stringMatching(/^(http|timeout)$/) });
    expect(performance.now() - started).toBeLessThan(6_000);
    expect(seen.length).toBeGreaterThan(1);
  });

  test('can be set for a single call', async () => {
    const { client } = await open([neverReply], { timeoutMs: 60_000 });
    const error: unknown = await client.clubs.search({ keyword: 'x' }, { timeoutMs: 100 }).catch(toItself);
    expect(error).toMatchObject({ code: 'timeout' });
  });
});

describe("the caller's signal", () => {
  test.each<[string, Reply]>([
    ['no response', neverReply],
    ['half a response', dripping],
    ['half an error', stalledError],
  ])('aborts a request that has received %s', async (_, reply) => {
    const { client, seen } = await open([reply]);
    const abort = new AbortController();
    const pending = client.clubs.search({ keyword: 'x' }, { signal: abort.signal }).catch(toItself);
    await until(() => seen.length === 1);
    await sleep(50);
    const aborted = performance.now();
    abort.abort();
    expect(await pending).toMatchObject({ code: 'aborted' });
    expect(performance.now() - aborted).toBeLessThan(2_000);
  });

  test('prevents the request if it is already aborted', async () => {
    const { client, seen } = await open([okResponse]);
    const pending = client.clubs.search({ keyword: 'x' }, { signal: AbortSignal.abort() });
    await expect(pending).rejects.toMatchObject({ code: 'aborted' });
    expect(seen).toHaveLength(0);
  });

  test('loses its listeners after the response', async () => {
    const { client } = await open([okResponse, failing(404)]);
    const { signal } = new AbortController();
    await client.clubs.search({ keyword: 'x' }, { signal });
    await client.clubs.search({ keyword: 'x' }, { signal }).catch(toItself);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

async function open(replies: Reply[], options: Partial<CatalogueClientOptions> = {}) {
  server = await openLocalServer(...replies);
  const { baseUrl, seen } = server;
  const client = createCatalogueClient({ baseUrl, retryPauseMs: 10, ...options });
  const search = () => client.clubs.search({ keyword: 'bayren' });
  const failure = (): Promise<unknown> => search().catch(toItself);
  return { client, seen, search, failure };
}

function toItself(error: unknown): unknown {
  return error;
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

function stalledError(...[response]: Parameters<Reply>) {
  response.writeHead(503, { 'content-type': 'application/json' });
  response.write('{"detail": ');
}

function redirect(...[response]: Parameters<Reply>) {
  response.writeHead(307, { location: '/api/elsewhere' }).end();
}

function gapsOf(seen: readonly { at: number }[]): number[] {
  return seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? at));
}

async function until(condition: () => boolean) {
  while (!condition()) await sleep(5);
}
