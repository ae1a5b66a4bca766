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

describe('an API token', () => {
  it.each(['Token', 'token', 'TOKEN', 'Bearer', 'bearer', 'Token  '])(
    'is accepted after the scheme "%s"',
    async (scheme) => {
      const { status, body } = await fetchMe(`${scheme} ${token}`);
      expect([status, body.username]).toEqual([200, 'holder']);
    },
  );

  it.each([
    ['no Authorization header', undefined],
    ['the Basic scheme', 'Basic aG9sZGVyOng='],
    ['the Digest scheme', 'Digest username="a", realm="b"'],
  ])('is required: 401 for %s', async (_what, authorization) => {
    const { status, headers, body } = await fetchMe(authorization);
    expect([status, body]).toEqual([401, { detail: 'Authentication credentials were not provided.' }]);
    expect(headers.get('WWW-Authenticate')).toBe('Token');
  });

  it.each([
    ['unknown', () => `Token ${'0'.repeat(40)}`],
    ['without its last character', () => `Token ${token.slice(0, -1)}`],
    ['in upper case', () => `Token ${token.toUpperCase()}`],
    ['sent twice', () => `Token ${token} ${token}`],
    ['missing after the scheme', () => 'Token'],
    ['malformed', () => 'Token ";--'],
  ])('is rejected with 401 if it is %s', async (_what, authorization) => {
    const { status, headers, body } = await fetchMe(authorization());
    expect([status, body]).toEqual([401, { detail: 'Invalid token.' }]);
    expect(headers.get('WWW-Authenticate')).toBe('Token');
  });

  it('is accepted in the Authorization header only', async () => {
    expect((await fetchMe(undefined, `/api/users/me/?access_token=${token}`)).status).toBe(401);
    const inBody = await collection.request('/api/users/holder/', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ access_token: token }),
    });
    expect(inBody.status).toBe(401);
  });

  it('is rejected with 401 if its user is blocked', async () => {
    const off = await addUser(collection, 'off');
    const offToken = await tokenOf(collection, off);
    expect((await fetchMe(`Token ${offToken}`)).status).toBe(200);
    await collection.db('users').where({ id: off.id }).update({ is_active: false });
    expect((await fetchMe(`Token ${offToken}`)).status).toBe(401);
  });

  it('is rejected with 401 after its user is deleted', async () => {
    const user = await addUser(collection, 'gone');
    const goneToken = await tokenOf(collection, user);
    await collection.db('users').where({ id: user.id }).delete();
    expect((await fetchMe(`Token ${goneToken}`)).status).toBe(401);
  });
});

describe('requests without credentials', () => {
  it.each(['GET /api/users/', 'GET /api/users/me/', 'GET /api/users/holder/', 'PUT /api/users/holder/'])(
    'receive 401 before their validation: %s',
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

  it('receive 200 from /api/schema/, even with an invalid token', async () => {
    expect((await collection.request('/api/schema/')).status).toBe(200);
    expect((await fetchMe('Token wrong', '/api/schema/')).status).toBe(200);
  });
});

describe('without the database', () => {
  it('requests with a token receive 503, and /api/schema/ returns 200', async () => {
    const ownDatabase = await createCollectionDatabase();
    await using alone = await startTestCollection(ownDatabase);
    await ownDatabase.drop();
    const headers = { Authorization: `Token ${token}` };
    const { status, headers: received, body } = await alone.request('/api/users/me/', { headers });
    expect([status, received.get('Retry-After')]).toEqual([503, '5']);
    expect(body).toEqual({ detail: 'The service is temporarily unavailable. Please try again later.' });
    expect((await alone.request('/api/schema/', { headers })).status).toBe(200);
    expect((await alone.request('/api/users/me/')).status).toBe(401);
  });
});
