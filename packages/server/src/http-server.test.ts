import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { listen, type HttpServer } from './http-server.ts';

const GRACE_MS = 5000;

describe('a server that is told to stop', () => {
  let server: HttpServer | undefined;

  afterEach(() => server?.close(0));

  it('answers every connection that the system has taken on already', async () => {
    const app = express();
    app.post('/', (_request, response) => void response.json({ stored: true }));
    server = await listen(app, { host: '127.0.0.1', port: 0, isBehindProxy: true });
    const sockets = await connectAll(server.port, 20);
    const closed = server.close(GRACE_MS);
    const answers = await Promise.all(sockets.map(ask));
    expect(answers.map((answer) => answer.split('\r\n')[0])).toEqual(sockets.map(() => 'HTTP/1.1 200 OK'));
    await closed;
  });

  it('refuses connections that come later', async () => {
    server = await listen(express(), { host: '127.0.0.1', port: 0, isBehindProxy: true });
    const { port } = server;
    await server.close(GRACE_MS);
    const [error] = await once(connect(port, '127.0.0.1'), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

/** Connections that are in the system's queue, and not yet accepted: the event loop has not looked there since. */
async function connectAll(port: number, count: number): Promise<Socket[]> {
  await setImmediate();
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  // Sockets connect before the loop goes on.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  return sockets;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('POST / HTTP/1.1\r\nHost: kitroom.test\r\nContent-Length: 0\r\n\r\n');
  return text(socket);
}
