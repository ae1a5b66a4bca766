import { describe, expect, it } from '@jest/globals';
import { makeDatabaseUnavailable, reopenDatabase } from '@kitroom/testing/database-switch';
import { eventually } from '@kitroom/testing/eventually';
import { openLocalServer } from '@kitroom/testing/local-server';
import { startTestService } from '@kitroom/testing/test-processes';
import { useService } from '@kitroom/testing/use-service';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import { addOperator, openAdminBrowser, PASSWORD } from './admin-browser.ts';
import { sendRaw } from './send-raw.ts';
import { startTestCatalogue, useCatalogueDatabase } from './test-catalogue.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface RequestLine {
  level: string;
  req: { id: string; method: string; url: string; remoteAddress: string };
  res: { statusCode: number };
  err?: { message: string };
}

const database = useCatalogueDatabase();
const archive = useService(() =>
  openLocalServer((response) => {
    response
      .writeHead(302, { Location: 'https://elsewhere.example/a?b=1&access_token=redirect-s3cret' })
      .end();
  }),
);
const service = useService(async () => {
  const started = await startTestService('catalogue', {
    DATABASE_URL: database.url,
    RATE_LIMIT_REQUESTS: '1000000',
    // Nothing listens there, so that log lines about the missing Redis appear too.
    REDIS_URL: 'redis://127.0.0.1:1',
    ARCHIVE_BASE_URL: archive.baseUrl,
    ARCHIVE_MIN_INTERVAL_MS: '1',
  });
  return { ...started, close: async () => void (await started.kill()) };
});

function request(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}${path}`, { headers });
}

/** The log line of a request that got this response. */
async function findLine(response: Response): Promise<RequestLine> {
  const id = response.headers.get('X-Request-Id') ?? 'no id';
  const line = await service.waitForLine((text) => text.includes(`"id":${JSON.stringify(id)}`));
  return JSON.parse(line) as RequestLine;
}

describe('the request id', () => {
  it.each(['abc', '4bf92f35-77b3', 'A/b+c=d@e:f_g.h-1', 'x'.repeat(128)])(
    "repeats the client's id in the response and the log: %s",
    async (id) => {
      const response = await request('/api/brands/1', { 'X-Request-Id': id });
      expect(response.headers.get('X-Request-Id')).toBe(id);
      expect((await findLine(response)).req.id).toBe(id);
    },
  );

  it.each(['', 'with space', 'x'.repeat(129), 'é', '{"a":1}', 'a,b', '<b>', "a';drop"])(
    "replaces the client's invalid id: %s",
    async (id) => {
      const response = await request('/api/brands/1', { 'X-Request-Id': id });
      expect(response.headers.get('X-Request-Id')).toMatch(UUID);
      expect((await findLine(response)).req.id).toBe(response.headers.get('X-Request-Id'));
    },
  );

  it('is different for each request without an id', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => request('/api/seasons/search?keyword=20')),
    );
    const ids = responses.map(({ headers }) => headers.get('X-Request-Id') ?? '');
    expect(new Set(ids).size).toBe(10);
    for (const id of ids) expect(id).toMatch(UUID);
  });

  it.each([
    '/api/health',
    '/api/docs',
    '/api/openapi.json',
    '/api/nothing',
    '/api/kits/x',
    '/api/random-kits/',
  ])('is in every response: %s', async (path) => {
    expect((await request(path)).headers.get('X-Request-Id')).toMatch(UUID);
  });
});

describe('the log line of a request', () => {
  it('contains the method, URL, address and status', async () => {
    const line = await findLine(await request('/api/brands/77?x=1'));
    expect(line).toMatchObject({
      level: 'info',
      service: 'catalogue',
      req: { method: 'GET', url: '/api/brands/77?x=1', remoteAddress: '127.0.0.1' },
      res: { statusCode: 404 },
    });
  });

  it('contains no API key, cookie or authorization header', async () => {
    const context = await startTestCatalogue({ database });
    const key = await createApiKey(context.db, { name: 'log', expiresAt: null, rateLimit: null });
    await context.close();
    const secrets = [key, 'kitroom_wrongkey', 'cookiesecret', 'bearersecret'];
    await findLine(await request('/api/brands/1', { 'X-API-Key': key }));
    await findLine(
      await request('/api/brands/1', {
        'X-API-Key': 'kitroom_wrongkey',
        Cookie: 'a=cookiesecret',
        Authorization: 'Bearer bearersecret',
      }),
    );
    const text = service.lines().join('\n');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('the log of sign-ins to the admin interface', () => {
  it('contains operator names and addresses, but no passwords or unknown names', async () => {
    const context = await startTestCatalogue({ database });
    await addOperator(context, 'Olga');
    await context.close();
    const typed = ['a password in the wrong field', 'a wrong password', PASSWORD];
    await openAdminBrowser(service).signIn('a password in the wrong field', 'a wrong password');
    await openAdminBrowser(service).signIn('olga', 'a wrong password');
    await openAdminBrowser(service).signIn('olga', PASSWORD);
    await service.waitForLine((line) => line.includes('"signed in to the admin interface"'));
    const logged = service.logs().filter(({ msg }) => String(msg).includes('admin interface'));
    expect(logged.map(({ level, operator, address, msg }) => [level, operator, address, msg])).toEqual([
      ['warn', undefined, '127.0.0.1', 'rejected a sign-in to the admin interface'],
      ['warn', 'Olga', '127.0.0.1', 'rejected a sign-in to the admin interface'],
      ['info', 'Olga', '127.0.0.1', 'signed in to the admin interface'],
    ]);
    const text = service.lines().join('\n');
    expect(typed.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('query strings in the log', () => {
  it.each([
    ['/api/kits?api_key=s3cret&page=2', '/api/kits?api_key=…&page=2'],
    ['/api/kits?page=2&X-API-Key=s3cret', '/api/kits?page=2&X-API-Key=…'],
    ['/api/kits?ACCESS%5fTOKEN=s3cret', '/api/kits?ACCESS%5fTOKEN=…'],
    [
      '/api/kits?auth[password][]=s3cret&auth[password][]=s3cret',
      '/api/kits?auth[password][]=…&auth[password][]=…',
    ],
    ['/api/clubs/search?keyword=s3cret', '/api/clubs/search?keyword=…'],
    ['/api/clubs/%zz?client_secret=s3"cret', '/api/clubs/%zz?client_secret=…'],
    ['/nothing?next=%2Fa%3Fcode%3Ds3cret', '/nothing?next=%2Fa%3Fcode%3D…'],
    ['/admin/?state=s3cret', '/admin/?state=…'],
    ['http://kits.example.org/api/health?token=s3cret', 'http://kits.example.org/api/health?token=…'],
  ])('have their secrets redacted in %s', async (target, logged) => {
    const id = `query-${Math.random()}`;
    await sendRaw(
      service.url,
      `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Request-Id: ${id}\r\n` +
        `Referer: http://kits.example.org/?token=referrer-s3cret\r\n\r\n`,
    );
    const line = await service.waitForLine((text) => text.includes(`"id":"${id}"`));
    expect((JSON.parse(line) as RequestLine).req.url).toBe(logged);
    expect(line).not.toContain('s3cret');
  });

  it('are redacted for malformed and failed requests', async () => {
    await sendRaw(service.url, 'GET /api/kits?token=s3cret HTTP/9.9\r\nHost: a\r\n\r\n');
    await sendRaw(service.url, `GET /api/kits?token=s3cret${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await request('/api/kits?page=41&token=s3cret');
    const context = await startTestCatalogue({ database });
    await context.db.raw('alter table user_collections rename column userid to hidden_away');
    try {
      expect(
        (await request('/api/user-collection/1?token=s3cret', { 'X-Request-Id': 'broken' })).status,
      ).toBe(500);
      await service.waitForLine((text) => text.includes('"id":"broken"'));
    } finally {
      await context.db.raw('alter table user_collections rename column hidden_away to userid');
      await context.close();
    }
    expect(service.lines().join('\n')).not.toContain('s3cret');
  });

  it('are redacted in redirects of the archive', async () => {
    const response = await fetch(`${service.url}/api/user-collection/5/scrape`, { method: 'POST' });
    expect(response.status).toBe(202);
    const line = await service.waitForLine((text) => text.includes('a scrape failed'), 30_000);
    expect(line).toContain('https://elsewhere.example/a?b=1&access_token=…');
    expect(line).not.toContain('s3cret');
  });
});

describe('the log of the catalogue', () => {
  it('contains only JSON lines, also during database and Redis failures and with forged headers', async () => {
    await request('/api/brands/1', { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7' });
    await makeDatabaseUnavailable(database);
    const failed = await request('/api/changes');
    expect(failed.status).toBe(503);
    const line = await findLine(failed);
    // The fault is temporary and needs no action.
    expect(line.level).toBe('warn');
    expect(line.err?.message).toMatch(
      /not currently accepting connections|terminating connection|Connection terminated/,
    );
    await reopenDatabase(database);
    await eventually(async () => expect((await request('/api/changes')).status).toBe(200));
    const strange = service.lines().filter((text) => !isEntry(text));
    expect(strange).toEqual([]);
  });
});

function isEntry(line: string): boolean {
  try {
    const entry = JSON.parse(line) as { level?: unknown; time?: unknown };
    return typeof entry.level === 'string' && typeof entry.time === 'string';
  } catch {
    return false;
  }
}
