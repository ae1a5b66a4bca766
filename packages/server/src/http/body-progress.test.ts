import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import type { BodyProgress } from './body-progress.ts';
import { listen, type HttpServer } from './http-server.ts';

const PROGRESS: BodyProgress = { bytes: 1024, windowMs: 600, bytesMax: 200_000, restMs: 1200 };
const PIECE = Buffer.alloc(1024, 'a');
/** Duration of several windows. */
const LONG_MS = 3 * PROGRESS.windowMs;

let server: HttpServer;
const sockets: Socket[] = [];

beforeAll(async () => {
  const options = { host: '127.0.0.1', port: 0, isBehindProxy: false, bodyProgress: PROGRESS };
  server = await listen(createApp(), options);
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

afterAll(() => server.close(0));

function createApp(): Express {
  const app = express();
  app.use((_request, response, next) => {
    response.set('X-Request-Id', 'known before the body');
    next();
  });
  app.post('/read', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
    response.json({ bytes: (request.body as Buffer).length });
  });
  app.post('/read-later', (request, response, next) => {
    setTimeout(() => {
      buffer(request).then(({ length }) => response.json({ bytes: length }), next);
    }, LONG_MS);
  });
  app.post('/refuse', (_request, response) => {
    response.status(401).json({ detail: 'no' });
  });
  app.post('/listeners', express.raw({ type: () => true }), ({ socket }, response) => {
    response.json(socket.listenerCount('close'));
  });
  app.post('/drain', (request, response) => {
    request.resume().on('end', () => response.json({}));
  });
  return app;
}

/** Starts a request with a body of this length, or of unknown length. */
function startRequest(path: string, length?: number) {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  const start = performance.now();
  let response = '';
  socket.on('data', (data: Buffer) => (response += data.toString()));
  // Writing to a closed connection emits an error.
  socket.on('error', () => undefined);
  const closed = new Promise<{ response: string; afterMs: number }>((resolve) => {
    socket.once('close', () => resolve({ response, afterMs: performance.now() - start }));
  });
  const size = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: kitroom.test\r\n${size}\r\n\r\n`);
  return { socket, closed, response: () => response };
}

/** Sends a piece repeatedly for some time. */
async function keepSending(socket: Socket, piece: Buffer | string, ms = Number.POSITIVE_INFINITY) {
  for (const end = performance.now() + ms; performance.now() < end && socket.writable; await delay(40)) {
    socket.write(piece);
  }
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await delay(20);
}

describe('a request body that keeps arriving', () => {
  it('is accepted even if it takes several time windows', async () => {
    const { socket, closed, response } = startRequest('/read', 150_000);
    await keepSending(socket, PIECE, LONG_MS);
    expect(response()).toBe('');
    socket.end(Buffer.alloc(150_000 - socket.bytesWritten + headBytes('/read', 150_000)));
    expect((await closed).response).toMatch(/^HTTP\/1\.1 200 [^]*\{"bytes":150000\}$/);
  });

  it('leaves no listeners on its connection', async () => {
    const { socket, response } = startRequest('/listeners', 1);
    const counts = () => [...response().matchAll(/\r\n\r\n(\d+)/g)].map(([, count]) => count);
    socket.write('a');
    await until(() => counts().length === 1);
    socket.write('POST /listeners HTTP/1.1\r\nHost: kitroom.test\r\nContent-Length: 1\r\n\r\nb');
    await until(() => counts().length === 2);
    expect(counts()[1]).toBe(counts()[0]);
  });

  it('is accepted if the endpoint reads it only after several time windows', async () => {
    const { socket, closed } = startRequest('/read-later', 190_000);
    socket.end(Buffer.alloc(190_000));
    const { response, afterMs } = await closed;
    expect(response).toMatch(/\{"bytes":190000\}$/);
    expect(afterMs).toBeGreaterThan(LONG_MS);
  });
});

describe('a request body that stops arriving', () => {
  it.each(['/read', '/drain', '/read-later'])(
    'is rejected with 408, and the connection is closed: %s',
    async (path) => {
      const { socket, closed } = startRequest(path, 100_000);
      socket.write(PIECE);
      const { response, afterMs } = await closed;
      const [head = '', body = ''] = response.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(head).toMatch(/^Connection: close$/m);
      expect(head).toMatch(/^X-Request-Id: known before the body$/m);
      expect(JSON.parse(body)).toEqual({
        detail: 'The request timed out: at least 16 KiB of its body have to arrive every 10 seconds.',
      });
      expect(afterMs).toBeLessThan(LONG_MS);
    },
  );

  it('is rejected with 408 if single bytes still arrive', async () => {
    const { socket, closed } = startRequest('/read', 100_000);
    const [{ response }] = await Promise.all([closed, keepSending(socket, 'a')]);
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is rejected with 408 even if it is short', async () => {
    const { closed } = startRequest('/read', 10);
    expect((await closed).response).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('a request body that is not read', () => {
  it('may end after the response, and the connection accepts another request', async () => {
    const { socket, closed, response } = startRequest('/refuse', 20 * PIECE.length);
    await until(() => response().includes('401'));
    for (let piece = 0; piece < 20; piece += 1) {
      socket.write(PIECE);
      await delay(30);
    }
    socket.end('POST /read HTTP/1.1\r\nHost: kitroom.test\r\nContent-Length: 0\r\n\r\n');
    expect((await closed).response).toMatch(/^HTTP\/1\.1 401 [^]*HTTP\/1\.1 200 /);
  });

  it('is cut off some time after the response, without a second response', async () => {
    const { socket, closed } = startRequest('/refuse');
    const chunk = `400\r\n${PIECE.toString()}\r\n`;
    const [{ response, afterMs }] = await Promise.all([closed, keepSending(socket, chunk)]);
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
    expect(afterMs).toBeGreaterThan(PROGRESS.restMs);
  });

  it('is cut off with 408 beyond the largest accepted size', async () => {
    const { socket, closed } = startRequest('/drain');
    const chunk = `8000\r\n${'a'.repeat(0x8000)}\r\n`;
    const [{ response }] = await Promise.all([closed, keepSending(socket, chunk)]);
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
  });
});

function headBytes(path: string, length: number): number {
  return `POST ${path} HTTP/1.1\r\nHost: kitroom.test\r\nContent-Length: ${length}\r\n\r\n`.length;
}
