import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import {
  createCollectionDatabase,
  startTestCollection,
  useCollection,
  useReplica,
} from './test-collection.ts';
import { addUser, json, PASSWORD, signIn, withToken } from './test-users.ts';

const FRONT_END = 'https://app.example.org';

const collection = useCollection({ CORS_ORIGINS: FRONT_END, THROTTLE_LOGIN: '5/300' });
const replica = useReplica(collection);

const BAD = { non_field_errors: ['Unable to log in with provided credentials.'] };
const LOGIN = '/api/accounts/login/';
const SESSION = '/api/accounts/session/';

/** Adds a user and signs in. */
async function openSignedIn(username: string) {
  const user = await addUser(collection, username);
  const browser = openBrowser(collection);
  await browser.signIn(username);
  return { user, browser };
}

describe('POST /api/accounts/login/', () => {
  it('signs the user in on all replicas', async () => {
    const { user, browser } = await openSignedIn('anna');
    const { status, headers, body } = await browser.request(SESSION);
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const url = `${collection.url}/api/users/anna/`;
    expect(body).toEqual({
      is_authenticated: true,
      user: { id: user.id, username: 'anna', name: 'Name of anna', url, avatar: null, is_staff: false },
    });
    expect(await browser.at(replica).whoAmI()).toBe('anna');
  });

  it('accepts the verified e-mail address, even if another user has it as a username', async () => {
    const { email } = await addUser(collection, 'addressed');
    const browser = openBrowser(collection);
    await browser.signIn(email.toUpperCase());
    expect(await browser.whoAmI()).toBe('addressed');
    await addUser(collection, email);
    const next = openBrowser(collection);
    await next.signIn(email);
    expect(await next.whoAmI()).toBe('addressed');
  });

  it('lets only the signed-in browser use the API', async () => {
    const { browser } = await openSignedIn('berta');
    expect((await browser.request('/api/users/me/')).body.username).toBe('berta');
    expect((await browser.at(replica).send('PATCH', '/api/users/berta/', { name: 'B.' })).status).toBe(200);
    const anonymous = openBrowser(collection);
    expect((await anonymous.request('/api/users/me/')).status).toBe(401);
    expect((await anonymous.request(SESSION)).body).toEqual({ is_authenticated: false, user: null });
  });

  it('sets a session cookie with HttpOnly and SameSite=Lax', async () => {
    await addUser(collection, 'carla');
    const { headers } = await collection.request(
      LOGIN,
      json('POST', { username: 'carla', password: PASSWORD }),
    );
    const [cookie = '', ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^kitroom_session=[^;]{40,}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });

  it('sets a __Host- cookie with Secure in production', async () => {
    await addUser(collection, 'carlos');
    await using production = await startTestCollection(collection.database, { NODE_ENV: 'production' });
    const { headers } = await production.request(
      LOGIN,
      json('POST', { username: 'carlos', password: PASSWORD }),
    );
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-kitroom_session=[^;]+; Path=\/;.*; Secure(;|$)/),
    ]);
  });

  it('gives the session a new id and invalidates the previous id', async () => {
    await addUser(collection, 'dora');
    const browser = openBrowser(collection);
    await browser.csrfToken();
    const planted = new Map(browser.cookies);
    expect(planted.get('kitroom_session')).toBeDefined();
    await browser.signIn('dora');
    expect(browser.cookies.get('kitroom_session')).not.toBe(planted.get('kitroom_session'));
    expect(await openBrowser(collection, { cookies: planted }).whoAmI()).toBeUndefined();
    const laterCookies = new Map(browser.cookies);
    await browser.signIn('dora');
    expect(await openBrowser(replica, { cookies: laterCookies }).whoAmI()).toBeUndefined();
  });

  it('ignores a session id that the client has made up', async () => {
    await addUser(collection, 'dana');
    const cookies = new Map([['kitroom_session', 's%3Amade-up.bm8gc2lnbmF0dXJl']]);
    const browser = openBrowser(collection, { cookies });
    await browser.signIn('dana');
    expect(browser.cookies.get('kitroom_session')).not.toContain('made-up');
  });

  it.each([
    ['a wrong password', 'emil', 'wrong'],
    ['an unknown user', 'nobody', PASSWORD],
    ['a user without a password', 'elsewhere', PASSWORD],
    ['a blocked user', 'off', PASSWORD],
    ['an unknown e-mail address', 'nobody@example.org', PASSWORD],
    ['an e-mail address with a wrong password', 'emil@example.org', 'wrong'],
  ])('returns 400 with the same error for %s', async (_what, username, password) => {
    await addUser(collection, 'emil').catch(() => undefined);
    if (username === 'elsewhere') await addUser(collection, username, { passwordHash: null });
    if (username === 'off') {
      const { id } = await addUser(collection, username);
      await collection.db('users').where({ id }).update({ is_active: false });
    }
    const { status, headers, body } = await collection.request(LOGIN, json('POST', { username, password }));
    expect([status, body]).toEqual([400, BAD]);
    expect(headers.getSetCookie()).toEqual([]);
  });

  it('returns 400 for an unverified e-mail address, and says so only with the right password', async () => {
    await addUser(collection, 'flora', { isVerified: false });
    const right = await collection.request(LOGIN, json('POST', { username: 'flora', password: PASSWORD }));
    expect([right.status, right.body]).toEqual([400, { non_field_errors: ['E-mail is not verified.'] }]);
    const wrong = await collection.request(LOGIN, json('POST', { username: 'flora', password: 'wrong' }));
    expect([wrong.status, wrong.body]).toEqual([400, BAD]);
  });

  it('shares its limit of failed sign-ins with the token endpoint', async () => {
    await addUser(collection, 'greta');
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await signIn(collection, 'greta', 'wrong')).status).toBe(400);
    }
    for (let turn = 0; turn < 2; turn += 1) {
      const wrong = await collection.request(LOGIN, json('POST', { username: 'greta', password: 'wrong' }));
      expect(wrong.status).toBe(400);
    }
    const right = await collection.request(LOGIN, json('POST', { username: 'greta', password: PASSWORD }));
    expect(right.status).toBe(429);
    expect((await signIn(collection, 'greta')).status).toBe(429);
  });

  describe('a GET request without a cookie', () => {
    it('does not store a session', async () => {
      const before = await countSessions();
      const anonymous = openBrowser(collection);
      await anonymous.request(SESSION);
      await anonymous.request('/api/users/me/');
      expect([anonymous.cookies.size, await countSessions()]).toEqual([0, before]);
    });
  });

  describe('GET /api/accounts/csrf/', () => {
    it('starts a session that expires within an hour', async () => {
      const { headers } = await collection.request('/api/accounts/csrf/');
      const expires = /Expires=([^;]+)/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? '';
      const minutes = (Date.parse(expires) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(55);
      expect(minutes).toBeLessThanOrEqual(60);
    });
  });
});

describe('POST /api/accounts/logout/', () => {
  it('ends the session on all replicas and deletes the cookie', async () => {
    const { browser } = await openSignedIn('hanna');
    const stolen = new Map(browser.cookies);
    expect((await browser.send('POST', '/api/accounts/logout/')).status).toBe(204);
    expect(browser.cookies.size).toBe(0);
    for (const service of [collection, replica]) {
      expect(await openBrowser(service, { cookies: new Map(stolen) }).whoAmI()).toBeUndefined();
    }
  });

  it('returns 204 without a session', async () => {
    expect((await collection.request('/api/accounts/logout/', { method: 'POST' })).status).toBe(204);
  });
});

describe('a blocked or deleted user', () => {
  it.each(['blocked', 'deleted'])(
    'immediately loses access by session and by token on all replicas: %s',
    async (change) => {
      const { user, browser } = await openSignedIn(`pia-${change}`);
      const headers = withToken((await signIn(collection, user.username)).body.token);
      expect((await browser.at(replica).request('/api/users/me/')).status).toBe(200);
      expect((await replica.request('/api/users/me/', { headers })).status).toBe(200);
      const rows = collection.db('users').where({ id: user.id });
      await (change === 'blocked' ? rows.update({ is_active: false }) : rows.delete());
      expect((await browser.at(replica).request('/api/users/me/')).status).toBe(401);
      expect(await browser.whoAmI()).toBeUndefined();
      expect((await replica.request('/api/users/me/', { headers })).status).toBe(401);
    },
  );
});

describe('the request limits', () => {
  it('do not count requests to csrf/ and session/, but count login/ and logout/', async () => {
    await using limitedReplica = await startTestCollection(collection.database, {
      THROTTLE_ANON: '2/3600',
      THROTTLE_USER: '2/3600',
    });
    const browser = openBrowser(limitedReplica);
    await addUser(limitedReplica, 'rita');
    await browser.signIn('rita');
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await browser.request(SESSION)).headers.get('RateLimit')).toBeNull();
      expect((await browser.request('/api/accounts/csrf')).status).toBe(200);
    }
    await browser.send('POST', '/api/accounts/logout/');
    const second = await limitedReplica.request(
      LOGIN,
      json('POST', { username: 'rita', password: PASSWORD }),
    );
    expect([second.status, second.headers.get('RateLimit')]).toEqual([200, expect.stringContaining('r=0')]);
    expect((await limitedReplica.request('/api/accounts/logout/', { method: 'POST' })).status).toBe(429);
  });
});

describe('without the database', () => {
  it('endpoints that need the session return 503, and open endpoints return 200', async () => {
    const ownDatabase = await createCollectionDatabase();
    await using alone = await startTestCollection(ownDatabase);
    await addUser(alone, 'solo');
    const browser = openBrowser(alone);
    await browser.signIn('solo');
    await ownDatabase.drop();
    const detail = 'The service is temporarily unavailable. Please try again later.';
    for (const path of [SESSION, '/api/accounts/csrf/', '/api/users/me/']) {
      const { status, body } = await browser.request(path);
      expect([path, status, body]).toEqual([path, 503, { detail }]);
    }
    expect((await browser.request('/api/colors/')).status).toBe(200);
  });
});

async function countSessions(): Promise<number> {
  return (await collection.db('sessions').select('sid')).length;
}
