import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { S3_PART_BYTES } from '../src/limits.ts';
import { MissingFileError, type Storage } from '../src/storage/storage.ts';
import { startS3Server, type S3Server } from './s3-server.ts';
import { keysOf, newKey, openTestStorages, type TestStorages } from './test-storages.ts';

const BASE = 'https://kits.example.org';
const servers: Server[] = [];
const sockets: Socket[] = [];
let storages: TestStorages;
let s3: S3Server;

beforeAll(async () => {
  storages = await openTestStorages();
  s3 = await startS3Server();
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

afterAll(async () => {
  await storages.close();
  await s3.close();
});

const openS3 = (env: Record<string, string> = {}): Storage => storages.open({ ...s3.env, ...env });

/** Starts a fake server on a free port; returns its address. */
async function play(server: Server): Promise<string> {
  servers.push(server);
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('S3 storage', () => {
  it('returns URLs at S3_ENDPOINT, or at S3_PUBLIC_URL if it is set', () => {
    expect(openS3().url('originals/a.jpg', BASE)).toBe(`${s3.env['S3_ENDPOINT']}/kitroom/originals/a.jpg`);
    expect(openS3({ S3_PUBLIC_URL: 'https://cdn.example.org/kits/' }).url('originals/a.jpg', BASE)).toBe(
      'https://cdn.example.org/kits/originals/a.jpg',
    );
  });

  it('returns URLs at AWS if no endpoint is set', () => {
    const storage = storages.open({ STORAGE: 's3', S3_BUCKET: 'kits', S3_REGION: 'eu-south-2' });
    expect(storage.url('originals/a.jpg', BASE)).toBe(
      'https://s3.eu-south-2.amazonaws.com/kits/originals/a.jpg',
    );
  });

  it.each([
    ['jpg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
    ['gif', 'image/gif'],
    ['exe', 'application/octet-stream'],
  ])('stores files with a content type and a cache policy: %s', async (extension, type) => {
    const storage = openS3();
    const key = newKey(extension);
    await storage.put(key, await storages.aFile('served'));
    const response = await fetch(storage.url(key, BASE));
    expect([response.status, await response.text()]).toEqual([200, 'served']);
    expect(response.headers.get('Content-Type')).toBe(type);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  });

  it('stores a file that is larger than one part', async () => {
    const [storage, key] = [openS3(), newKey('zip')];
    const content = randomBytes(S3_PART_BYTES + 1000);
    await storage.put(key, await storages.aFile(content));
    expect((await storage.load(key)).equals(content)).toBe(true);
  });

  it('discards the uploaded parts when an upload fails', async () => {
    const requests: string[] = [];
    const S3_ENDPOINT = await play(createHttpServer(refusingSecondPart(requests)));
    const upload = openS3({ S3_ENDPOINT }).put(
      'exports/a.zip',
      await storages.aFile(randomBytes(2 * S3_PART_BYTES)),
    );
    await expect(upload).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
    expect(requests).toEqual(['POST', 'PUT 1', 'PUT 2', 'PUT 2', 'DELETE']);
  });

  it('lists all pages of a bucket, without keys of other programs', async () => {
    const tokens: (string | null)[] = [];
    const S3_ENDPOINT = await play(createHttpServer(pagingThrough(tokens)));
    expect(await keysOf(openS3({ S3_ENDPOINT }))).toEqual(['originals/a.jpg', 'originals/b.jpg']);
    expect(tokens).toEqual([null, 'a b&c/=']);
  });

  it.each([
    ['access key id', { S3_ACCESS_KEY_ID: 'ANOTHER' }],
    ['bucket', { S3_BUCKET: 'another' }],
  ])('rejects all operations with a wrong configuration: %s', async (_what, env) => {
    await expectUnavailable(openS3(env));
  });

  it('rejects all operations while the server returns 403', async () => {
    const S3_ENDPOINT = await play(
      createHttpServer((request, response) => {
        request.resume();
        response.writeHead(403, { 'Content-Type': 'application/xml' });
        response.end(
          '<Error><Code>SignatureDoesNotMatch</Code><Message>It does not match.</Message></Error>',
        );
      }),
    );
    await expectUnavailable(openS3({ S3_ENDPOINT }));
  });

  it('rejects all operations while the server is unavailable, and works again afterwards', async () => {
    const ownServer = await startS3Server();
    try {
      const storage = storages.open(ownServer.env);
      await storage.check();
      await ownServer.stop();
      await expectUnavailable(storage);
      await ownServer.restart();
      await storage.put('originals/a.jpg', await storages.aFile('back'));
      expect(ownServer.list()).toEqual(['originals/a.jpg']);
    } finally {
      await ownServer.close();
    }
  });

  it('rejects reads when the server does not respond or stops in the middle of a file', async () => {
    const startedAt = Date.now();
    const silent = openS3({ S3_ENDPOINT: await play(createServer(() => undefined)) });
    const fallingSilent = openS3({ S3_ENDPOINT: await play(createHttpServer(sendingSome())) });
    await Promise.all([
      expectUnavailable(silent),
      expect(storages.read(fallingSilent, newKey())).rejects.toThrow('inactivity'),
    ]);
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  });

  it('rejects reads when the connection ends in the middle of a file', async () => {
    const S3_ENDPOINT = await play(createHttpServer(sendingSome((response) => response.destroy())));
    await expect(storages.read(openS3({ S3_ENDPOINT }), newKey())).rejects.toThrow('aborted');
  });
});

async function expectUnavailable(storage: Storage): Promise<void> {
  const results = await Promise.allSettled([
    storage.check(),
    storage.put(newKey(), await storages.aFile('away')),
    storages.read(storage, newKey()),
    storage.remove([newKey()]),
    keysOf(storage),
  ]);
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
  for (const result of results) {
    expect(result.status === 'rejected' && result.reason).not.toBeInstanceOf(MissingFileError);
  }
}

/** A server that sends less of a file than it announces. */
function sendingSome(then: (response: ServerResponse) => void = () => undefined): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('some', () => then(response));
  };
}

/** A bucket that fails on the second part of an upload. */
function refusingSecondPart(requests: string[]): RequestListener {
  return (request, response) => {
    const part = new URL(request.url ?? '', 'http://s3').searchParams.get('partNumber');
    requests.push([request.method, part].filter(Boolean).join(' '));
    request.resume().once('end', () => {
      const body = '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>';
      response
        .writeHead(part === '2' ? 500 : 200, { ETag: '"x"' })
        .end(request.method === 'POST' ? body : '');
    });
  };
}

/** A bucket whose list has two pages, which the S3 server of the other tests does not support. */
function pagingThrough(tokens: (string | null)[]): RequestListener {
  return ({ url = '' }, response) => {
    const token = new URL(url, 'http://s3').searchParams.get('continuation-token');
    tokens.push(token);
    const name = token === null ? 'a' : 'b';
    response.setHeader('Content-Type', 'application/xml');
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>
        <IsTruncated>${token === null}</IsTruncated>
        ${token === null ? '<NextContinuationToken>a b&amp;c/=</NextContinuationToken>' : ''}
        <Contents><Key>originals/${name}.jpg</Key><LastModified>2026-11-21T10:00:00.000Z</LastModified></Contents>
        <Contents><Key>no key of ours</Key><LastModified>2026-11-21T10:00:00.000Z</LastModified></Contents>
      </ListBucketResult>`,
    );
  };
}
