import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { listen } from '@kitroom/testing/local-server';
import { openConnection, type WireRequest } from './exchange.ts';

/** Closes a connection as soon as it is idle, without saying so in its answers. */
const server = createServer({ maxHeaderSize: 1000 }, (_request, response) => {
  response.once('close', () => void setImmediate().then(() => server.closeIdleConnections()));
  response.end('{}');
});

const REQUEST: WireRequest = {
  method: 'GET',
  target: '/',
  headers: [['Host', 'localhost']],
  body: Buffer.alloc(0),
  pieces: 1,
  isAlone: false,
  leaves: false,
};

afterEach(() => {
  server.close();
});

it('an exchange opens another connection when the server has closed an idle one', async () => {
  const connection = openConnection(Number(new URL(await listen(server)).port));
  const statuses: number[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    statuses.push((await connection.ask(REQUEST, 2000)).status);
    await closed;
    // The end of the connection is on its way to us: the next two turns read it.
    await setImmediate();
    await setImmediate();
  }
  connection.close();

  expect(statuses).toEqual([200, 200, 200]);
});

it('an exchange reads the body of a 431 response to HEAD: the server could not read the method', async () => {
  server.once('clientError', (_error, socket) => {
    socket.end('HTTP/1.1 431 Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}');
  });
  const connection = openConnection(Number(new URL(await listen(server)).port));
  const headers = [
    ['Host', 'localhost'],
    ['X-Long', 'x'.repeat(2000)],
  ] as const;

  const response = await connection.ask({ ...REQUEST, method: 'HEAD', headers }, 2000);

  connection.close();
  expect([response.status, response.body.toString()]).toEqual([431, '{}']);
});
