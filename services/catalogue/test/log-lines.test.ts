import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/devstack/testing/test-databases';
import { startTestService, type TestService } from '@kitroom/devstack/testing/test-processes';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import { addOperator, openAdminBrowser, PASSWORD } from './admin-browser.ts';
import { closeDatabase, reopenDatabase } from './database-switch.ts';
import { eventually } from '@kitroom/devstack/testing/eventually';
import { createCatalogueDatabase, startTestCatalogue } from './test-catalogue.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface RequestLine {
  level: string;
  req: { id: string; method: string; url: string; remoteAddress: string };
  res: { statusCode: number };
  err?: { message: string };
}

let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await createCatalogueDatabase();
  service = await startTestService('catalogue', {
    DATABASE_URL: database.url,
    RATE_LIMIT_REQUESTS: '1000000',
    // Nobody listens there: what Redis' absence makes anyone write is seen too.
    REDIS_URL: 'redis://127.0.0.1:1',
  });
});

afterAll(async () => {
  await service.kill();
  await database.drop();
});

function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}${path}`, { headers });
}

/** The log line of a request that was answered. */
async function findLine(answer: Response): Promise<RequestLine> {
  const id = answer.headers.get('X-Request-Id') ?? 'no id';
  const line = await service.waitForLine((text) => text.includes(`"id":${JSON.stringify(id)}`));
  return JSON.parse(line) as RequestLine;
}

describe('the id of a request', () => {
  it.each(['abc', '4bf92f35-77b3', 'A/b+c=d@e:f_g.h-1', 'x'.repeat(128)])(
    'is the client’s own in answer and log: %s',
    async (id) => {
      const answer = await ask('/api/brands/1', { 'X-Request-Id': id });
      expect(answer.headers.get('X-Request-Id')).toBe(id);
      expect((await findLine(answer)).req.id).toBe(id);
    },
  );

  it.each(['', 'with space', 'x'.repeat(129), 'é', '{"a":1}', 'a,b', '<b>', "a';drop"])(
    'is a new one where the client’s is not sane: %s',
    async (id) => {
      const answer = await ask('/api/brands/1', { 'X-Request-Id': id });
      expect(answer.headers.get('X-Request-Id')).toMatch(UUID);
      expect((await findLine(answer)).req.id).toBe(answer.headers.get('X-Request-Id'));
    },
  );

  it('is a new one for each request that has none', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask('/api/seasons/search?keyword=20')),
    );
    const ids = answers.map(({ headers }) => headers.get('X-Request-Id') ?? '');
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
  ])('stands on every answer: %s', async (path) => {
    expect((await ask(path)).headers.get('X-Request-Id')).toMatch(UUID);
  });
});

describe('the log line of a request', () => {
  it('tells method, address and status', async () => {
    const line = await findLine(await ask('/api/brands/77?x=1'));
    expect(line).toMatchObject({
      level: 'info',
      service: 'catalogue',
      req: { method: 'GET', url: '/api/brands/77?x=1', remoteAddress: '127.0.0.1' },
      res: { statusCode: 404 },
    });
  });

  it('holds no header: neither key nor cookie', async () => {
    const context = await startTestCatalogue({ database });
    const key = await createApiKey(context.db, { name: 'log', expiresAt: null, rateLimit: null });
    await context.close();
    const secrets = [key, 'kitroom_wrongkey', 'cookiesecret', 'bearersecret'];
    await findLine(await ask('/api/brands/1', { 'X-API-Key': key }));
    await findLine(
      await ask('/api/brands/1', {
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
  it('names operators and addresses, but no password, and no name that is nobody’s', async () => {
    const context = await startTestCatalogue({ database });
    await addOperator(context, 'Olga');
    await context.close();
    const typed = ['a password in the wrong field', 'a wrong password', PASSWORD];
    await openAdminBrowser(service).signIn('a password in the wrong field', 'a wrong password');
    await openAdminBrowser(service).signIn('olga', 'a wrong password');
    await openAdminBrowser(service).signIn('olga', PASSWORD);
    await service.waitForLine((line) => line.includes('"signed in to the admin interface"'));
    const told = service.logs().filter(({ msg }) => String(msg).includes('admin interface'));
    expect(told.map(({ level, operator, address, msg }) => [level, operator, address, msg])).toEqual([
      ['warn', undefined, '127.0.0.1', 'a sign-in to the admin interface was refused'],
      ['warn', 'Olga', '127.0.0.1', 'a sign-in to the admin interface was refused'],
      ['info', 'Olga', '127.0.0.1', 'signed in to the admin interface'],
    ]);
    const text = service.lines().join('\n');
    expect(typed.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('the log', () => {
  it('is JSON, line by line, also when the database goes, Redis is away and clients forge headers', async () => {
    await ask('/api/brands/1', { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7' });
    await closeDatabase(database);
    const away = await ask('/api/kits?page=31');
    expect(away.status).toBe(503);
    const line = await findLine(away);
    // It heals itself: nobody has to act.
    expect(line.level).toBe('warn');
    expect(line.err?.message).toMatch(/not currently accepting connections|terminating connection/);
    await reopenDatabase(database);
    await eventually(async () => expect((await ask('/api/kits?page=31')).status).toBe(200));
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
