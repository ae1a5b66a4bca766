import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { makeDatabaseUnavailable, reopenDatabase } from '@kitroom/testing/database-switch';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startS3Server } from './s3-server.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';

let database: TestDatabase;
let folder: string;
let collection: TestCollection | undefined;
let catalogue: Server | undefined;
let silent: Server | undefined;

beforeAll(async () => {
  database = await createCollectionDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kitroom-media-'));
});

afterEach(async () => {
  await collection?.close();
  catalogue?.close();
  catalogue?.closeAllConnections();
  silent?.close();
  silent?.closeAllConnections();
  collection = undefined;
  catalogue = undefined;
  silent = undefined;
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Starts a fake catalogue with this response to all requests. */
async function playCatalogue(status: number, body: object): Promise<string> {
  catalogue = createServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => catalogue?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(catalogue.address() as AddressInfo).port}`;
}

async function fetchHealth(env: Record<string, string>) {
  collection = await startTestCollection(database, { MEDIA_ROOT: join(folder, 'media'), ...env });
  return collection.request('/api/health');
}

/** Requests reports until one is as expected, for at most 8 seconds; reports are cached for 2 seconds. */
async function requestUntil(isExpected: (report: Record<string, string>) => boolean) {
  const deadline = Date.now() + 8000;
  for (;;) {
    const { body } = await requestAgain();
    if (isExpected(body) || Date.now() > deadline) return body;
    await delay(100);
  }
}

async function requestAgain() {
  if (collection === undefined) throw new Error('the service has not been started yet');
  return collection.request('/api/health');
}

const REPORT = {
  status: 'healthy',
  timestamp: '2026-11-20T12:00:00.000Z',
  database: 'connected',
  cache: 'connected',
};

describe('GET /api/health', () => {
  it('reports the service as healthy and all dependencies as connected', async () => {
    const { status, headers, body } = await fetchHealth({ CATALOGUE_URL: await playCatalogue(200, REPORT) });
    expect([status, headers.get('ETag')]).toEqual([200, null]);
    expect(body).toEqual({
      status: 'healthy',
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      database: 'connected',
      cache: 'connected',
      storage: 'connected',
      catalogue: 'connected',
      mail: 'connected',
    });
  });

  it('checks the catalogue once for simultaneous and quickly repeated requests', async () => {
    let checks = 0;
    const url = await playCatalogue(200, REPORT);
    catalogue?.on('request', () => {
      checks += 1;
    });
    await fetchHealth({ CATALOGUE_URL: url });
    const responses = await Promise.all(Array.from({ length: 5 }, () => requestAgain()));
    expect(responses.map(({ body }) => body.catalogue)).toEqual(Array(5).fill('connected'));
    expect(checks).toBe(1);
  });

  it('reports the catalogue as disconnected within seconds after its failure', async () => {
    const url = await playCatalogue(200, REPORT);
    expect((await fetchHealth({ CATALOGUE_URL: url })).body.catalogue).toBe('connected');
    catalogue?.closeAllConnections();
    catalogue?.close();
    const { catalogue: state } = await requestUntil(({ catalogue: now }) => now === 'disconnected');
    expect(state).toBe('disconnected');
  });

  it('checks an unavailable catalogue again on each request', async () => {
    let checks = 0;
    const url = await playCatalogue(503, { ...REPORT, status: 'unhealthy', database: 'disconnected' });
    catalogue?.on('request', () => {
      checks += 1;
    });
    await fetchHealth({ CATALOGUE_URL: url });
    await requestAgain();
    expect(checks).toBe(2);
  });

  it('is healthy without a catalogue, and reports the catalogue as disconnected', async () => {
    const { status, body } = await fetchHealth({});
    expect([status, body.status, body.catalogue]).toEqual([200, 'healthy', 'disconnected']);
  });

  it('is healthy with an unhealthy catalogue, and reports the catalogue as disconnected', async () => {
    const report = { ...REPORT, status: 'unhealthy', database: 'disconnected', error: 'away' };
    const { status, body } = await fetchHealth({ CATALOGUE_URL: await playCatalogue(503, report) });
    expect([status, body.status, body.catalogue]).toEqual([200, 'healthy', 'disconnected']);
  });

  it('reports a catalogue that does not respond as disconnected within six seconds', async () => {
    catalogue = createServer(() => undefined);
    await new Promise<void>((resolve) => catalogue?.listen(0, '127.0.0.1', resolve));
    const startedAt = Date.now();
    const { status, body } = await fetchHealth({
      CATALOGUE_URL: `http://127.0.0.1:${(catalogue.address() as AddressInfo).port}`,
    });
    expect([status, body.catalogue]).toEqual([200, 'disconnected']);
    expect(Date.now() - startedAt).toBeLessThan(6000);
  });

  it('is healthy with unusable storage, and reports the storage as disconnected', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const { status, body } = await fetchHealth({ MEDIA_ROOT: join(file, 'media') });
    expect([status, body.status, body.storage]).toEqual([200, 'healthy', 'disconnected']);
  });

  it('is healthy without S3, and reports the storage as disconnected until S3 is available again', async () => {
    const s3 = await startS3Server();
    try {
      const { body } = await fetchHealth(s3.env);
      expect(body.storage).toBe('connected');
      await s3.stop();
      expect(await requestUntil((report) => report.storage === 'disconnected')).toMatchObject({
        status: 'healthy',
      });
      await s3.restart();
      expect(await requestUntil((report) => report.storage === 'connected')).toMatchObject({
        status: 'healthy',
      });
    } finally {
      await s3.close();
    }
  });

  it('reports S3 that does not respond as disconnected within six seconds', async () => {
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent?.listen(0, '127.0.0.1', resolve));
    const startedAt = Date.now();
    const { status, body } = await fetchHealth({
      STORAGE: 's3',
      S3_BUCKET: 'kits',
      S3_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    expect([status, body.storage]).toEqual([200, 'disconnected']);
    expect(Date.now() - startedAt).toBeLessThan(6000);
  });

  it('is healthy with an unusable MAIL_ROOT, and reports mail as disconnected until the folder is usable', async () => {
    const place = join(folder, 'mail');
    await writeFile(place, 'a file where the folder should be');
    const { status, body } = await fetchHealth({ MAIL_ROOT: place });
    expect([status, body.status, body.mail]).toEqual([200, 'healthy', 'disconnected']);
    await rm(place);
    expect((await requestAgain()).body.mail).toBe('connected');
    expect(await readdir(place)).toEqual([]);
  });

  it('reports whether the mail server is reachable, without signing in', async () => {
    const port = await reserveTestPort();
    let signIns = 0;
    const open = async () => {
      const server = new SMTPServer({
        hideSTARTTLS: true,
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => {
          signIns += 1;
          done(null, { user: 'kitroom' });
        },
      });
      await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
      return () => new Promise<void>((resolve) => server.close(() => resolve()));
    };
    const close = await open();
    const env = { SMTP_URL: `smtp://kitroom:secret@127.0.0.1:${port}` };
    expect((await fetchHealth(env)).body).toMatchObject({ status: 'healthy', mail: 'connected' });
    await close();
    const report = await requestUntil(({ mail }) => mail === 'disconnected');
    expect(report).toMatchObject({ status: 'healthy', mail: 'disconnected' });
    const closeAgain = await open();
    expect((await requestAgain()).body.mail).toBe('connected');
    await closeAgain();
    expect(signIns).toBe(0);
  });

  it('reports a mail server that does not respond as disconnected within six seconds', async () => {
    const mute = createTcpServer();
    await new Promise<void>((resolve) => void mute.listen(0, '127.0.0.1', resolve));
    const startedAt = Date.now();
    const { port } = mute.address() as AddressInfo;
    const { status, body } = await fetchHealth({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect([status, body.mail]).toEqual([200, 'disconnected']);
    expect(Date.now() - startedAt).toBeLessThan(6000);
    mute.close();
  });

  it('returns 503 with a generic error without the database', async () => {
    const ownDatabase = await createCollectionDatabase();
    collection = await startTestCollection(ownDatabase, { MEDIA_ROOT: join(folder, 'media') });
    await ownDatabase.drop();
    const { status, body } = await collection.request('/api/health');
    expect(status).toBe(503);
    expect(body).toMatchObject({
      status: 'unhealthy',
      database: 'disconnected',
      error: 'The database cannot be reached.',
    });
  });
});

describe('GET /api/ready', () => {
  it('returns 503 while starting, 200 with the database, and 503 once the database is unavailable', async () => {
    const ownDatabase = await createCollectionDatabase();
    await makeDatabaseUnavailable(ownDatabase);
    const late = await startTestCollection(ownDatabase, { MEDIA_ROOT: join(folder, 'media') });
    collection = late;
    const fetchReady = async () => {
      const { status, headers, body } = await late.request('/api/ready');
      return [status, body.status, headers.has('Retry-After')];
    };
    expect(await fetchReady()).toEqual([503, 'starting', true]);
    await reopenDatabase(ownDatabase);
    await eventually(async () => expect(await fetchReady()).toEqual([200, 'ready', false]), 5000);
    await ownDatabase.drop();
    expect(await fetchReady()).toEqual([503, 'unavailable', true]);
  });
});
