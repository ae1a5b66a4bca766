import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { endpoint, Reply } from '@kitroom/server/http/endpoint';
import { mountEndpoints, type MountOptions } from '@kitroom/server/http/mount';
import type { Contract } from '@kitroom/shared';
import express from 'express';
import { connectRaw, head } from './raw-request.ts';

const STREAM: Contract = {
  id: 'stream',
  method: 'GET',
  path: '/stream',
  tag: 'Streams',
  summary: 'A stream',
  responses: { 200: { contentType: 'application/zip' } },
};

it('a stream ends if its client disconnected before it began', async () => {
  const body = new Readable({ read: () => undefined });
  const requested = Promise.withResolvers<void>();
  const route = endpoint(STREAM, async (_input, { signal }) => {
    requested.resolve();
    if (!signal.aborted) await once(signal, 'abort');
    return new Reply(body);
  });
  // Neither cache nor metrics have anything to do with a stream.
  const options = { publicUrl: undefined } as MountOptions;
  const server = createServer(express().use(mountEndpoints([route], options)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = await connectRaw(`http://127.0.0.1:${port}`);
  connection.send(head('GET', '/stream', {}));
  await requested.promise;
  connection.socket.destroy();
  await once(body, 'close');
  expect(body.destroyed).toBe(true);
  server.close();
}, 10_000);
