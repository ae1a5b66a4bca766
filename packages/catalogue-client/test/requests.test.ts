import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { json, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import { createCatalogueClient, type CatalogueClientOptions } from '../src/index.ts';
import { BAYERN } from './bayern.ts';

let server: LocalServer | undefined;

const requestId = () => 'from-the-client';

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('a request of the catalogue client', () => {
  test('contains the API key, the user agent and the accepted types', async () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    expect(await headersOf({ apiKey: 'kr_secret' })).toMatchObject({
      'x-api-key': 'kr_secret',
      'user-agent': `kitroom-catalogue-client/${version}`,
      accept: 'application/json',
    });
  });

  test.each([undefined, ''])('contains no API key if the option is %j', async (apiKey) => {
    expect(await headersOf({ apiKey })).not.toHaveProperty('x-api-key');
  });

  test('contains the configured user agent', async () => {
    expect(await headersOf({ userAgent: 'kitroom-collection' })).toMatchObject({
      'user-agent': 'kitroom-collection',
    });
  });

  test('contains the headers of its call', async () => {
    expect(await headersOf({}, { 'X-Request-Id': 'abc-123', 'X-Nothing': undefined })).toMatchObject({
      'x-request-id': 'abc-123',
    });
  });

  test('requests strict handling only if the client is strict', async () => {
    expect(await headersOf({ strict: true })).toMatchObject({ prefer: 'handling=strict' });
    expect(await headersOf({})).not.toHaveProperty('prefer');
  });

  test("contains the client's request id unless its call sets a request id", async () => {
    expect(await headersOf({ requestId })).toMatchObject({ 'x-request-id': 'from-the-client' });
    expect(await headersOf({ requestId }, { 'x-request-id': 'from-the-call' })).toMatchObject({
      'x-request-id': 'from-the-call',
    });
  });
});

describe('clubs.get', () => {
  test('throws a TypeError for an undefined id without sending a request', async () => {
    const client = createCatalogueClient({ baseUrl: 'http://127.0.0.1:1' });
    // @ts-expect-error a club's id is a number
    const pending = client.clubs.get({ club_id: undefined });
    await expect(pending).rejects.toThrow(new TypeError('club_id must be a valid path segment'));
  });
});

describe('the catalogue client', () => {
  test.each<[string, Partial<CatalogueClientOptions>]>([
    ['baseUrl', { baseUrl: 'kits.example' }],
    ['baseUrl', { baseUrl: 'ftp://kits.example' }],
    ['baseUrl', { baseUrl: 'https://kits.example/?key=1' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['timeoutMs', { timeoutMs: 2 ** 31 }],
    ['attemptTimeoutMs', { attemptTimeoutMs: -1 }],
    ['retries', { retries: -1 }],
    ['retries', { retries: 1.5 }],
    ['retryPauseMs', { retryPauseMs: 0 }],
    ['maxResponseBytes', { maxResponseBytes: -1 }],
    ['maxFileBytes', { maxFileBytes: 0.5 }],
    ['x-api-key', { apiKey: 'two\nlines' }],
  ])('cannot be created with an invalid %s: %j', (name, options) => {
    expect(() => createCatalogueClient({ baseUrl: 'http://kits.example', ...options })).toThrow(name);
  });

  test.each([{ 'X-Request-Id': 'two\nlines' }, { 'two words': 'x' }])(
    'sends no request with an invalid header: %j',
    async (headers: Record<string, string>) => {
      const client = createCatalogueClient({ baseUrl: 'http://127.0.0.1:1' });
      await expect(client.health({ headers })).rejects.toMatchObject({ name: 'TypeError' });
    },
  );
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
