import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { listen, type HttpServer } from './http-server.ts';

const GRACE_MS = 5000;

describe('a server that is stopping', () => {
  let server: HttpServer | undefined;

  afterEach(() => server?.close(0));

  it('serves all connections that the system has already accepted', async () => {
    server = await listen(createApp(), { host: '127.0.0.1', port: 0, isBehindProxy: true });
    const sockets = await connectAll(server.port, 20);
    const closed = server.close(GRACE_MS);
    const responses = await Promise.all(sockets.map(request));
    expect(responses.map((response) => response.split('\r\n')[0])).toEqual(
      sockets.map(() => 'HTTP/1.1 200 OK'),
    );
    await closed;
  });

  it('serves connections that arrived while it was busy with others', async () => {
    server = await listen(createApp(), { host: '127.0.0.1', port: 0, isBehindProxy: true });
    const { port } = server;
    await turnOfLoop();
    const sockets: Socket[] = [];
    // Runs at the end of the second turn: after the event loop has polled for connections, and before the
    // server continues.
    setImmediate(() =>
      setImmediate(() => {
        sockets.push(connect(port, '127.0.0.1'));
        process.nextTick(workFor, 20);
      }),
    );
    const closed = server.close(GRACE_MS);
    await turnOfLoop();
    await turnOfLoop();
    expect(sockets).toHaveLength(1);
    for (const socket of sockets) expect(await request(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
    await closed;
  });

  it('resets no connection while requests keep it busy', async () => {
    server = await listen(createApp(2), { host: '127.0.0.1', port: 0, isBehindProxy: true });
    const { port } = server;
    const clients = Array.from({ length: 8 }, () => requestUntilRefused(port));
    await turnOfLoop();
    await server.close(GRACE_MS);
    const codes = await Promise.all(clients);
    expect(codes).toEqual(clients.map(() => 'ECONNREFUSED'));
  });

  it('refuses connections that arrive later', async () => {
    server = await listen(express(), { host: '127.0.0.1', port: 0, isBehindProxy: true });
    const { port } = server;
    await server.close(GRACE_MS);
    const [error] = await once(connect(port, '127.0.0.1'), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

/** Works for some milliseconds for each request. */
function createApp(workMs = 0) {
  const app = express();
  app.post('/', (_request, response) => {
    workFor(workMs);
    response.json({ stored: true });
  });
  return app;
}

function workFor(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

/**
 * Opens connections that are in the system's queue but not yet accepted, as the event loop has not polled
 * since.
 */
async function connectAll(port: number, count: number): Promise<Socket[]> {
  await turnOfLoop();
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  // Sockets connect before the event loop continues.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  return sockets;
}

async function request(socket: Socket): Promise<string> {
  socket.write('POST / HTTP/1.1\r\nHost: kitroom.test\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  return text(socket);
}

/** Opens a connection for each request; returns the code of the error that ends it. */
async function requestUntilRefused(port: number): Promise<unknown> {
  for (;;) {
    try {
      await request(connect(port, '127.0.0.1'));
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    }
  }
}
