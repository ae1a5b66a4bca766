import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import type { Contract } from '@kitroom/shared';
import { eventually } from '@kitroom/testing/eventually';
import { endpoint, Reply, type Endpoint } from './endpoint.ts';
import { handleErrors } from './error-handling.ts';
import { FileReply } from './file-reply.ts';
import { logRequests } from './log-requests.ts';
import { mountEndpoints, type MountOptions } from './mount.ts';

const STREAM: Contract = {
  id: 'stream',
  method: 'GET',
  path: '/stream',
  tag: 'Streams',
  summary: 'A stream',
  responses: { 200: { contentType: 'application/zip' } },
};
const HEADERS = { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment' };

let close: (() => void) | undefined;

afterEach(() => close?.());

/** Serves an endpoint; `lines` are what is logged. */
async function serve(route: Endpoint) {
  const lines: Array<{ level: number }> = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { level: number }) });
  // Neither cache nor metrics have anything to do with a stream.
  const options = { publicUrl: undefined } as MountOptions;
  const app = express()
    .use(logRequests(log))
    .use(mountEndpoints([route], options))
    .use(handleErrors({ debug: false }));
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  close = () => server.close();
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, lines };
}

/** Requests the stream; returns a function that disconnects. */
function request(url: string): () => void {
  const client = new AbortController();
  fetch(`${url}/stream`, { signal: client.signal }).catch(() => undefined);
  return () => client.abort();
}

/** A stream that fails after these chunks, as when a database shuts down. */
async function* failAfter(...chunks: string[]): AsyncGenerator<string> {
  yield* chunks;
  throw Object.assign(new Error('terminating connection'), { code: '57P01' });
}

describe('a streamed response', () => {
  it('closes its stream if the client disconnects before the response begins', async () => {
    const body = new Readable({ read: () => undefined });
    const requested = Promise.withResolvers<void>();
    const route = endpoint(STREAM, async (_input, { signal }) => {
      requested.resolve();
      if (!signal.aborted) await once(signal, 'abort');
      return new Reply(body);
    });
    const { url } = await serve(route);
    const disconnect = request(url);
    await requested.promise;
    disconnect();
    await once(body, 'close');
    expect(body.destroyed).toBe(true);
  }, 10_000);

  it('closes its stream if the client disconnects before the first byte', async () => {
    const reading = Promise.withResolvers<void>();
    const body = new Readable({ read: () => reading.resolve() });
    const { url } = await serve(endpoint(STREAM, () => new Reply(body)));
    const disconnect = request(url);
    await reading.promise;
    disconnect();
    await once(body, 'close');
    expect(body.destroyed).toBe(true);
  }, 10_000);

  it('closes the connection if its stream is destroyed before its first byte', async () => {
    const body = new Readable({ read: () => body.destroy() });
    const { url } = await serve(endpoint(STREAM, () => new Reply(body)));
    await expect(fetch(`${url}/stream`).then((response) => response.text())).rejects.toThrow(
      /terminated|fetch failed/,
    );
  });

  it('has status 200 if its stream is empty', async () => {
    const { url } = await serve(endpoint(STREAM, () => new Reply(Readable.from([]), { headers: HEADERS })));
    const response = await fetch(`${url}/stream`);
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it.each([
    ['a stream', () => new Reply(Readable.from(failAfter()), { headers: HEADERS })],
    [
      'a file',
      () =>
        new FileReply({
          bytes: 9,
          etag: '"1"',
          headers: HEADERS,
          read: async () => Readable.from(failAfter()),
        }),
    ],
  ])('returns 503 as JSON and logs a warning if %s fails before its first byte', async (_kind, reply) => {
    const { url, lines } = await serve(endpoint(STREAM, reply));
    const response = await fetch(`${url}/stream`);
    expect(response.status).toBe(503);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    expect(response.headers.get('Content-Disposition')).toBe(null);
    await response.json();
    await eventually(async () => expect(lines).toMatchObject([{ level: pino.levels.values['warn'] }]));
  });

  it('closes the connection and logs a warning if the database becomes unavailable after the first byte', async () => {
    const { url, lines } = await serve(endpoint(STREAM, () => new Reply(Readable.from(failAfter('first')))));
    const response = await fetch(`${url}/stream`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    await eventually(async () => expect(lines).toMatchObject([{ level: pino.levels.values['warn'] }]));
  });
});
