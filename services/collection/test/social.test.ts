import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import { startTestCollection } from './test-collection.ts';
import {
  resultOf,
  signInAtProvider,
  SOCIAL,
  startSocialSignIn,
  useSocialSignIn,
} from './test-oidc-provider.ts';
import { addUser, signIn } from './test-users.ts';

const { club, fan, collection, replica, atClub, atFan, welcome } = useSocialSignIn();

const usersNamed = (name: string) => collection.db('users').where('username', 'like', `${name}%`);

describe('GET /api/accounts/social/', () => {
  it('lists the providers without authentication', async () => {
    const { status, body } = await collection.request(SOCIAL);
    const login = (name: string) => `${collection.url}${SOCIAL}${name}/login/`;
    expect([status, body]).toEqual([
      200,
      [
        { provider: 'club', name: 'Club', login_url: login('club'), linked: false, auto_redirect: false },
        {
          provider: 'fan_shop',
          name: 'Fan Shop',
          login_url: login('fan_shop'),
          linked: false,
          auto_redirect: false,
        },
      ],
    ]);
  });

  it('returns an empty list if no provider is configured', async () => {
    await using alone = await startTestCollection(collection.database);
    expect((await alone.request(SOCIAL)).body).toEqual([]);
    expect((await alone.request(`${SOCIAL}club/login/`)).status).toBe(404);
  });

  it('returns login URLs at PUBLIC_URL', async () => {
    const { body } = await replica.request(SOCIAL);
    expect(body[0].login_url).toBe(`${collection.url}${SOCIAL}club/login/`);
  });
});

describe('GET /api/accounts/social/{provider}/login/', () => {
  it('redirects to the provider with state, nonce and PKCE', async () => {
    const request = () => openBrowser(collection).request(`${SOCIAL}club/login/`);
    const [first, second] = await Promise.all([request(), request()]);
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([302, 'no-store']);
    const url = new URL(first.headers.get('Location') ?? '');
    expect(`${url.origin}${url.pathname}`).toBe(`${club.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'kitroom',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${collection.url}${SOCIAL}club/callback/`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const again = new URL(second.headers.get('Location') ?? '');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(again.searchParams.get(name)).not.toBe(url.searchParams.get(name));
    }
  });

  it('fetches the provider metadata once, not at each sign-in', async () => {
    await collection.request(`${SOCIAL}club/login/`);
    const before = club.requests.get('/.well-known/openid-configuration');
    for (let turn = 0; turn < 3; turn += 1) await collection.request(`${SOCIAL}club/login/`);
    expect(club.requests.get('/.well-known/openid-configuration')).toBe(before);
  });

  it.each(['nobody', 'CLUB', '__proto__'])(
    'returns 404 for an unknown provider, as the callback does: %s',
    async (name) => {
      for (const action of ['login', 'callback']) {
        const { status, body } = await collection.request(`${SOCIAL}${name}/${action}/`);
        expect([status, body]).toEqual([404, { detail: 'There is no such sign-in provider.' }]);
      }
    },
  );

  it('starts a session that lasts at most an hour', async () => {
    const { headers } = await collection.request(`${SOCIAL}club/login/`);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^kitroom_session=.*; HttpOnly; SameSite=Lax$/);
    const minutes = (Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeLessThanOrEqual(60);
  });
});

describe('signing in with a provider', () => {
  it('creates an account with a verified e-mail and no password, signed in on all replicas', async () => {
    const email = 'anna@example.org';
    club.accounts.set('a-1', { email, email_verified: true, name: 'Anna B.', preferred_username: 'anna' });
    const browser = openBrowser(collection);
    expect(resultOf(await signInAtProvider(browser, atClub, 'a-1'))).toEqual(welcome());
    expect(await browser.at(replica).whoAmI()).toBe('anna');
    expect((await browser.request('/api/accounts/profile/')).body).toMatchObject({
      username: 'anna',
      name: 'Anna B.',
      email,
      is_email_verified: true,
      has_password: false,
      is_staff: false,
    });
    expect(
      (await browser.request(SOCIAL)).body.map((provider: { linked: boolean }) => provider.linked),
    ).toEqual([true, false]);
  });

  it('signs in to the same account again after the name and address at the provider have changed', async () => {
    club.accounts.set('b-1', { email: 'berta@example.org', email_verified: true });
    await signInAtProvider(openBrowser(collection), atClub, 'b-1');
    club.accounts.set('b-1', {
      email: 'else@example.org',
      email_verified: false,
      preferred_username: 'else',
    });
    const browser = openBrowser(collection);
    expect(resultOf(await signInAtProvider(browser, atClub, 'b-1'))).toEqual(welcome());
    expect(await browser.whoAmI()).toBe('berta');
    expect(await usersNamed('else')).toEqual([]);
  });

  it('can be completed on another replica than the one that started it', async () => {
    club.accounts.set('c-1', { email: 'carla@example.org', email_verified: true });
    const browser = openBrowser(collection);
    const path = await club.walk(await startSocialSignIn(browser, 'club'), 'c-1');
    expect(resultOf(await browser.at(replica).request(path))).toEqual(welcome());
    expect(await browser.whoAmI()).toBe('carla');
  });

  it('assigns another username if the preferred one is taken, also in parallel sign-ins', async () => {
    await addUser(collection, 'Dora');
    const subjects = ['d-1', 'd-2', 'd-3', 'd-4'];
    for (const subject of subjects) {
      const email = `${subject}@example.org`;
      fan.accounts.set(subject, { email, email_verified: true, preferred_username: 'dora' });
    }
    const names = await Promise.all(
      subjects.map(async (subject) => {
        const browser = openBrowser(collection);
        await signInAtProvider(browser, atFan, subject);
        return browser.whoAmI();
      }),
    );
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^dora-\d+$/);
  });

  it('creates one account for parallel sign-ins of the same user', async () => {
    fan.accounts.set('e-1', { email: 'elsa@example.org', email_verified: 'true' });
    const browsers = Array.from({ length: 4 }, () => openBrowser(collection));
    const results = await Promise.all(browsers.map((browser) => signInAtProvider(browser, atFan, 'e-1')));
    expect(results.map(resultOf)).toEqual(browsers.map(() => welcome()));
    expect(await Promise.all(browsers.map((browser) => browser.whoAmI()))).toEqual(Array(4).fill('elsa'));
    expect(await usersNamed('elsa')).toHaveLength(1);
  });

  it.each([
    ['not verified', { email: 'frida@example.org', email_verified: false }],
    ['not said to be verified', { email: 'frida@example.org' }],
    ['missing', { email_verified: true }],
    ['none', { email: 'frida', email_verified: true }],
  ])('fails with email_unverified without a verified e-mail address: %s', async (title, claims) => {
    const subject = `f-${title.length}`;
    club.accounts.set(subject, { ...claims, preferred_username: 'frida' });
    const browser = openBrowser(collection);
    expect(resultOf(await signInAtProvider(browser, atClub, subject))).toEqual(welcome('email_unverified'));
    expect(await browser.whoAmI()).toBeUndefined();
    expect(await usersNamed('frida')).toEqual([]);
  });

  it('accepts malformed names from the provider, and shortens the name to 255 characters', async () => {
    const email = 'odd@example.org';
    const name = `a\0b${'x'.repeat(1000)}\ud800`;
    fan.accounts.set('g-1', { email, email_verified: true, name, preferred_username: '<b>\0</b>/../me' });
    const browser = openBrowser(collection);
    expect(resultOf(await signInAtProvider(browser, atFan, 'g-1'))).toEqual(welcome());
    expect((await browser.request('/api/accounts/profile/')).body.name).toHaveLength(255);
  });

  it('starts a session under a new id', async () => {
    club.accounts.set('h-1', { email: 'hanna@example.org', email_verified: true });
    const browser = openBrowser(collection);
    await browser.csrfToken();
    const planted = new Map(browser.cookies);
    await signInAtProvider(browser, atClub, 'h-1');
    expect(await browser.whoAmI()).toBe('hanna');
    expect(await openBrowser(collection, { cookies: planted }).whoAmI()).toBeUndefined();
  });

  it('creates an account that cannot sign in with a password', async () => {
    club.accounts.set('i-1', { email: 'ida@example.org', email_verified: true });
    await signInAtProvider(openBrowser(collection), atClub, 'i-1');
    for (const password of ['null', 'undefined', ' ']) {
      expect((await signIn(collection, 'ida', password)).status).toBe(400);
    }
  });
});
