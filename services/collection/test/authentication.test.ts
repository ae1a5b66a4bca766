import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCollectionDatabase, startTestCollection, useCollection } from './test-collection.ts';
import { addUser, tokenOf } from './test-users.ts';

const collection = useCollection();
let token: string;

beforeAll(async () => {
  token = await tokenOf(collection, await addUser(collection, 'holder'));
});

function fetchMe(authorization: string | undefined, path = '/api/users/me/') {
  return collection.request(path, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });
}

describe('a token', () => {
  it.each(['Token', 'token', 'TOKEN', 'Bearer', 'bearer', 'Token  '])(
    'is taken after "%s"',
    async (scheme) => {
      const { status, body } = await fetchMe(`${scheme} ${token}`);
      expect([status, body.username]).toEqual([200, 'holder']);
    },
  );

  it.each([
    ['none', undefined],
    ['another scheme', 'Basic aG9sZGVyOng='],
    ['another scheme of many words', 'Digest username="a", realm="b"'],
  ])('is required: %s', async (_what, authorization) => {
    const { status, headers, body } = await fetchMe(authorization);
    expect([status, body]).toEqual([401, { detail: 'Authentication credentials were not provided.' }]);
    expect(headers.get('WWW-Authenticate')).toBe('Token');
  });

  it.each([
    ['one that nobody has', () => `Token ${'0'.repeat(40)}`],
    ['one without its last letter', () => `Token ${token.slice(0, -1)}`],
    ['one in another case', () => `Token ${token.toUpperCase()}`],
    ['two', () => `Token ${token} ${token}`],
    ['the scheme alone', () => 'Token'],
    ['what cannot be a token', () => 'Token ";--'],
  ])('is refused: %s', async (_what, authorization) => {
    const { status, headers, body } = await fetchMe(authorization());
    expect([status, body]).toEqual([401, { detail: 'Invalid token.' }]);
    expect(headers.get('WWW-Authenticate')).toBe('Token');
  });

  it('is taken from the header alone', async () => {
    expect((await fetchMe(undefined, `/api/users/me/?access_token=${token}`)).status).toBe(401);
    const inBody = await collection.request('/api/users/holder/', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ access_token: token }),
    });
    expect(inBody.status).toBe(401);
  });

  it('of a user who was switched off is refused', async () => {
    const off = await addUser(collection, 'off');
    const offToken = await tokenOf(collection, off);
    expect((await fetchMe(`Token ${offToken}`)).status).toBe(200);
    await collection.db('users').where({ id: off.id }).update({ is_active: false });
    expect((await fetchMe(`Token ${offToken}`)).status).toBe(401);
  });

  it('ends with its user', async () => {
    const user = await addUser(collection, 'gone');
    const goneToken = await tokenOf(collection, user);
    await collection.db('users').where({ id: user.id }).delete();
    expect((await fetchMe(`Token ${goneToken}`)).status).toBe(401);
  });
});

describe('without credentials', () => {
  it.each(['GET /api/users/', 'GET /api/users/me/', 'GET /api/users/holder/', 'PUT /api/users/holder/'])(
    'every request is refused before anything else of it is validated: %s',
    async (line) => {
      const [method = '', path = ''] = line.split(' ');
      const body =
        method === 'PUT' ? { body: '{"broken', headers: { 'Content-Type': 'application/json' } } : {};
      const response = await collection.request(path, { method, ...body });
      expect([response.status, response.body]).toEqual([
        401,
        { detail: 'Authentication credentials were not provided.' },
      ]);
    },
  );

  it('the schema is there all the same', async () => {
    expect((await collection.request('/api/schema/')).status).toBe(200);
    expect((await fetchMe('Token wrong', '/api/schema/')).status).toBe(200);
  });
});

describe('without the database', () => {
  it('a token cannot be looked up: 503 where one is needed, while open endpoints respond', async () => {
    const own = await createCollectionDatabase();
    await using alone = await startTestCollection(own);
    await own.drop();
    const headers = { Authorization: `Token ${token}` };
    const { status, headers: received, body } = await alone.request('/api/users/me/', { headers });
    expect([status, received.get('Retry-After')]).toEqual([503, '5']);
    expect(body).toEqual({ detail: 'The service is temporarily unavailable. Please try again later.' });
    expect((await alone.request('/api/schema/', { headers })).status).toBe(200);
    expect((await alone.request('/api/users/me/')).status).toBe(401);
  });
});
