import { beforeAll, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addImport } from './test-imports.ts';
import { createUserClient, toForm, type Photographer } from './test-photos.ts';
import { jpeg } from './test-pictures.ts';
import { json, withToken } from './test-users.ts';

const STRICT = { Prefer: 'handling=strict' };
const ITEMS = '/api/items/';
const UNKNOWN = 'There is no such name.';

const collection = useCollection();
let user: Photographer;

beforeAll(async () => {
  user = await createUserClient(collection);
});

function send(method: string, path: string, body?: unknown, prefer: Record<string, string> = STRICT) {
  const init = body === undefined ? { method } : json(method, body);
  return collection.request(path, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), ...withToken(user.token), ...prefer },
  });
}

describe('a request with `Prefer: handling=strict`', () => {
  it.each([
    ['GET', '/api/items/?updated_since=2026', undefined, { updated_since: [UNKNOWN] }],
    ['GET', '/api/items/?serach=a&page=1', undefined, { serach: [`${UNKNOWN} Did you mean "search"?`] }],
    ['GET', '/api/colors/?x=1', undefined, { x: [UNKNOWN] }],
    ['GET', '/api/health?x=1', undefined, { x: [UNKNOWN] }],
    ['GET', '/api/schema/?x=1', undefined, { x: [UNKNOWN] }],
    ['GET', '/archive/kits/search/?keyword=ajax&brnad=1', undefined, { brnad: [UNKNOWN] }],
    [
      'POST',
      ITEMS,
      { item_type: 'jersey', name: 'Home', conditon: 3, isPrivate: true },
      {
        conditon: [`${UNKNOWN} Did you mean "condition"?`],
        isPrivate: [`${UNKNOWN} Did you mean "is_private"?`],
      },
    ],
    [
      'POST',
      ITEMS,
      { item_type: 'jersey', nmae: 'Home', price: { amount: '1.00', currency: 'EUR', curency: 'EUR' } },
      {
        nmae: [`${UNKNOWN} Did you mean "name"?`],
        price: [`curency: ${UNKNOWN} Did you mean "currency"?`],
      },
    ],
    [
      'POST',
      '/api/items/batch/',
      { ids: [1], set: { condition: 3 }, dryrun: true },
      { dryrun: [`${UNKNOWN} Did you mean "dry_run"?`] },
    ],
    ['POST', '/api/exports/', { x: 1 }, { x: [UNKNOWN] }],
    ['POST', '/api/shares/', { scope: 'collection', expires: null }, { expires: [UNKNOWN] }],
  ])('returns 400 with an error for each unknown name: %s %s %j', async (method, path, body, errors) => {
    const strict = await send(method, path, body);
    expect([strict.status, strict.body]).toEqual([400, errors]);
    expect(strict.headers.get('Preference-Applied')).toBe('handling=strict');
  });

  it.each([
    ['in an unsupported character set', { 'Content-Type': 'application/json; charset=latin1' }, '{}'],
    ['in an unknown encoding', { 'Content-Type': 'application/json', 'Content-Encoding': 'x' }, '{}'],
    ['larger than 1 MiB', { 'Content-Type': 'application/json' }, `"${'x'.repeat(1_100_000)}"`],
  ])('returns 400 for a body %s at endpoints without a body', async (_name, type, body) => {
    for (const [method, path] of [
      ['POST', '/api/exports/'],
      ['DELETE', '/api/accounts/token/'],
    ] as const) {
      const headers = { ...type, ...withToken(user.token), ...STRICT };
      const response = await collection.request(path, { method, headers, body });
      expect([response.status, response.body]).toEqual([400, { detail: 'This request takes no body.' }]);
    }
  });

  it('stores nothing if a name is unknown', async () => {
    const before = await user.get(ITEMS);
    expect((await send('POST', ITEMS, { item_type: 'jersey', name: 'Home', conditon: 3 })).status).toBe(400);
    expect((await user.get(ITEMS)).body).toEqual(before.body);
  });

  it('may send details and list entries of items and users back unchanged', async () => {
    const created = await send('POST', ITEMS, { item_type: 'jersey', name: 'Home', tags: ['a'] });
    expect(created.status).toBe(201);
    const path = `${ITEMS}${created.body.id}/`;
    await user.upload(await jpeg(), { content_type: 1, object_id: created.body.id });
    const detail = await user.get(path);
    expect(detail.body.photos).toHaveLength(1);
    const [listed] = (await user.get(ITEMS)).body;
    for (const body of [detail.body, listed]) {
      expect((await send('PUT', path, body)).status).toBe(200);
      expect((await send('PATCH', path, body)).status).toBe(200);
    }
    const { status, body } = await send('PATCH', path, {
      photos: [{ captoin: 'x' }],
      labels: { culb: 'Ajax' },
    });
    expect([status, body]).toEqual([
      400,
      {
        photos: [`captoin: ${UNKNOWN} Did you mean "caption"?`],
        labels: [`culb: ${UNKNOWN} Did you mean "club"?`],
      },
    ]);
    const profile = await user.get('/api/users/me/');
    expect((await send('PATCH', new URL(profile.body.url).pathname, profile.body)).status).toBe(200);
  });

  it('returns the usual error for a field of another item type', async () => {
    const sent = { item_type: 'pants', name: 'Pants', is_signed: true };
    const { status, body } = await send('POST', ITEMS, sent);
    expect([status, body]).toEqual([400, (await send('POST', ITEMS, sent, {})).body]);
    expect(body).toEqual({ is_signed: [expect.not.stringContaining(UNKNOWN)] });
  });

  it('may use any column names in the mapping of an import, but no unknown options', async () => {
    const path = `/api/imports/${await addImport(collection, user)}/`;
    const { status, body } = await send('PATCH', path, { mappign: {}, options: { decimall: '.' } });
    expect([status, body]).toEqual([
      400,
      {
        mappign: [`${UNKNOWN} Did you mean "mapping"?`],
        options: [`decimall: ${UNKNOWN} Did you mean "decimal"?`],
      },
    ]);
    expect((await send('PATCH', path, { mapping: { Name: 'name' } })).status).toBe(200);
  });

  it('returns 400 for unknown names in a form', async () => {
    const upload = async (fields: Record<string, string>, prefer: Record<string, string>) =>
      collection.request('/api/photos/', {
        method: 'POST',
        headers: { ...withToken(user.token), ...prefer },
        body: toForm(fields, await jpeg()),
      });
    const { status, body } = await upload({ captoin: 'Front' }, STRICT);
    expect([status, body]).toEqual([400, { captoin: [`${UNKNOWN} Did you mean "caption"?`] }]);
    expect((await upload({ captoin: 'Front' }, {})).status).toBe(201);
    expect((await upload({ caption: 'Front' }, STRICT)).status).toBe(201);
  });
});

describe('a request without `Prefer: handling=strict`', () => {
  it.each([undefined, 'handling=lenient', 'respond-async'])(
    'ignores unknown names: Prefer: %s',
    async (Prefer) => {
      const body = { item_type: 'jersey', name: 'Home', conditon: 3 };
      const { status, headers } = await send('POST', ITEMS, body, Prefer === undefined ? {} : { Prefer });
      expect([status, headers.get('Preference-Applied')]).toEqual([201, null]);
      expect(
        (await send('GET', `${ITEMS}?x=1`, undefined, Prefer === undefined ? {} : { Prefer })).status,
      ).toBe(200);
    },
  );
});

describe('the response to every request', () => {
  it.each([
    [200, 'GET', '/'],
    [200, 'GET', '/api/health'],
    [200, 'GET', '/api/colors/'],
    [401, 'GET', '/api/items/'],
    [404, 'GET', '/nothing'],
    [404, 'GET', '/media/originals/x.jpg'],
    [404, 'GET', '/api/shared/unknown/'],
    [405, 'PUT', '/api/colors/'],
    [204, 'OPTIONS', '/api/colors/'],
    [503, 'GET', '/archive/kits/search/?keyword=ajax'],
    [303, 'GET', '/admin/'],
    [200, 'GET', '/accounts/login'],
    [200, 'GET', '/api/schema/'],
  ])(
    'has `Vary: Prefer`, and `Preference-Applied` if the request is strict: %i %s %s',
    async (status, method, path) => {
      for (const prefer of [{}, STRICT]) {
        const response = await fetch(`${collection.url}${path}`, {
          method,
          redirect: 'manual',
          headers: prefer,
        });
        expect(response.headers.get('Vary')).toMatch(/\bPrefer\b/);
        expect(response.headers.get('Preference-Applied')).toBe(prefer === STRICT ? 'handling=strict' : null);
        expect(response.status).toBe(status);
      }
    },
  );

  it('has `Vary: Prefer` and `Preference-Applied` for streams, files and status 304 too', async () => {
    const photo = await user.upload(await jpeg());
    const items = await user.get(ITEMS);
    for (const [status, path, more] of [
      [200, '/api/collections/me/items.csv', {}],
      [200, new URL(photo.image).pathname, {}],
      [206, new URL(photo.image).pathname, { Range: 'bytes=0-9' }],
      [304, ITEMS, { 'If-None-Match': items.headers.get('ETag') ?? '' }],
    ] as const) {
      const headers = { ...withToken(user.token), ...STRICT, ...more };
      const response = await fetch(`${collection.url}${path}`, { headers });
      await response.arrayBuffer();
      expect([response.status, response.headers.get('Preference-Applied')]).toEqual([
        status,
        'handling=strict',
      ]);
      expect(response.headers.get('Vary')).toMatch(/\bPrefer\b/);
    }
  });
});
