import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { eventually } from '@kitroom/testing/eventually';
import { startNginx } from '@kitroom/testing/test-nginx';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { describeWithFleet, openFleet, type Collector, type Fleet } from './open-fleet.ts';
import { sendFrom } from './send-from.ts';

const MINUTE = 60_000;
const LIMIT = 20;
const CONNECTIONS_MAX = 100;
const REFUSED = 10;
const MIB = 1024 * 1024;

// Each test sends its requests from its own address, as the limits are low here.
describeWithFleet('nginx in front of two replicas of each service', () => {
  let fleet: Fleet;
  let collector: Collector;
  let catalogue: string;
  let collection: string;

  beforeAll(async () => {
    fleet = await openFleet({
      env: {
        // Without PUBLIC_URL, links start with the origin that nginx forwards.
        catalogue: { RATE_LIMIT_REQUESTS: String(LIMIT), PUBLIC_URL: '' },
        collection: { THROTTLE_ARCHIVE: `${LIMIT}/3600`, THROTTLE_LOGIN: '5/300' },
      },
    });
    collector = await fleet.signUp();
    ({ catalogue, collection } = fleet.nginx.urls);
  }, 2 * MINUTE);

  afterAll(() => fleet?.close(), MINUTE);

  it.each([
    ['the catalogue', 403, () => `${catalogue}/api/seasons/1`],
    ['the collection service', 429, () => `${collection}/archive/seasons/search/?keyword=2003`],
  ])(
    'counts requests to %s across both replicas by the real client address, ignoring forged headers',
    async (_service, refused, url) => {
      const [from, otherClient] =
        refused === 403 ? ['127.0.0.11', '127.0.0.12'] : ['127.0.0.13', '127.0.0.14'];
      const statuses: number[] = [];
      for (let sent = 0; sent < LIMIT + 10; sent += 1) {
        const forged = `10.1.2.${sent}`;
        const headers = {
          'X-Forwarded-For': forged,
          'X-Real-IP': forged,
          Forwarded: `for=${forged}`,
          'X-Client-IP': forged,
        };
        statuses.push((await sendFrom(url(), { from, headers })).status);
      }
      expect(statuses).toEqual([...Array<number>(LIMIT).fill(200), ...Array<number>(10).fill(refused)]);
      expect((await sendFrom(url(), { from: otherClient })).status).toBe(200);
      expect(listReplicas(from)).toHaveLength(2);
    },
    MINUTE,
  );

  it(
    'counts wrong passwords across both replicas, and returns 429 after five',
    async () => {
      const body = JSON.stringify({ username: collector.username, password: 'wrong' });
      const headers = { 'Content-Type': 'application/json' };
      const statuses: number[] = [];
      for (let tried = 0; tried < 7; tried += 1) {
        const response = await sendFrom(`${collection}/api/auth-token/`, {
          from: '127.0.0.15',
          method: 'POST',
          headers,
          body,
        });
        statuses.push(response.status);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    },
    MINUTE,
  );

  it("forwards the client's request id to the service and its log, and generates one for an invalid id", async () => {
    const id = `two-at-night-${crypto.randomUUID()}`;
    const options = { from: '127.0.0.16', headers: { 'X-Request-Id': id } };
    expect((await sendFrom(`${collection}/api/sizes/`, options)).headers['x-request-id']).toBe(id);
    await eventually(async () => {
      const entries = fleet.replicas.collection.flatMap((replica) => replica.process().logs());
      const of = entries.find(({ req }) => (req as { id?: string } | undefined)?.id === id);
      expect(of).toMatchObject({ req: { remoteAddress: '127.0.0.16' }, res: { statusCode: 200 } });
    });
    expect(nginxEntries().find((entry) => entry['request_id'] === id)).toMatchObject({
      status: 200,
      path: '/api/sizes/',
    });

    const odd = await sendFrom(`${collection}/api/sizes/`, {
      headers: { 'X-Request-Id': 'line\tbreak "quote"' },
    });
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('ignores forged X-Forwarded-Host and X-Forwarded-Proto in the links of responses', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
    const kit = await sendFrom(`${catalogue}/api/kits/1`, { from: '127.0.0.17', headers });
    expect(kit.json()).toMatchObject({
      main_img_url: expect.stringContaining(`${catalogue}/api/kits/1/picture.svg?v=`),
    });
    expect(JSON.stringify(kit.json())).not.toContain('evil.example');
  });

  it('compresses public responses only, and returns 304 for their ETag', async () => {
    const options = { from: '127.0.0.18', headers: { 'Accept-Encoding': 'gzip' } };
    const list = await sendFrom(`${catalogue}/api/kits?page_size=50`, options);
    expect(list.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(JSON.parse(gunzipSync(list.body).toString())).toHaveLength(50);
    const again = { ...options, headers: { ...options.headers, 'If-None-Match': String(list.headers.etag) } };
    expect((await sendFrom(`${catalogue}/api/kits?page_size=50`, again)).status).toBe(304);

    const authenticated = {
      ...options,
      headers: { ...options.headers, Authorization: `Token ${collector.token}` },
    };
    for (const path of ['/api/schema/', '/api/collections/me/', '/accounts/login/']) {
      expect((await sendFrom(`${collection}${path}`, authenticated)).headers).not.toHaveProperty(
        'content-encoding',
      );
    }
  });

  it(
    'accepts photos of 20 MiB, and returns 413 as JSON for larger bodies',
    async () => {
      const small = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer();
      const upload = (bytes: number) => {
        const form = toForm(Buffer.concat([small, Buffer.alloc(bytes - small.length)]));
        const headers = { ...form.headers, Authorization: `Token ${collector.token}` };
        return sendFrom(`${collection}/api/photos/`, {
          from: '127.0.0.19',
          method: 'POST',
          headers,
          body: form.body,
        });
      };
      expect((await upload(20 * MIB)).status).toBe(201);
      const above = await upload(20 * MIB + 1);
      expect([above.status, above.headers['content-type']]).toEqual([413, 'application/json; charset=utf-8']);
      const far = await upload(22 * MIB);
      expect([far.status, far.json()]).toEqual([
        413,
        { detail: 'The request is too large: at most 21 MiB are taken, 5 GiB for imports.' },
      ]);
      expect(far.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    },
    MINUTE,
  );

  async function addPhoto() {
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'navy' } })
      .jpeg()
      .toBuffer();
    return collector.client.photos.upload({ image: new Blob([new Uint8Array(picture)]) });
  }

  it('caches photos, and returns the request id of each client', async () => {
    const photo = await addPhoto();
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of ids) {
      const file = await sendFrom(photo.image, { headers: { 'X-Request-Id': id } });
      expect([file.status, file.headers['content-type'], file.headers['x-request-id']]).toEqual([
        200,
        'image/jpeg',
        id,
      ]);
    }
    await eventually(async () => {
      const caches = ids.map((id) => nginxEntries().find((entry) => entry['request_id'] === id)?.['cache']);
      expect(caches).toEqual(['MISS', 'HIT']);
    });
  });

  it('returns Preference-Applied for cached photos and its own errors only with handling=strict', async () => {
    const { image } = await addPhoto();
    for (const [Prefer, applied] of [
      ['handling=strict', 'handling=strict'],
      ['handling=lenient', undefined],
      ['respond-async, Handling="strict"', 'handling=strict'],
      ['nothandling=strict', undefined],
    ]) {
      const headers = { Prefer: String(Prefer) };
      for (const response of [
        await sendFrom(image, { headers }),
        await sendFrom(`${collection}/api/colors/`, { headers }),
        await sendFrom(`${catalogue}/api/health`, { headers: { ...headers, Host: 'other.example' } }),
      ]) {
        expect(response.headers['preference-applied']).toBe(applied);
        expect(response.headers.vary).toMatch(/Prefer/);
      }
    }
  });

  it('returns 400 as JSON for an unknown host', async () => {
    const stranger = await sendFrom(`${catalogue}/api/health`, { headers: { Host: 'other.example' } });
    expect([stranger.status, stranger.json()]).toEqual([400, { detail: 'Bad Request.' }]);
  });

  it('forwards overlong requests to the service, which returns 431', async () => {
    const long = await sendFrom(`${catalogue}/api/kits?${'x'.repeat(40_000)}`);
    expect([long.status, long.json()]).toEqual([431, { detail: 'Request Header Fields Too Large.' }]);
  });

  it(
    'returns 429 beyond 100 open requests of one address, while it serves other addresses',
    async () => {
      const head =
        `POST /api/auth-token/ HTTP/1.1\r\nHost: localhost:${fleet.nginx.port}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
      // A few more than allowed. The excess requests are rejected; the others wait for the rest of their
      // bodies.
      let refused = 0;
      const sockets = Array.from({ length: CONNECTIONS_MAX + REFUSED }, () => {
        const socket = connect({ host: '127.0.0.1', port: fleet.nginx.port, localAddress: '127.0.0.20' });
        socket.on('error', () => undefined);
        socket.once('data', () => (refused += 1));
        socket.write(head);
        return socket;
      });
      try {
        // No earlier request may come from this address, as it would count towards the limit.
        await eventually(async () => expect(refused).toBe(REFUSED));
        const more = await sendFrom(`${collection}/api/sizes/`, { from: '127.0.0.20' });
        expect([more.status, more.json()]).toEqual([429, { detail: 'Too many connections at once.' }]);
        expect((await sendFrom(`${collection}/api/sizes/`, { from: '127.0.0.21' })).status).toBe(200);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
    MINUTE,
  );

  it('logs status and replica of a failed request, but no query, Referer or share token', async () => {
    const unusedPort = await reserveTestPort();
    const nginx = await startNginx({ catalogue: [unusedPort], collection: [unusedPort] });
    try {
      const secret = 'token=s3cret';
      const headers = { Referer: `http://a/?${secret}`, 'X-Request-Id': 'unanswered' };
      const { status } = await sendFrom(`${nginx.urls.collection}/api/items/?${secret}`, { headers });
      expect(status).toBe(503);
      for (const path of ['s3cret', 's3cret/', 's3cret/items/7/']) {
        for (const root of ['api/shared', 's']) {
          await sendFrom(`${nginx.urls.collection}/${root}/${path}`, { headers });
        }
      }
      await sendFrom(`${nginx.urls.collection}/media/a.jpg?${secret}`, { headers });
      await eventually(async () => expect(nginx.lines().join('\n')).toContain('/media/a.jpg'));
      const line = nginx.lines().find((text) => text.includes('/api/items/')) ?? '';
      expect(JSON.parse(line)).toMatchObject({
        request_id: 'unanswered',
        path: '/api/items/',
        status: 503,
        upstream_status: '502',
        upstream: `127.0.0.1:${unusedPort}`,
      });
      expect(nginx.lines().join('\n')).toContain('"path":"/api/shared/-/items/7/"');
      expect(nginx.lines().join('\n')).not.toContain('s3cret');
    } finally {
      await nginx.stop();
    }
  });

  it('serves both services on one host name with the one-host template', async () => {
    const [first, second] = [fleet.replicas.catalogue, fleet.replicas.collection].map((replicas) =>
      replicas.map(({ port }) => port),
    );
    const nginx = await startNginx({
      catalogue: first ?? [],
      collection: second ?? [],
      templates: ['base', 'one-host'],
    });
    try {
      const base = nginx.urls.collection;
      expect((await sendFrom(`${base}/catalogue/api/health`)).json()).not.toHaveProperty('storage');
      expect((await sendFrom(`${base}/api/health`)).json()).toHaveProperty('storage');
      // The response of the catalogue itself, which has no operator accounts here.
      const admin = await sendFrom(`${base}/catalogue/admin/`);
      expect([admin.status, admin.headers['x-request-id']]).toEqual([404, expect.any(String)]);
    } finally {
      await nginx.stop();
    }
  });

  function nginxEntries(): Array<Record<string, unknown>> {
    return fleet.nginx
      .lines()
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
  }

  /** Lists the replicas that received requests from an address. */
  function listReplicas(address: string): unknown[] {
    const entries = nginxEntries().filter((entry) => entry['remote_addr'] === address);
    return [...new Set(entries.map((entry) => entry['upstream']))];
  }
});

function toForm(file: Buffer): { headers: Record<string, string>; body: Buffer } {
  const boundary = 'kitroom-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\n\r\n`;
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
