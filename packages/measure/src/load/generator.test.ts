import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { HOST, startGenerator, type Generator, type Round } from './generator.ts';

const ROUND = {
  requests: [{ path: '/one' }, { path: '/two' }],
  from: 0,
  status: 200,
  connections: 3,
  seconds: 1,
};

let generator: Generator;
let server: Server | undefined;

beforeAll(() => {
  generator = startGenerator();
});

afterAll(() => generator.stop());

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

it('sends all requests in turn and counts the responses', async () => {
  const received: string[] = [];
  const port = await listen((request) => {
    received.push(`${request.headers.host} ${request.url}`);
    return { headers: { 'X-Cache': 'HIT' }, body: 'four' };
  });
  const result = await run({ port, limit: 4 });
  expect(result).toMatchObject({ requests: 4, bytes: 16, hits: 4 });
  expect(received.toSorted()).toEqual([`${HOST} /one`, `${HOST} /one`, `${HOST} /two`, `${HOST} /two`]);
});

it('names another host when it repeats cold requests', async () => {
  const received = new Set<string>();
  const port = await listen((request) => {
    received.add(`${request.headers.host} ${request.url}`);
    return { body: 'x' };
  });
  await run({ port, limit: 10, isCold: true });
  expect(received.size).toBe(10);
});

it('sends method, headers and body', async () => {
  const received: unknown[] = [];
  const port = await listen(({ method, headers }, body) => {
    received.push(method, headers['x-test'], body);
    return { status: 201, body: 'x' };
  });
  const request = { path: '/', method: 'POST', headers: { 'X-Test': 'yes' }, body: 'Málaga' };
  await run({ port, requests: [request], status: 201, limit: 1 });
  expect(received).toEqual(['POST', 'yes', 'Málaga']);
});

it('ends after the given time', async () => {
  const port = await listen(() => ({ body: 'x' }));
  const { requests, ms, p50, p95 } = await run({ port, seconds: 0.2 });
  expect(requests).toBeGreaterThan(0);
  expect(ms).toBeGreaterThanOrEqual(200);
  expect(p95).toBeGreaterThanOrEqual(p50);
});

it('reads responses that are larger than its buffer, and those without a body', async () => {
  const body = 'x'.repeat(1_000_000);
  const large = await run({ port: await listen(() => ({ body })), limit: 5 });
  expect(large.bytes).toBe(5_000_000);
  server?.closeAllConnections();
  server?.close();
  const none = await run({ port: await listen(() => ({ status: 304, body: '' })), limit: 5, status: 304 });
  expect(none).toMatchObject({ requests: 5, bytes: 0 });
});

it('fails at a response with another status, and says which', async () => {
  const port = await listen(() => ({ status: 403, body: 'too many' }));
  await expect(run({ port })).rejects.toThrow('/one and similar: 403 instead of 200: too many');
});

it('fails when the server closes the connection', async () => {
  const port = await listen(() => ({ headers: { Connection: 'close' }, body: 'x' }));
  await expect(run({ port })).rejects.toThrow('the server has closed a connection');
});

function run(round: Partial<Round> & { port: number }) {
  return generator.run({ ...ROUND, ...round });
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

async function listen(reply: (request: IncomingMessage, body: string) => Reply): Promise<number> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status = 200, headers = {}, body } = reply(request, await text(request));
    const length = status === 304 ? {} : { 'Content-Length': body.length };
    response.writeHead(status, { ...headers, ...length }).end(body);
  };
  server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
