import { afterEach, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createCatalogueClient, type CatalogueClientOptions } from '../src/index.ts';
import { toEndpointUrl } from '../src/endpoint-url.ts';
import { parseRetryAfter } from '@kitroom/shared';
import { BAYERN, json, openLocalServer, type LocalServer } from './local-server.ts';

let server: LocalServer | undefined;

const requestId = () => 'from-the-client';

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('a request', () => {
  test('carries the API key, and says who asks and what is understood', async () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    expect(await headersOf({ apiKey: 'kr_secret' })).toMatchObject({
      'x-api-key': 'kr_secret',
      'user-agent': `kitroom-catalogue-client/${version}`,
      accept: 'application/json',
    });
  });

  test.each([undefined, ''])('carries no API key when there is none: %j', async (apiKey) => {
    expect(await headersOf({ apiKey })).not.toHaveProperty('x-api-key');
  });

  test('says that it is someone else when told', async () => {
    expect(await headersOf({ userAgent: 'kitroom-collection' })).toMatchObject({
      'user-agent': 'kitroom-collection',
    });
  });

  test('carries the headers of its call', async () => {
    expect(await headersOf({}, { 'X-Request-Id': 'abc-123', 'X-Nothing': undefined })).toMatchObject({
      'x-request-id': 'abc-123',
    });
  });

  test("carries the client's request id unless its call has one", async () => {
    expect(await headersOf({ requestId })).toMatchObject({ 'x-request-id': 'from-the-client' });
    expect(await headersOf({ requestId }, { 'x-request-id': 'from-the-call' })).toMatchObject({
      'x-request-id': 'from-the-call',
    });
  });
});

describe('an address', () => {
  const base = new URL('https://kits.example');

  test.each([
    ['https://kits.example', 'https://kits.example/api/kits'],
    ['https://kits.example/catalogue', 'https://kits.example/catalogue/api/kits'],
    ['https://kits.example/a/b//', 'https://kits.example/a/b/api/kits'],
    ['http://[::1]:8001/', 'http://[::1]:8001/api/kits'],
  ])('below %s is %s', (baseUrl, expected) => {
    expect(toEndpointUrl(new URL(baseUrl), '/api/kits', {}).href).toBe(expected);
  });

  test('repeats what is a list and leaves out what is absent', () => {
    const args = { color: ['Red', 'Sky blue'], empty: [], none: undefined, nil: null, blank: '', no: false };
    expect(toEndpointUrl(base, '/api/kits', args).search).toBe('?color=Red&color=Sky+blue&blank=&no=false');
  });

  test('holds a path parameter as one segment', () => {
    expect(toEndpointUrl(base, '/api/{name}/kits', { name: 'a/b?c#d é' }).pathname).toBe(
      '/api/a%2Fb%3Fc%23d%20%C3%A9/kits',
    );
  });

  test.each([undefined, null, '', '.', '..', {}, ['1'], '\uD800'])('has no path parameter %j', (club) => {
    expect(() => toEndpointUrl(base, '/api/clubs/{club}', { club })).toThrow(TypeError);
  });

  test.each([{}, [[1]], 1n, Symbol.iterator])('has no query parameter %p', (club) => {
    expect(() => toEndpointUrl(base, '/api/kits', { club })).toThrow(
      new TypeError('club must be a text, a number or a boolean'),
    );
  });

  test('that cannot be is told without asking', async () => {
    const client = createCatalogueClient({ baseUrl: 'http://127.0.0.1:1' });
    // @ts-expect-error a club's id is a number
    const asked = client.clubs.get({ club_id: undefined });
    await expect(asked).rejects.toThrow(new TypeError('club_id must be given, and fit into a path'));
  });
});

describe('a client', () => {
  test.each<[string, Partial<CatalogueClientOptions>]>([
    ['baseUrl', { baseUrl: 'kits.example' }],
    ['baseUrl', { baseUrl: 'ftp://kits.example' }],
    ['baseUrl', { baseUrl: 'https://kits.example/?key=1' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['timeoutMs', { timeoutMs: 2 ** 31 }],
    ['attemptTimeoutMs', { attemptTimeoutMs: -1 }],
    ['connectTimeoutMs', { connectTimeoutMs: 0 }],
    ['retries', { retries: -1 }],
    ['retries', { retries: 1.5 }],
    ['retryPauseMs', { retryPauseMs: 0 }],
    ['maxAnswerBytes', { maxAnswerBytes: -1 }],
    ['x-api-key', { apiKey: 'two\nlines' }],
  ])('is not opened with a wrong %s: %j', (name, options) => {
    expect(() => createCatalogueClient({ baseUrl: 'http://kits.example', ...options })).toThrow(name);
  });

  test.each([{ 'X-Request-Id': 'two\nlines' }, { 'two words': 'x' }])(
    'asks nothing with a header that cannot be: %j',
    async (headers: Record<string, string>) => {
      const client = createCatalogueClient({ baseUrl: 'http://127.0.0.1:1' });
      await expect(client.health({ headers })).rejects.toMatchObject({ name: 'TypeError' });
    },
  );
});

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    ['Fri, 31 Dec 1999 23:59:59 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j asks for %j ms', (header, expected) => {
    expect(parseRetryAfter(header)).toBe(expected);
  });

  test.each([
    ['IMF-fixdate', (date: Date) => date.toUTCString()],
    [
      'asctime',
      (date: Date) => date.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 $4'),
    ],
  ])('may be a date in the form of %s', (_, write) => {
    const asked = parseRetryAfter(write(new Date(Date.now() + 60_000))) ?? 0;
    expect(asked).toBeGreaterThan(58_000);
    expect(asked).toBeLessThanOrEqual(60_000);
  });
});

async function headersOf(
  options: Partial<CatalogueClientOptions>,
  headers?: Record<string, string | undefined>,
) {
  await server?.close();
  server = await openLocalServer(json([BAYERN]));
  const client = createCatalogueClient({ baseUrl: server.baseUrl, ...options });
  await client.clubs.search({ keyword: 'x' }, { headers });
  return server.seen[0]?.headers;
}
