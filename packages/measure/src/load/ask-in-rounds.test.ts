import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { askForRound, HOST, type Round } from './ask-in-rounds.ts';

const ROUND = {
  questions: [{ path: '/one' }, { path: '/two' }],
  from: 0,
  status: 200,
  connections: 3,
  seconds: 1,
};

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

it('asks all questions in turns and counts the answers', async () => {
  const asked: string[] = [];
  const port = await listen((request) => {
    asked.push(`${request.headers.host} ${request.url}`);
    return { headers: { 'X-Cache': 'HIT' }, body: 'four' };
  });
  const result = await ask({ port, requests: 4 });
  expect(result).toMatchObject({ requests: 4, bytes: 16, hits: 4 });
  expect(asked.toSorted()).toEqual([`${HOST} /one`, `${HOST} /one`, `${HOST} /two`, `${HOST} /two`]);
});

it('asks cold questions under another host when it repeats them', async () => {
  const asked = new Set<string>();
  const port = await listen((request) => {
    asked.add(`${request.headers.host} ${request.url}`);
    return { body: 'x' };
  });
  await ask({ port, requests: 10, isCold: true });
  expect(asked.size).toBe(10);
});

it('ends after some time', async () => {
  const port = await listen(() => ({ body: 'x' }));
  const { requests, ms, p50, p95 } = await ask({ port, seconds: 0.2 });
  expect(requests).toBeGreaterThan(0);
  expect(ms).toBeGreaterThanOrEqual(200);
  expect(p95).toBeGreaterThanOrEqual(p50);
});

it('reads answers that are larger than its buffer, and those without a body', async () => {
  const body = 'x'.repeat(1_000_000);
  const large = await ask({ port: await listen(() => ({ body })), requests: 5 });
  expect(large.bytes).toBe(5_000_000);
  server?.closeAllConnections();
  server?.close();
  const none = await ask({ port: await listen(() => ({ status: 304, body: '' })), requests: 5, status: 304 });
  expect(none).toMatchObject({ requests: 5, bytes: 0 });
});

it('fails at an answer with another status, and says which', async () => {
  const port = await listen(() => ({ status: 403, body: 'too many' }));
  await expect(ask({ port })).rejects.toThrow('/one and the like: 403 instead of 200: too many');
});

it('fails when the server closes the connection', async () => {
  const port = await listen(() => ({ headers: { Connection: 'close' }, body: 'x' }));
  await expect(ask({ port })).rejects.toThrow('the server has closed a connection');
});

function ask(round: Partial<Round> & { port: number }) {
  return askForRound({ ...ROUND, ...round });
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

async function listen(reply: (request: IncomingMessage) => Reply): Promise<number> {
  server = createServer((request, response) => {
    const { status = 200, headers = {}, body } = reply(request);
    response
      .writeHead(status, { ...headers, ...(status === 304 ? {} : { 'Content-Length': body.length }) })
      .end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
