import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { startS3Server } from './s3-server.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';

const KEY = 'originals/3q2-7wAAbb_c.jpg';
const CONTENT = 'not much of a picture';

let database: TestDatabase;
let collection: TestCollection;

beforeAll(async () => {
  database = await createCollectionDatabase();
  collection = await startTestCollection(database, {
    // If requests for files counted, they would use up the only request.
    THROTTLE_ANON: '1/3600',
  });
  await keep(collection, KEY);
});

afterAll(async () => {
  await collection.close();
  await database.drop();
});

async function keep({ mediaRoot }: TestCollection, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await mkdir(join(mediaRoot, key, '..'), { recursive: true });
    await writeFile(join(mediaRoot, key), CONTENT);
  }
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${collection.url}${path}`, { method, headers, redirect: 'manual' });

/** Sends a request without normalizing the path, which fetch would do. */
function requestRaw(path: string, at = collection): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const requests = request(at.url, { path }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    requests.once('error', reject).end();
  });
}

const NOT_FOUND = { status: 404, body: '{"detail":"Not found."}' };

describe('GET /media/{key} from local storage', () => {
  it('returns the file, cacheable for a year, with a policy that blocks scripts', async () => {
    const response = await get(`/media/${KEY}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(CONTENT);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(CONTENT.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'x-request-id': expect.any(String),
    });
  });

  it('allows every origin to read files, without credentials or cookies', async () => {
    const app = 'https://app.example.org';
    await using otherCollection = await startTestCollection(database, { CORS_ORIGINS: app });
    await keep(otherCollection, KEY);
    const { headers: known } = await fetch(`${otherCollection.url}/media/${KEY}`);
    const requests: Array<[status: number, path: string, init?: RequestInit]> = [
      [200, KEY],
      [200, KEY, { method: 'HEAD' }],
      [206, KEY, { headers: { Range: 'bytes=0-3' } }],
      [304, KEY, { headers: { 'If-None-Match': known.get('ETag') ?? '' } }],
      [404, 'originals/none.jpg'],
      [404, '..%2fsecret.jpg'],
      [405, KEY, { method: 'DELETE' }],
      [412, KEY, { headers: { 'If-Match': '"another"' } }],
      [416, KEY, { headers: { Range: 'bytes=100-200' } }],
      [204, KEY, { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'GET' } }],
    ];
    for (const Origin of [app, 'https://elsewhere.example', 'null', undefined]) {
      for (const [status, path, init = {}] of requests) {
        const headers = { ...(init.headers as Record<string, string>), ...(Origin && { Origin }) };
        const response = await fetch(`${otherCollection.url}/media/${path}`, { ...init, headers });
        const read = (name: string) => response.headers.get(name);
        expect([
          response.status,
          read('Access-Control-Allow-Origin'),
          read('Access-Control-Allow-Credentials'),
          read('Cross-Origin-Resource-Policy'),
          read('Set-Cookie'),
        ]).toEqual([status, '*', null, 'cross-origin', null]);
      }
    }
  });

  it('allows all headers that a CORS preflight announces', async () => {
    const announced = {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'if-none-match,range',
    };
    const { status, headers } = await get(`/media/${KEY}`, announced, 'OPTIONS');
    expect([status, headers.get('Access-Control-Allow-Headers')]).toEqual([204, 'if-none-match,range']);
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD');
    expect(headers.get('Access-Control-Max-Age')).toBe('7200');
  });

  it('does not count towards the rate limit', async () => {
    for (let requests = 0; requests < 3; requests += 1) {
      const { status, headers } = await get(`/media/${KEY}`);
      expect([status, headers.get('RateLimit')]).toEqual([200, null]);
    }
  });

  it('responds to HEAD without a body', async () => {
    const response = await get(`/media/${KEY}`, {}, 'HEAD');
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, String(CONTENT.length)]);
    expect(await response.text()).toBe('');
  });

  it.each([
    ['jpg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
    ['gif', 'image/gif'],
    ['html', 'application/octet-stream'],
  ])('sets the Content-Type by the file extension: %s', async (extension, type) => {
    await keep(collection, `originals/name.${extension}`);
    const { headers } = await get(`/media/originals/name.${extension}`);
    expect(headers.get('Content-Type')).toBe(type);
  });

  it('returns 304 for If-None-Match and If-Modified-Since of an unchanged file', async () => {
    const { headers } = await get(`/media/${KEY}`);
    const byTag = await get(`/media/${KEY}`, { 'If-None-Match': headers.get('ETag') ?? '' });
    expect([byTag.status, await byTag.text()]).toEqual([304, '']);
    expect(byTag.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const byTime = await get(`/media/${KEY}`, { 'If-Modified-Since': headers.get('Last-Modified') ?? '' });
    expect(byTime.status).toBe(304);
  });

  it('returns 206 with the requested range', async () => {
    const response = await get(`/media/${KEY}`, { Range: 'bytes=4-7' });
    expect([response.status, await response.text()]).toEqual([206, CONTENT.slice(4, 8)]);
    expect(response.headers.get('Content-Range')).toBe(`bytes 4-7/${CONTENT.length}`);
  });

  it('returns 416 with "Cache-Control: no-cache" for a range beyond the end of the file', async () => {
    const response = await get(`/media/${KEY}`, { Range: 'bytes=100-200' });
    expect([response.status, await response.json()]).toEqual([416, { detail: expect.any(String) }]);
    expect(response.headers.get('Content-Range')).toBe(`bytes */${CONTENT.length}`);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('ETag')).toBeNull();
  });

  it('returns 412 with "Cache-Control: no-cache" if If-Match does not match', async () => {
    const response = await get(`/media/${KEY}`, { 'If-Match': '"another"' });
    expect([response.status, await response.json()]).toEqual([412, { detail: expect.any(String) }]);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('returns 405 for %s', async (method) => {
    const response = await get(`/media/${KEY}`, {}, method);
    expect([response.status, await response.json()]).toEqual([
      405,
      { detail: `Method "${method}" not allowed.` },
    ]);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('lists the allowed methods in response to OPTIONS', async () => {
    const { status, headers } = await get(`/media/${KEY}`, {}, 'OPTIONS');
    expect([status, headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('GET of a path that is not a file of local storage', () => {
  it.each([
    ['an unknown name', '/media/originals/unknown.jpg'],
    ['an unknown folder', '/media/unknown/name.jpg'],
    ['a folder', '/media/originals'],
    ['a folder with a trailing slash', '/media/originals/'],
    ['the root folder', '/media'],
    ['the root folder with a trailing slash', '/media/'],
    ['a file with a trailing slash', `/media/${KEY}/`],
    ['the path in another case', `/Media/${KEY}`],
    ['a hidden file', '/media/originals/.hidden.jpg'],
    ['an incomplete file', '/media/.incoming/half.jpg'],
    ['an encoded hidden folder', '/media/%2eincoming/half.jpg'],
    ['a file outside the folder', '/media/../package.json'],
    ['a file outside the folder by way of a subfolder', '/media/originals/../../secret.jpg'],
    ['a file outside the folder with encoded dots', '/media/originals/%2e%2e/%2e%2e/secret.jpg'],
    ['a file outside the folder with encoded slashes', '/media/originals/..%2f..%2fsecret.jpg'],
    ['an absolute path', '/media//etc/passwd'],
    ['a name with a null character', '/media/originals/name.jpg%00.png'],
    ['a name that is not UTF-8', '/media/originals/%ff.jpg'],
    ['a very long name', `/media/originals/${'a'.repeat(5000)}.jpg`],
  ])('returns 404 for %s', async (_title, path) => {
    await keep(collection, 'originals/.hidden.jpg', '.incoming/half.jpg', '../secret.jpg');
    try {
      expect(await requestRaw(path)).toEqual(NOT_FOUND);
    } finally {
      await rm(join(collection.mediaRoot, '../secret.jpg'));
    }
  });
});

describe('MEDIA_URL', () => {
  it.each([
    ['/kit/pictures', '/kit/pictures/'],
    ['https://kits.example.org/files/', '/files/'],
    ['https://cdn.example.org', '/media/'],
  ])('determines the path of files: %s', async (MEDIA_URL, path) => {
    await using otherCollection = await startTestCollection(database, { MEDIA_URL });
    await keep(otherCollection, KEY);
    expect(await requestRaw(`${path}${KEY}`, otherCollection)).toEqual({ status: 200, body: CONTENT });
    expect(await requestRaw(`/elsewhere/${KEY}`, otherCollection)).toEqual(NOT_FOUND);
  });
});

describe('GET /media/{key} with S3 storage', () => {
  it('returns 404', async () => {
    const s3 = await startS3Server();
    const otherCollection = await startTestCollection(database, s3.env);
    try {
      await keep(otherCollection, KEY);
      expect(await requestRaw(`/media/${KEY}`, otherCollection)).toEqual(NOT_FOUND);
    } finally {
      await otherCollection.close();
      await s3.close();
    }
  });
});
