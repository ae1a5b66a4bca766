import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { newName, openSignedIn } from './test-accounts.ts';
import { APP_TOKEN, createAppToken } from './test-app-tokens.ts';
import type { TestBrowser } from './test-browser.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { addUser, json, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();

const READ_ONLY = { detail: 'This token may only read.' };
const ITEM = { item_type: 'jersey', name: 'Home' };

let browser: TestBrowser;
let token: string;
let username: string;

beforeAll(async () => {
  const opened = await openSignedIn(collection);
  ({ browser } = opened);
  ({ username } = opened.user);
  ({ token } = await createAppToken(browser, APP_TOKEN));
});

const changes = COLLECTION_CONTRACTS.filter(({ id, method }) => method !== 'GET' && id !== 'deleteToken').map(
  ({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\}/g, '1') }),
);

describe('a token with the scope `read`', () => {
  it.each(changes)('is rejected with 403 by $method $path', async ({ method, path }) => {
    const { status, body } = await collection.request(path, json(method, {}, token));
    expect([status, body]).toEqual([403, READ_ONLY]);
  });

  it.each([
    ['an unknown path', 'POST', '/api/nothing/', '{}'],
    ['a method that the endpoint does not have', 'PUT', '/api/items/', '{}'],
    ['an invalid id', 'DELETE', '/api/items/x/', '{}'],
    ['a malformed body', 'POST', '/api/items/', '{"na'],
    ['a body that is too large', 'POST', '/api/items/', 'x'.repeat(2 * 1024 * 1024)],
    ['a path that is not UTF-8', 'POST', '/api/items/%ff/', '{}'],
    ['a path without its final slash', 'DELETE', '/api/items', '{}'],
    ['another spelling of the path of its endpoint', 'DELETE', '/api/accounts/token//', '{}'],
    ['another method on its own path', 'PATCH', '/api/accounts/token/', '{}'],
  ])('is rejected with 403 before any other error: %s', async (_what, method, path, body) => {
    const headers = { ...withToken(token), 'Content-Type': 'application/json' };
    const response = await collection.request(path, { method, body, headers });
    expect([response.status, response.body]).toEqual([403, READ_ONLY]);
  });

  it('can read everything that its user can read', async () => {
    await collection.request(
      '/api/items/',
      json('POST', { ...ITEM, is_private: true }, (await createAppToken(browser, { scope: 'write' })).token),
    );
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await collection.request('/api/items/', {
        method,
        headers: withToken(token),
      });
      expect([method, status, headers.get('X-Total-Count')]).toEqual([method, 200, '1']);
    }
    const me = await collection.request('/api/users/me/', { headers: withToken(token) });
    expect([me.status, me.body.username]).toEqual([200, username]);
  });

  it('is rejected with 403 for writes regardless of the rate limit, which counts reads', async () => {
    await using strict = await startTestCollection(collection.database, { THROTTLE_USER: '1/3600' });
    const send = async (method: string) =>
      (await strict.request('/api/items/', { method, headers: withToken(token) })).status;
    expect([await send('POST'), await send('GET'), await send('GET'), await send('POST')]).toEqual([
      403, 200, 429, 403,
    ]);
  });

  it('can delete itself', async () => {
    const { token: appToken } = await createAppToken(browser, APP_TOKEN);
    const init = { method: 'DELETE', headers: withToken(appToken) };
    expect((await collection.request('/api/accounts/token/', init)).status).toBe(204);
    expect((await collection.request('/api/accounts/token/', init)).status).toBe(401);
  });
});

describe('POST /api/accounts/logout/', () => {
  const LOGOUT = '/api/accounts/logout/';

  it('returns 403 with a token, and ends neither the token nor the session of a cookie', async () => {
    const opened = await openSignedIn(collection);
    const app = await createAppToken(opened.browser, { scope: 'write' });
    for (const sent of [app.token, await tokenOf(collection, opened.user)]) {
      for (const { status, body } of [
        await collection.request(LOGOUT, { method: 'POST', headers: withToken(sent) }),
        await opened.browser.request(LOGOUT, { method: 'POST', headers: withToken(sent) }),
        await opened.browser.request(LOGOUT, {
          method: 'POST',
          headers: { ...withToken(sent), 'X-CSRF-Token': '' },
        }),
      ]) {
        expect([status, body]).toEqual([403, { detail: 'This needs a session, not a token.' }]);
      }
      expect((await collection.request('/api/users/me/', { headers: withToken(sent) })).status).toBe(200);
    }
    expect(await opened.browser.whoAmI()).toBe(opened.user.username);
  });

  it('returns 401 with an invalid token, and ends no session', async () => {
    const opened = await openSignedIn(collection);
    const init = { method: 'POST', headers: withToken('0'.repeat(40)) };
    const { status, body } = await opened.browser.request(LOGOUT, init);
    expect([status, body]).toEqual([401, { detail: 'Invalid token.' }]);
    expect(await opened.browser.whoAmI()).toBe(opened.user.username);
  });

  it('ends a session, and returns 204 without credentials too', async () => {
    const { username: name } = await addUser(collection, newName());
    await browser.signIn(name);
    expect((await browser.send('POST', LOGOUT)).status).toBe(204);
    expect(await browser.whoAmI()).toBeUndefined();
    expect((await collection.request(LOGOUT, { method: 'POST' })).status).toBe(204);
  });
});
