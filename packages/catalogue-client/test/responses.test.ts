import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import nock from 'nock';
import * as z from 'zod';
import {
  failing,
  hangUp,
  json,
  listen,
  openLocalServer,
  text,
  type LocalServer,
  type Reply,
} from '@kitroom/testing/local-server';
import {
  CATALOGUE_CONTRACTS as contracts,
  createCatalogueClient,
  type CatalogueClientOptions,
} from '../src/index.ts';
import { BAYERN } from './bayern.ts';

const ENTRY = {
  kit_id: 123_456,
  kit_name: 'Bayern München 2024-25 Home Kit',
  kit_slug: 'bayern-munchen-2024-25-home-kit',
  team_name: 'Bayern München',
  season_year: '2024-25',
  main_img_url: 'https://archive.example/static/kits/123456.jpg',
  entry_id: 7_654_321,
  colors: ['Red', 'White'],
};

let server: LocalServer | undefined;

beforeAll(() => {
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  nock.enableNetConnect('127.0.0.1');
});

afterEach(async () => {
  nock.cleanAll();
  await server?.close();
  server = undefined;
});

afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

describe('a response to the catalogue client', () => {
  test('keeps fields that this version does not know', async () => {
    const newer = { ...BAYERN, founded: 1900 };
    expect(await responseTo(json([newer]))).toEqual([newer]);
  });

  test.each<[string, Reply, string]>([
    ['is not JSON', text('<html>', 200, 'application/json'), 'the response is not JSON'],
    ['is empty', text('', 200, 'application/json'), 'the response is not JSON'],
    ['has another content type', text('[]'), 'the response is text/html, not application/json'],
    ['lacks a field', json([{ ...BAYERN, name: undefined }]), 'the response is not of the documented shape'],
    [
      'has a field of another type',
      json([{ ...BAYERN, id: '7' }]),
      'the response is not of the documented shape',
    ],
    ['is an object instead of a list', json(BAYERN), 'the response is not of the documented shape'],
  ])('is rejected with invalid_response if it %s', async (_, reply, message) => {
    const error = await errorOf(reply);
    expect(error).toMatchObject({ code: 'invalid_response', status: 200, detail: undefined });
    expect(error).toMatchObject({ message: `GET /api/clubs/search: ${message}` });
    expect(server?.seen).toHaveLength(1);
  });

  test('is rejected with invalid_response if its status is undocumented', async () => {
    expect(await errorOf(json([BAYERN], 206))).toMatchObject({ code: 'invalid_response', status: 206 });
  });

  test('causes an error that names the invalid fields', async () => {
    const error = await errorOf(json([{ ...BAYERN, name: 1 }]));
    expect(error).toMatchObject({ cause: { issues: [{ path: [0, 'name'], code: 'invalid_type' }] } });
  });

  test('is rejected with invalid_response if it is not HTTP', async () => {
    const gibberish = createServer((socket) => socket.resume().end('hello, this is no catalogue\r\n\r\n'));
    const client = createCatalogueClient({ baseUrl: await listen(gibberish) });
    await expect(client.brands.get({ brand_id: 1 })).rejects.toMatchObject({ code: 'invalid_response' });
    gibberish.close();
  });

  test('is rejected with invalid_response if it cannot be decompressed', async () => {
    expect(await errorOf(gzipped('[]', Buffer.from('this is not gzip')))).toMatchObject({
      code: 'invalid_response',
    });
  });

  test('is decompressed', async () => {
    expect(await responseTo(gzipped(JSON.stringify([BAYERN])))).toEqual([BAYERN]);
  });

  test.each<[string, Reply]>([
    ['declares a length above the limit', json('x'.repeat(2_000))],
    ['sends more bytes than the limit', (response) => endlessly(response)],
    ['exceeds the limit when decompressed', gzipped(' '.repeat(1_000_000))],
  ])('is rejected with invalid_response if its body %s', async (_, reply) => {
    const error = await errorOf(reply, { maxResponseBytes: 1_000 });
    expect(error).toMatchObject({ code: 'invalid_response', status: undefined });
    expect(error).toMatchObject({ message: 'GET /api/clubs/search: the response is larger than 1000 bytes' });
    expect(server?.seen).toHaveLength(1);
  });

  test('may contain as many entries as a scrape can return', async () => {
    const entries = Array.from({ length: 20_199 }, () => ENTRY);
    server = await openLocalServer(
      json({
        status: 'cached',
        data: { success: true, entries, total_entries: entries.length, pages_scraped: 500, truncated: true },
        pagination: { total_count: entries.length, note: '' },
      }),
    );
    const { scrape } = createCatalogueClient(server).userCollections;
    expect(await scrape({ userid: 57 })).toMatchObject({ data: { total_entries: entries.length } });
  });

  test('passes its status and headers to onResponse at each attempt', async () => {
    server = await openLocalServer(failing(503, '0'), json([BAYERN], 200, { 'x-cache': 'HIT' }));
    const heads: unknown[] = [];
    await createCatalogueClient(server).clubs.search(
      { keyword: 'x' },
      {
        onResponse: ({ status, headers }) =>
          heads.push([status, headers.get('Retry-After'), headers.get('X-Cache')]),
      },
    );
    expect(heads).toEqual([
      [503, '0', null],
      [200, null, 'HIT'],
    ]);
  });

  test('is not transformed by the schema of any contract', () => {
    for (const { responses } of contracts) {
      for (const response of Object.values(responses)) {
        expect(() => response.schema && z.toJSONSchema(response.schema, { io: 'output' })).not.toThrow();
      }
    }
  });
});

describe('kits.picture', () => {
  test('returns the SVG as a string', async () => {
    server = await openLocalServer(text('<svg/>', 200, 'image/svg+xml; charset=utf-8'));
    const client = createCatalogueClient(server);
    expect(await client.kits.picture({ kit_id: 3 })).toBe('<svg/>');
    expect(server.seen[0]?.headers.accept).toBe('image/svg+xml, application/json');
  });

  test('rejects HTML with invalid_response', async () => {
    server = await openLocalServer(text('<html>'));
    const pending = createCatalogueClient(server).kits.picture({ kit_id: 3 });
    await expect(pending).rejects.toMatchObject({ code: 'invalid_response' });
  });
});

describe('health', () => {
  const report = { timestamp: '2026-11-20T10:00:00.000Z', cache: 'connected' };
  const unhealthy = {
    ...report,
    status: 'unhealthy',
    database: 'disconnected',
    error: 'The database is unavailable.',
  };

  test('returns an unhealthy report without a retry', async () => {
    server = await openLocalServer(json(unhealthy, 503, { 'retry-after': '0' }));
    expect(await createCatalogueClient(server).health()).toEqual(unhealthy);
    expect(server.seen).toHaveLength(1);
  });

  test('rejects a 503 response of a proxy in HTML', async () => {
    server = await openLocalServer(text('<h1>Bad gateway</h1>', 503));
    await expect(createCatalogueClient(server).health()).rejects.toMatchObject({ code: 'http', status: 503 });
  });
});

describe('an error of the catalogue client', () => {
  test('contains the status, detail, request id and pause before a retry', async () => {
    const reply = json({ detail: 'Rate limit exceeded. Please try again later.' }, 403, {
      'retry-after': '1800',
      'x-request-id': 'abc-123',
    });
    expect(await errorOf(reply)).toMatchObject({
      name: 'CatalogueError',
      code: 'http',
      status: 403,
      detail: 'Rate limit exceeded. Please try again later.',
      retryAfterMs: 1_800_000,
      requestId: 'abc-123',
      message: 'GET /api/clubs/search: 403 Rate limit exceeded. Please try again later.',
    });
  });

  test.each<[string, Reply]>([
    ['HTML', text('<h1>Not here</h1>', 404)],
    ['empty', text('', 404)],
    ['JSON without a detail', json(['not here'], 404)],
    ['JSON with a detail that is not a string', json({ detail: { deep: true } }, 404)],
  ])('leaves the detail undefined if the body is %s', async (_, reply) => {
    expect(await errorOf(reply)).toMatchObject({ code: 'http', status: 404, detail: undefined });
  });

  test('contains the cause if the catalogue is unreachable', async () => {
    server = await openLocalServer(hangUp);
    await server.close();
    const pending = createCatalogueClient({ baseUrl: server.baseUrl, retries: 0 }).health();
    await expect(pending).rejects.toMatchObject({
      code: 'unreachable',
      status: undefined,
      cause: { code: 'ECONNREFUSED' },
    });
  });

  test.each<[string, Reply]>([
    ['404', failing(404)],
    ['invalid', text('<html>')],
    ['missing', hangUp],
  ])('does not contain the API key if the response is %s', async (_, reply) => {
    const error = await errorOf(reply, { apiKey: 'kr_secret', retries: 0 });
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('kr_secret');
  });
});

describe('a redirect of the catalogue client', () => {
  test('is rejected with "moved" if a request with an API key is redirected to another host', async () => {
    const otherHost = nock('http://elsewhere.example')
      .get('/api/clubs/search')
      .query(true)
      .reply(200, [BAYERN]);
    const error = await errorOf(redirect('http://elsewhere.example/api/clubs/search'), {
      apiKey: 'kr_secret',
    });
    expect(error).toMatchObject({ code: 'moved', status: 302 });
    expect(otherHost.isDone()).toBe(false);
  });

  test('is rejected with "http" if a request without an API key is redirected to another host', async () => {
    const error = await errorOf(redirect('http://elsewhere.example/api/clubs/search'));
    expect(error).toMatchObject({ code: 'http', status: 302, message: expect.stringContaining('elsewhere') });
  });

  test('is followed within the host', async () => {
    server = await openLocalServer(redirect('/api/clubs/search/?keyword=x'), json([BAYERN]));
    expect(await createCatalogueClient(server).clubs.search({ keyword: 'x' })).toEqual([BAYERN]);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/clubs/search?keyword=x',
      '/api/clubs/search/?keyword=x',
    ]);
  });

  test('is rejected with invalid_response if it leads in a circle', async () => {
    expect(await errorOf(redirect('/api/clubs/search'))).toMatchObject({ code: 'invalid_response' });
    expect(server?.seen).toHaveLength(4);
  });
});

async function responseTo(reply: Reply, options: Partial<CatalogueClientOptions> = {}): Promise<unknown> {
  server = await openLocalServer(reply);
  return createCatalogueClient({ baseUrl: server.baseUrl, ...options }).clubs.search({ keyword: 'x' });
}

async function errorOf(reply: Reply, options: Partial<CatalogueClientOptions> = {}): Promise<unknown> {
  const response = responseTo(reply, options);
  return response.then(
    (body) => {
      throw new Error(`there was a response: ${inspect(body)}`);
    },
    (error: unknown) => error,
  );
}

function gzipped(body: string, packed = gzipSync(body)): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(packed);
  };
}

function redirect(location: string): Reply {
  return (response) => {
    response.writeHead(302, { location }).end();
  };
}

function endlessly(response: Parameters<Reply>[0]) {
  response.writeHead(200, { 'content-type': 'application/json' });
  const pour = setInterval(() => response.write(' '.repeat(200)), 5);
  response.on('close', () => clearInterval(pour));
}
