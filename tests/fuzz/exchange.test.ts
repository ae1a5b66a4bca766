import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { listen } from '@kitroom/testing/local-server';
import { afterEach, expect, it } from '@jest/globals';
import { openConnection } from './exchange.ts';

/** Closes a connection as soon as it is idle, without saying so in its answers. */
const server = createServer((_request, response) => {
  response.once('close', () => void setImmediate().then(() => server.closeIdleConnections()));
  response.end('{}');
});

afterEach(() => {
  server.close();
});

it('opens another connection when the server has closed an idle one', async () => {
  const connection = openConnection(Number(new URL(await listen(server)).port));
  const request = {
    method: 'GET',
    target: '/',
    headers: [['Host', 'localhost']] as const,
    body: Buffer.alloc(0),
    pieces: 1,
    isAlone: false,
    leaves: false,
  };
  const statuses: number[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    statuses.push((await connection.ask(request, 2000)).status);
    await closed;
    // The end of the connection is on its way to us: the next two turns read it.
    await setImmediate();
    await setImmediate();
  }
  connection.close();

  expect(statuses).toEqual([200, 200, 200]);
});
