import { request as send, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { kitLines } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';
import { countCompressions } from './watch-compressions.ts';

const LIST = '/api/kits?page_size=100';

const catalogue = useCatalogue({ env: { ADMIN_PASSWORD: 'a long enough password' } });

beforeAll(async () => {
  await catalogue.load(kitLines(Array.from({ length: 40 }, (_, at) => ({ club: `Club ${at}` }))));
});

/** Sends a request without decompressing the response. */
async function request(
  path: string,
  headers: Record<string, string> = {},
  { url = catalogue.url, method = 'GET' } = {},
) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(`${url}${path}`, { headers, method }, resolve).once('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

/** The part that two responses of a page with a form have in common. */
const startOf = (body: Buffer) => body.toString('utf8', 0, 500);

describe('a long text response', () => {
  it.each([
    ['a list', LIST],
    ['a picture', '/api/kits/1/picture.svg'],
    ['the OpenAPI document', '/api/openapi.json'],
    ['the documentation page', '/api/docs'],
    ['the front page', '/', { Accept: 'text/html' }],
  ])(
    'is compressed with the encoding that the client accepts: %s',
    async (_what, path, accepts: Record<string, string> = {}) => {
      const plain = await request(path, accepts);
      expect(plain.status).toBe(200);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers.vary).toContain('Accept-Encoding');
      const forms = { br: brotliDecompressSync, gzip: gunzipSync } as const;
      for (const [encoding, decompress] of Object.entries(forms)) {
        const { headers, body } = await request(path, { ...accepts, 'Accept-Encoding': encoding });
        expect(headers['content-encoding']).toBe(encoding);
        expect(headers.vary).toContain('Accept-Encoding');
        expect(Number(headers['content-length'])).toBe(body.length);
        expect(body.length).toBeLessThan(plain.body.length);
        expect(startOf(decompress(body))).toBe(startOf(plain.body));
      }
    },
  );

  it('is compressed while a collection is streamed', async () => {
    await catalogue.db.raw(
      "insert into user_collections (userid, pages_scraped, expires_at) values (7, 1, now() + interval '1 day')",
    );
    await catalogue.db.raw(
      `insert into user_collection_entries (userid, place, entry)
       select 7, place, '{"kit_id":1,"kit_name":"Kit"}' from generate_series(1, 100) as place`,
    );
    const path = '/api/user-collection/7/scrape';
    const plain = await request(path, {}, { method: 'POST' });
    const { headers, body } = await request(path, { 'Accept-Encoding': 'br' }, { method: 'POST' });
    expect([plain.headers['content-encoding'], headers['content-encoding']]).toEqual([undefined, 'br']);
    expect(brotliDecompressSync(body).toString()).toBe(plain.body.toString());
    expect(headers.etag).toBe(plain.headers.etag?.replace(/"$/, '.br"'));
    expect(body.length).toBeLessThan(plain.body.length / 2);
  });

  it('uses the best encoding that the client accepts', async () => {
    const encodingFor = async (accepted: string) =>
      (await request(LIST, { 'Accept-Encoding': accepted })).headers['content-encoding'];
    expect(await encodingFor('gzip, deflate, br')).toBe('br');
    expect(await encodingFor('br;q=0, gzip')).toBe('gzip');
    expect(await encodingFor('br;q=0, *;q=0')).toBeUndefined();
    expect(await encodingFor('zstd')).toBeUndefined();
  });

  it('is revalidated with the ETag of any encoding', async () => {
    const { headers } = await request(LIST, { 'Accept-Encoding': 'br' });
    const plain = await request(LIST);
    expect(headers.etag).not.toBe(plain.headers.etag);
    // Apache, which compresses responses itself, marks their tags.
    const fromApache = plain.headers.etag?.replace(/"$/, '-gzip"');
    for (const tag of [headers.etag, plain.headers.etag, fromApache]) {
      const revalidated = await request(LIST, { 'Accept-Encoding': 'br', 'If-None-Match': tag ?? '' });
      expect([revalidated.status, revalidated.headers.vary]).toEqual([
        304,
        expect.stringContaining('Accept-Encoding'),
      ]);
    }
  });

  it('is not compressed behind a trusted proxy', async () => {
    await using behind = await startTestCatalogue({
      database: { url: catalogue.databaseUrl },
      env: { TRUST_PROXY: '1' },
    });
    const { headers } = await request(LIST, { 'Accept-Encoding': 'br' }, { url: behind.url });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Prefer']);
  });
});

describe('a response of more than 64 KiB', () => {
  it('is compressed once for concurrent requests', async () => {
    const headers = { Host: 'not-requested-yet.example', 'Accept-Encoding': 'br' };
    const responses = new Set<string>();
    const count = await countCompressions(async () => {
      const requests = Array.from({ length: 10 }, () => request('/api/openapi.json', headers));
      for (const { body } of await Promise.all(requests)) responses.add(body.toString('base64'));
    });
    expect([count, responses.size]).toEqual([1, 1]);
    const [text = ''] = responses;
    expect(brotliDecompressSync(Buffer.from(text, 'base64')).length).toBeGreaterThan(64 * 1024);
  });
});

describe('a page with a CSRF token', () => {
  it('is not compressed, as its length would reveal the token', async () => {
    const { headers, body } = await request('/admin/sign-in', { 'Accept-Encoding': 'br, gzip' });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Prefer']);
    expect(body.length).toBeGreaterThan(1024);
    expect(body.toString()).toContain('name="csrf"');
  });
});

describe('a short text response', () => {
  it('is not compressed', async () => {
    const { headers } = await request('/api/seasons/search?keyword=2024', { 'Accept-Encoding': 'br, gzip' });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Prefer']);
  });
});
