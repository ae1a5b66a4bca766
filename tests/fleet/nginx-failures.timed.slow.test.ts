import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWhere } from '@kitroom/testing/describe-where';
import { failing, json, neverReply, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import { startNginx, type TestNginx } from '@kitroom/testing/test-nginx';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { testVariables } from '@kitroom/testing/test-servers';
import { sendFrom } from './send-from.ts';

const MINUTE = 60_000;
/** How long nginx waits for a replica that has received a read, plus time for a busy machine. */
const READ_MS = 20_000;
const TOLERANCE_MS = 3000;
/** One for each location of the collection service that takes writes. */
const WRITE_PATHS = ['/api/items/7/', '/api/imports/7/'];
const BODY = 'x'.repeat(100_000);
const AWAY = { detail: 'The service is temporarily unavailable. Please try again later.' };
const there = { title: 'nginx when a replica fails', missing: 'this machine has no nginx' };

describeWhere(process.env[testVariables.nginx], there, () => {
  let healthy: LocalServer;
  let hung: LocalServer;
  let slow: LocalServer;

  beforeAll(async () => {
    healthy = await openLocalServer(json({ status: 'healthy' }));
    hung = await openLocalServer(neverReply);
    slow = await openLocalServer((response, request) => {
      setTimeout(() => json({ method: request.method })(response, request), READ_MS + TOLERANCE_MS);
    });
  });

  afterAll(() => Promise.all([healthy, hung, slow].map((server) => server?.close())));

  it(
    'sends reads to another replica if one hangs, and waits for slow writes',
    async () => {
      const [ports, slowPorts] = [[hung, healthy].map(portOf), [portOf(slow)]];
      await withNginx({ catalogue: ports, collection: ports }, async (nginx) => {
        await withNginx({ catalogue: slowPorts, collection: slowPorts }, async (slowNginx) => {
          const { catalogue, collection } = nginx.urls;
          const reads = [
            `${catalogue}/api/kits/1`,
            `${collection}/api/items/%C3%A9?q=%2F`,
            `${collection}/archive/clubs/1/`,
            `${collection}/media/photos/a.jpg`,
          ];
          const started = performance.now();
          // Twice each: the replicas take turns.
          const statuses = [...reads, ...reads].map(async (url) => {
            const { status } = await sendFrom(url);
            return { url, status, isInTime: performance.now() - started < READ_MS + TOLERANCE_MS };
          });
          const writes = [
            ['DELETE', `${slowNginx.urls.collection}/api/accounts/`],
            ['POST', `${slowNginx.urls.collection}/accounts/deletion/`],
            ['POST', `${slowNginx.urls.collection}/api/imports/`],
            ['POST', `${slowNginx.urls.catalogue}/admin/kits/`],
          ].map(async ([method = '', url = '']) => {
            const headers = { 'Content-Length': String(BODY.length) };
            const { status, json: read } = await sendFrom(url, { method, headers, body: BODY });
            return [status, read()];
          });
          expect(await Promise.all(statuses)).toEqual(
            [...reads, ...reads].map((url) => ({ url, status: 200, isInTime: true })),
          );
          expect(await Promise.all(writes)).toEqual([
            [200, { method: 'DELETE' }],
            ...Array.from({ length: 3 }, () => [200, { method: 'POST' }]),
          ]);
          expect(slow.seen.map(({ body }) => body)).toEqual([BODY, BODY, BODY, BODY]);
          const unread = healthy.seen.find(({ url }) => url.startsWith('/api/items/'));
          expect(unread?.url).toBe('/api/items/%C3%A9?q=%2F');
        });
      });
    },
    2 * MINUTE,
  );

  it('sends reads that a replica rejects with 503 to another replica, but no writes', async () => {
    const starting = await openLocalServer(failing(503, '1'));
    const ports = [starting, healthy].map(portOf);
    await withNginx({ catalogue: ports, collection: ports }, async ({ urls }) => {
      const reads = [
        ...['/archive/clubs/1/', ...WRITE_PATHS].map((path) => `${urls.collection}${path}`),
        ...['/api/kits', '/admin/kits/'].map((path) => `${urls.catalogue}${path}`),
      ];
      for (const url of reads) {
        // Twice each: the replicas take turns.
        for (const method of ['GET', 'GET', 'HEAD', 'HEAD']) {
          expect([method, url, (await sendFrom(url, { method })).status]).toEqual([method, url, 200]);
        }
      }
      expect(starting.seen.length).toBeGreaterThanOrEqual(reads.length);

      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        for (const path of WRITE_PATHS) {
          const received = () =>
            [...starting.seen, ...healthy.seen].filter((seen) => seen.method === method).length;
          const before = received();
          const statuses = new Set<number>();
          for (let sent = 0; sent < 2; sent += 1) {
            statuses.add((await sendFrom(`${urls.collection}${path}`, { method })).status);
          }
          expect([method, path, received() - before]).toEqual([method, path, 2]);
          expect([method, path, statuses]).toEqual([method, path, new Set([200, 503])]);
        }
      }
    });
    await starting.close();
  });

  it('forwards the 503 response of a replica if all replicas reject a read', async () => {
    const starting = [await openLocalServer(failing(503, '1')), await openLocalServer(failing(503, '1'))];
    const ports = starting.map(portOf);
    await withNginx({ catalogue: ports, collection: ports }, async ({ urls }) => {
      const { status, headers, json: read } = await sendFrom(`${urls.catalogue}/api/kits`);
      expect([status, headers['retry-after'], read()]).toEqual([503, '1', { detail: 'It is 503.' }]);
      expect(starting.map(({ seen }) => seen.length)).toEqual([1, 1]);
    });
    await Promise.all(starting.map((server) => server.close()));
  });

  it.each(['photo.jpg', 'photo.gif', 'page.html', 'drawing.svg', 'list.json', 'without'])(
    'returns 503 as JSON without a replica, for any file extension: %s',
    async (name) => {
      await withoutReplicas(async ({ urls }) => {
        for (const url of [`${urls.collection}/media/${name}`, `${urls.catalogue}/api/${name}`]) {
          const response = await sendFrom(url);
          expect([response.status, response.json()]).toEqual([503, AWAY]);
          expect(response.headers).toMatchObject({
            'content-type': 'application/json; charset=utf-8',
            'retry-after': '5',
          });
        }
      });
    },
  );

  it('closes the connection after a 503 to an upload, with "Connection: close"', async () => {
    await withoutReplicas(async ({ port }) => {
      const socket = connect(port, '127.0.0.1');
      let response = '';
      socket.setEncoding('utf8').on('data', (text: string) => (response += text));
      const ended = once(socket, 'end');
      const head = ['POST /api/photos/ HTTP/1.1', `Host: localhost:${port}`, 'Content-Length: 4000000'];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      for (let sent = 0; sent < 4_000_000; sent += 40_000) {
        socket.write(Buffer.alloc(40_000));
        if (sent % 400_000 === 0) await delay(5);
      }
      await ended;
      expect(response).toMatch(/^HTTP\/1\.1 503 .*\r\nConnection: close\r\n/s);
      expect(response.endsWith(JSON.stringify(AWAY).replace(':', ': '))).toBe(true);
      socket.destroy();
    });
  });

  /** Runs a test with an nginx whose replicas are all unavailable. */
  async function withoutReplicas(test: (nginx: TestNginx) => Promise<void>): Promise<void> {
    const unusedPorts = [await reserveTestPort()];
    await withNginx({ catalogue: unusedPorts, collection: unusedPorts }, test);
  }

  async function withNginx(
    replicas: Record<'catalogue' | 'collection', number[]>,
    test: (nginx: TestNginx) => Promise<void>,
  ): Promise<void> {
    const nginx = await startNginx(replicas);
    try {
      await test(nginx);
    } finally {
      await nginx.stop();
    }
  }
});

const portOf = ({ baseUrl }: LocalServer) => Number(new URL(baseUrl).port);
