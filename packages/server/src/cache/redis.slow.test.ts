import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { listen } from '@kitroom/testing/local-server';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { openLogger } from '../telemetry/logger.ts';
import { openRedis } from './redis.ts';

const log = openLogger({ service: 'tests', level: 'silent' });
const PATIENCE_MS = 20_000;

let redis: TestRedis;

describeWithRedis('openRedis', () => {
  beforeAll(async () => {
    redis = await startRedis();
  });

  afterAll(() => redis.stop());

  it('connects again if Redis accepts a connection but does not complete the handshake', async () => {
    await using server = await openSilentFirst(redis.port);
    const opened = openRedis({ url: `redis://127.0.0.1:${server.port}`, log });
    await eventually(async () => expect(await opened.isReachable()).toBe(true), PATIENCE_MS);
    await opened.close();
    expect(server.connections()).toBe(2);
  });

  it('connects again if Redis stops responding on an idle connection', async () => {
    const opened = openRedis({ url: redis.url, log });
    await eventually(async () => expect(await opened.isReachable()).toBe(true), PATIENCE_MS);
    redis.pause();
    try {
      await eventually(async () => expect(opened.isConnected()).toBe(false), PATIENCE_MS);
    } finally {
      redis.resume();
    }
    await eventually(async () => expect(await opened.isReachable()).toBe(true), PATIENCE_MS);
    await opened.close();
  });

  it('runs onConnected callbacks again after a callback has failed', async () => {
    const opened = openRedis({ url: redis.url, log });
    let runs = 0;
    opened.onConnected(async () => {
      runs += 1;
      if (runs === 1) throw new Error('Redis is loading');
    });
    await eventually(async () => expect(await opened.isReachable()).toBe(true), PATIENCE_MS);
    await opened.close();
    expect(runs).toBe(2);
  });

  it('keeps an idle connection open', async () => {
    await using server = await openSilentFirst(redis.port, 0);
    const opened = openRedis({ url: `redis://127.0.0.1:${server.port}`, log });
    let greetings = 0;
    opened.onConnected(async () => {
      greetings += 1;
    });
    await eventually(async () => expect(greetings).toBe(1), PATIENCE_MS);
    await server.receivePings(5);
    await opened.close();
    expect([server.connections(), greetings]).toEqual([1, 1]);
  });

  it('closes a connection that opens after the client was closed', async () => {
    await using server = await openSilentFirst(redis.port, 0);
    const opened = openRedis({ url: `redis://127.0.0.1:${server.port}`, log });
    // The connection is still being opened.
    await opened.close();
    await eventually(async () => expect(server.closed()).toBe(1), PATIENCE_MS);
  });
});

/** Starts a server that never responds on its first connections and forwards the others to Redis. */
async function openSilentFirst(targetPort: number, silent = 1) {
  const sockets: Socket[] = [];
  let connections = 0;
  let closed = 0;
  let pings = 0;
  const server = createServer((client) => {
    connections += 1;
    client.on('error', () => {}).on('close', () => (closed += 1));
    client.on('data', (chunk: Buffer) => (pings += chunk.includes('PING') ? 1 : 0));
    sockets.push(client);
    if (connections <= silent) return;
    const target = connect(targetPort, '127.0.0.1').on('error', () => {});
    sockets.push(target);
    client.pipe(target).pipe(client);
  });
  await listen(server);
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    closed: () => closed,
    receivePings: (count: number) =>
      eventually(async () => expect(pings).toBeGreaterThanOrEqual(count), PATIENCE_MS),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
