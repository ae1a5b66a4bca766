import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import { useCollection } from './test-collection.ts';
import { addCollector, addUser, json, PASSWORD, withToken } from './test-users.ts';

const FRONT_END = 'https://app.example.org';

const collection = useCollection({ CORS_ORIGINS: FRONT_END });

const LOGIN = '/api/accounts/login/';

/** Adds a user and signs in. */
async function openSignedIn(username: string) {
  const user = await addUser(collection, username);
  const browser = openBrowser(collection);
  await browser.signIn(username);
  return { user, browser };
}

describe('a write request with a session cookie', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { 'X-CSRF-Token': 'A'.repeat(43) }],
    ['a token of another length', { 'X-CSRF-Token': 'short' }],
  ])('fails the CSRF check with %s', async (title, headers) => {
    const { browser } = await openSignedIn(`ida-${title.replaceAll(' ', '-')}`);
    const Cookie = `kitroom_session=${browser.cookies.get('kitroom_session')}`;
    const init = json('POST', { current_password: PASSWORD, new_password: 'green umbrella 7' });
    for (const path of ['/api/accounts/password/change/', '/api/accounts/logout/', '/api/items/']) {
      const sent = { ...init, headers: { 'Content-Type': 'application/json', Cookie, ...headers } };
      const { status, body } = await collection.request(path, sent);
      expect([status, body.detail]).toEqual([403, expect.stringMatching(/^CSRF check failed\. /)]);
    }
    expect(await browser.whoAmI()).toBeDefined();
  });

  it('is rejected with 403 if it has the CSRF token of another browser', async () => {
    const { browser } = await openSignedIn('jana');
    const token = await (await openSignedIn('jara')).browser.csrfToken();
    const { status } = await browser.request('/api/accounts/logout/', {
      method: 'POST',
      headers: { 'X-CSRF-Token': token },
    });
    expect(status).toBe(403);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])(
    'is rejected with 403 from another origin, even with the right CSRF token: %s',
    async (Origin) => {
      const { browser } = await openSignedIn(`karla-${Origin.length}`);
      const token = await browser.csrfToken();
      const headers = { Origin, 'X-CSRF-Token': token };
      const { status } = await browser.request('/api/accounts/logout/', { method: 'POST', headers });
      expect(status).toBe(403);
      expect(await browser.whoAmI()).toBeDefined();
    },
  );

  describe('a sign-in from another origin', () => {
    it('is rejected with 403 and sets no cookie', async () => {
      await addUser(collection, 'lena');
      const init = json('POST', { username: 'lena', password: PASSWORD });
      const headers = { 'Content-Type': 'application/json', Origin: 'https://evil.example' };
      const sent = { ...init, headers };
      const { status, headers: received } = await collection.request(LOGIN, sent);
      expect([status, received.getSetCookie()]).toEqual([403, []]);
    });
  });

  it('is accepted from an origin in CORS_ORIGINS, which may read the response', async () => {
    const user = await addUser(collection, 'mona');
    const browser = openBrowser(collection, { headers: { Origin: FRONT_END } });
    await browser.signIn('mona');
    const { status, headers } = await browser.request('/api/users/me/');
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([200, FRONT_END]);
    expect(headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect((await browser.send('PATCH', `/api/users/${user.username}/`, { name: 'M.' })).status).toBe(200);
  });

  it('passes the CORS preflight from an origin in CORS_ORIGINS only', async () => {
    const announce = (Origin: string) =>
      collection.request(LOGIN, {
        method: 'OPTIONS',
        headers: {
          Origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type,x-csrf-token',
        },
      });
    const allowed = await announce(FRONT_END);
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe(FRONT_END);
    expect(allowed.headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(allowed.headers.get('Access-Control-Allow-Headers')).toContain('x-csrf-token');
    const { headers: refused } = await announce('https://evil.example');
    expect(refused.get('Access-Control-Allow-Origin')).toBeNull();
    expect(refused.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  it('needs no CSRF token if it has an API token', async () => {
    const { browser } = await openSignedIn('nora');
    const { token } = await addCollector(collection);
    const Cookie = `kitroom_session=${browser.cookies.get('kitroom_session')}`;
    const { status } = await collection.request('/api/items/', {
      method: 'POST',
      headers: { ...withToken(token), Cookie },
    });
    expect(status).toBe(400);
  });

  it('needs the CSRF token to sign in or out, whatever its Authorization header', async () => {
    const { browser } = await openSignedIn('nadia');
    const { token } = await addCollector(collection);
    const Cookie = `kitroom_session=${browser.cookies.get('kitroom_session')}`;
    for (const Authorization of [`Token ${token}`, 'Token wrong', 'Basic abc', '']) {
      for (const path of ['logout/', 'logout', 'login/', 'mfa/login/']) {
        const headers = { 'Content-Type': 'application/json', Cookie, Authorization };
        const init = { method: 'POST', headers, body: '{}' };
        const { status, body } = await collection.request(`/api/accounts/${path}`, init);
        const isRefusedToken = Authorization.endsWith(token) && path.startsWith('logout');
        const reason = isRefusedToken ? /^This needs a session/ : /^CSRF check failed/;
        expect([path, status, body.detail]).toEqual([path, 403, expect.stringMatching(reason)]);
      }
    }
    expect(await browser.whoAmI()).toBeDefined();
  });

  it('is accepted with a CSRF token fetched before the sign-in', async () => {
    await addUser(collection, 'olga');
    const browser = openBrowser(collection);
    const token = await browser.csrfToken();
    await browser.signIn('olga');
    const headers = { 'X-CSRF-Token': token };
    expect((await browser.request('/api/accounts/logout/', { method: 'POST', headers })).status).toBe(204);
  });
});

describe('POST /api/accounts/login/', () => {
  it.each([FRONT_END, 'https://evil.example', undefined])(
    'returns 403, starts no session and counts no failure for a cross-site request: %s',
    async (origin) => {
      const { username } = await addUser(collection, `abroad-${String(origin).length}`);
      const headers = {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'cross-site',
        'X-CSRF-Token': 'wrong',
        ...(origin && { Origin: origin }),
      };
      const attempt = (path: string, password: string) =>
        collection.request(path, { ...json('POST', { username, password }), headers });
      for (const password of [PASSWORD, ...Array(6).fill('wrong')]) {
        for (const path of [LOGIN, LOGIN.slice(0, -1)]) {
          const response = await attempt(path, password);
          expect([response.status, response.body]).toEqual([
            403,
            { detail: expect.stringMatching(/^[^.]*another site[^.]*token[^.]*\.$/) },
          ]);
          expect(response.headers.getSetCookie()).toEqual([]);
        }
      }
      const body = { username, password: PASSWORD };
      expect((await collection.request(LOGIN, json('POST', body))).status).toBe(200);
    },
  );

  it.each(['same-site', 'same-origin', 'none'])('accepts a request with Sec-Fetch-Site: %s', async (site) => {
    const { username } = await addUser(collection, `near-${site}`);
    const browser = openBrowser(collection, { headers: { 'Sec-Fetch-Site': site, Origin: FRONT_END } });
    await browser.signIn(username);
    expect(await browser.whoAmI()).toBe(username);
  });
});
