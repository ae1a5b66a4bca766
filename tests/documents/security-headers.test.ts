import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashKitLook } from '@kitroom/shared';
import { useService } from '@kitroom/testing/use-service';
import { startTestCatalogue, useCatalogue } from '../../services/catalogue/test/test-catalogue.ts';
import { useCollection, useReplica } from '../../services/collection/test/test-collection.ts';
import { addUser, PASSWORD, tokenOf } from '../../services/collection/test/test-users.ts';
import { readTables } from './read-tables.ts';

const APP = 'https://app.example.org';
const ADMIN_PASSWORD = 'an operator of the tests';

/** Other response headers, which have nothing to do with security. */
const OTHERS = new Set([
  'accept-ranges',
  'allow',
  'connection',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'set-cookie',
  'transfer-encoding',
  'vary',
  'www-authenticate',
  'x-cache',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-total-count',
]);

const tables = readTables('docs/security/headers-and-cookies.md');

const env = { WORKER: 'false', CORS_ORIGINS: APP, ADMIN_PASSWORD };
const inProduction = { NODE_ENV: 'production' };
const catalogue = useCatalogue({ env });
const collection = useCollection(env);
const services: Readonly<Record<string, { url: string }>> = {
  catalogue,
  collection,
  'catalogue in production': useService(() =>
    startTestCatalogue({ database: { url: catalogue.databaseUrl }, env: { ...env, ...inProduction } }),
  ),
  'collection in production': useReplica(collection, () => inProduction),
};
let token = '';
let session: Record<string, string> = {};

beforeAll(async () => {
  await catalogue.load([
    { kind: 'brand', slug: 'b', name: 'B' },
    { kind: 'club', slug: 'c', name: 'C' },
    { kind: 'kit', id: 1, slug: 'k', name: 'Kit', club: 'c', brand: 'b', season: '2024', type: 'Home' },
  ]);
  await mkdir(join(collection.mediaRoot, 'originals'), { recursive: true });
  await writeFile(join(collection.mediaRoot, 'originals/a.jpg'), 'no picture, but a file');
  token = await tokenOf(collection, await addUser(collection, 'ada'));
  session = await openSession();
});

const LOOK = {
  title: 'Kit',
  design: null,
  primary: null,
  secondary: [],
  sleeves: 'short',
  club: 'C',
} as const;

/** Signs in and returns the headers of the session. */
async function openSession(): Promise<Record<string, string>> {
  const login = await sendRequest(
    'collection',
    '/api/accounts/login/',
    json({ username: 'ada', password: PASSWORD }),
  );
  const Cookie = login.headers.getSetCookie().map((line) => line.split(';')[0])[0] ?? '';
  const csrf = await sendRequest('collection', '/api/accounts/csrf/', { headers: { Cookie } });
  const { csrf_token: csrfToken } = (await csrf.json()) as { csrf_token: string };
  return { Cookie, 'X-CSRF-Token': csrfToken };
}

function sendRequest(service: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${services[service]?.url}${path}`, { redirect: 'manual', ...init });
}

function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

const withToken = (): RequestInit => ({ headers: { Authorization: `Token ${token}` } });
const fromApp = (): RequestInit => ({ headers: { Origin: APP } });
const preflight = (): RequestInit => ({
  method: 'OPTIONS',
  headers: { Origin: APP, 'Access-Control-Request-Method': 'POST' },
});

/** Requests for each kind of response in the document, and the expected status. */
const KINDS: Readonly<
  Record<string, ReadonlyArray<[service: string, path: string, status: number, init?: () => RequestInit]>>
> = {
  catalogue: [
    ['catalogue', '/api/kits', 200],
    ['catalogue', '/api/health', 200],
    ['catalogue', '/api/docs/', 200],
    ['catalogue', '/api/openapi.json', 200],
    ['catalogue', '/api/kits/x', 400],
    ['catalogue', '/api/kits/1/picture.svg', 200],
    ['catalogue', '/nothing', 404],
    ['catalogue', '/api/kits', 405, () => ({ method: 'DELETE' })],
    ['catalogue in production', '/api/kits', 200],
  ],
  collection: [
    ['collection', '/api/colors/', 200],
    ['collection', '/api/health', 200],
    ['collection', '/api/schema/', 200],
    ['collection', '/archive/kits/search/', 400],
    ['collection', '/nothing', 404],
    ['collection', '/api/items/', 401],
    ['collection', '/api/auth-token/', 400, () => json({ username: 'ada' })],
    ['collection', '/api/accounts/login/', 403, () => json({}, { Origin: 'https://evil.example' })],
    ['collection in production', '/api/colors/', 200],
  ],
  own: [
    ['collection', '/api/items/', 200, withToken],
    ['collection', '/api/collections/me/', 200, withToken],
    ['collection', '/api/items/999/', 404, withToken],
    ['collection', '/api/shared/unknown/', 404],
  ],
  secret: [
    ['collection', '/api/auth-token/', 200, () => json({ username: 'ada', password: PASSWORD })],
    ['collection', '/api/accounts/csrf/', 200],
    ['collection', '/api/accounts/session/', 200],
    ['collection', '/api/accounts/login/', 200, () => json({ username: 'ada', password: PASSWORD })],
    ['collection', '/api/accounts/profile/', 200, withToken],
    ['collection', '/api/accounts/export/', 200, withToken],
    ['collection', '/api/accounts/sessions/', 200, () => ({ headers: session })],
    ['collection', '/api/accounts/mfa/totp/', 200, () => json({}, session)],
  ],
  'catalogue admin': [
    ['catalogue', '/admin/sign-in', 200],
    ['catalogue', '/admin/', 303],
    ['catalogue', '/admin/nothing', 303],
  ],
  'collection admin': [['collection', '/admin/', 303]],
  page: [
    ['collection', '/accounts/login', 200],
    ['collection', '/accounts/', 303],
    ['collection', '/accounts/nothing', 303],
    [
      'collection',
      '/accounts/login',
      403,
      () => ({ method: 'POST', body: new URLSearchParams({ username: 'ada' }) }),
    ],
  ],
  'page with a key': [
    ['collection', '/accounts/verify-email?key=abc', 200],
    ['collection', '/accounts/password/reset/confirm?key=abc', 200],
  ],
  stylesheet: [
    ['catalogue', '/admin/style.css', 200],
    ['catalogue', '/admin/page.js', 200],
    ['collection', '/admin/page.js', 200],
    ['collection', '/accounts/style.css', 200],
  ],
  file: [
    ['collection', '/media/originals/a.jpg', 200],
    ['collection', '/media/originals/a.jpg', 200, fromApp],
    ['collection', '/media/originals/a.jpg', 206, () => ({ headers: { Range: 'bytes=0-3' } })],
  ],
  picture: [
    [
      'catalogue',
      `/api/kits/1/picture.svg?v=${hashKitLook({ ...LOOK, category: 'match', variant: 1 })}`,
      200,
    ],
  ],
  'no file': [
    ['collection', '/media/originals/none.jpg', 404],
    ['collection', '/media/originals/none.jpg', 404, fromApp],
  ],
  'catalogue to an app': [['catalogue', '/api/kits', 200, fromApp]],
  'collection to an app': [['collection', '/api/colors/', 200, fromApp]],
  'catalogue preflight': [['catalogue', '/api/kits', 204, preflight]],
  'collection preflight': [['collection', '/api/items/', 204, preflight]],
  'file preflight': [['collection', '/media/originals/a.jpg', 204, preflight]],
};

/** Expected headers of a kind, by lower-case name; they override those for all kinds. */
function expectedOf(kind: string): Record<string, string> {
  const rows = tables.get('Headers') ?? [];
  const matching = rows.filter(
    ({ Responses: kinds = '' }) => kinds === 'all' || kinds.split('; ').includes(kind),
  );
  const sorted = matching.toSorted(
    (left, right) => Number(right['Responses'] === 'all') - Number(left['Responses'] === 'all'),
  );
  const values = new Map(
    sorted.map(({ Header: name = '', Value: value = '' }) => [name.toLowerCase(), value]),
  );
  const sent = [...values].filter(([, value]) => value !== 'none');
  return Object.fromEntries(sent.map(([name, value]) => [name, toText(value)]));
}

function toText(cell: string): string {
  return /^`(.*)`$/.exec(cell)?.[1] ?? cell;
}

describe('docs/security/headers-and-cookies.md', () => {
  it('lists exactly the kinds of responses that the test requests', () => {
    const named = (tables.get('Kinds of responses') ?? []).map(({ Kind: kind = '' }) => toText(kind));
    expect(named).toEqual(Object.keys(KINDS));
    const used = (tables.get('Headers') ?? []).flatMap(({ Responses: kinds = '' }) => kinds.split('; '));
    for (const kind of used) expect(['all', ...named]).toContain(kind);
  });

  it.each(Object.keys(KINDS))('states the headers that the services send: %s', async (kind) => {
    for (const [service, path, status, init] of KINDS[kind] ?? []) {
      const response = await sendRequest(service, path, init?.());
      await response.arrayBuffer();
      const sent = Object.fromEntries([...response.headers].filter(([name]) => !OTHERS.has(name)));
      expect({ path, status: response.status, ...sent }).toEqual({
        path,
        status,
        ...expectedOf(kind),
      });
    }
  });
});

describe('the cookies of the services', () => {
  it('have the names and attributes listed in docs/security/headers-and-cookies.md', async () => {
    const rows = tables.get('Cookies') ?? [];
    expect(new Set(rows.map((row) => row['Service']))).toEqual(new Set(Object.keys(services)));
    expect(rows).toHaveLength(6);
    for (const { Cookie: name = '', Service: service = '', Attributes: attributes = '' } of rows) {
      const { response, shareToken = '' } = name.includes('share')
        ? await unlockShare(service)
        : {
            response: await sendRequest(
              service,
              service.startsWith('catalogue') ? '/admin/sign-in' : '/api/accounts/csrf/',
            ),
          };
      const [cookie = '', ...others] = response.headers.getSetCookie();
      const [pair = '', ...rest] = cookie.split('; ').filter((part) => !/^(?:Expires|Max-Age)=/.test(part));
      const expected = toText(attributes).replace('<token>', shareToken);
      expect([pair.split('=')[0], rest.join('; '), others]).toEqual([toText(name), expected, []]);
    }
  });

  async function unlockShare(service: string) {
    const password = 'for friends';
    const body = { scope: 'collection', password };
    const created = await sendRequest(
      service,
      '/api/shares/',
      json(body, { Authorization: `Token ${token}` }),
    );
    const share = (await created.json()) as { token: string };
    const response = await sendRequest(service, `/api/shared/${share.token}/unlock/`, json({ password }));
    return { response, shareToken: share.token };
  }
});
