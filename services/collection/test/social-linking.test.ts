import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { sealSecret } from '../src/secrets/sealed-secret.ts';
import { letMinutesPass } from './test-accounts.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import { addCodeUser, codeOf } from './test-codes.ts';
import { TEST_SECRET_KEY, type ApiResponse } from './test-collection.ts';
import {
  resultOf,
  signInAtProvider,
  SOCIAL,
  startSocialSignIn,
  useSocialSignIn,
} from './test-oidc-provider.ts';
import { addUser, json, PASSWORD, tokenOf, withToken } from './test-users.ts';

const FRONT_END = 'https://app.example.org';

const { club, fan, collection, atClub, atFan, welcome } = useSocialSignIn({ CORS_ORIGINS: FRONT_END });

describe('a provider account with the e-mail address of an existing account', () => {
  it('is linked only after the existing account signs in in the same browser', async () => {
    const user = await addUser(collection, 'jana', { email: 'Jana@Example.org' });
    club.accounts.set('j-1', { email: 'jana@example.org', email_verified: true });
    const browser = openBrowser(collection);
    expect(resultOf(await signInAtProvider(browser, atClub, 'j-1'))).toEqual(welcome('link_required'));
    expect([await browser.whoAmI(), await identitiesOf(user.id)]).toEqual([undefined, []]);
    // Signing in elsewhere proves nothing about this browser.
    await openBrowser(collection).signIn('jana');
    await collection.request('/api/auth-token/', json('POST', { username: 'jana', password: PASSWORD }));
    expect(await identitiesOf(user.id)).toEqual([]);
    await browser.signIn('jana');
    expect(await identitiesOf(user.id)).toEqual(['club']);
    const next = openBrowser(collection);
    expect(resultOf(await signInAtProvider(next, atClub, 'j-1'))).toEqual(welcome());
    expect(await next.whoAmI()).toBe('jana');
  });

  it('is not linked when another account signs in', async () => {
    const [karla, kira] = [await addUser(collection, 'karla'), await addUser(collection, 'kira')];
    club.accounts.set('k-1', { email: karla.email, email_verified: true });
    const browser = openBrowser(collection);
    await signInAtProvider(browser, atClub, 'k-1');
    await browser.signIn('kira');
    expect([await identitiesOf(karla.id), await identitiesOf(kira.id)]).toEqual([[], []]);
    // A later sign-in in the same browser does not link it either.
    await browser.send('POST', '/api/accounts/logout/');
    await browser.signIn('karla');
    expect(await identitiesOf(karla.id)).toEqual([]);
  });

  it('is not linked after a wrong password', async () => {
    const user = await addUser(collection, 'lena');
    club.accounts.set('l-1', { email: user.email, email_verified: true });
    const browser = openBrowser(collection);
    await signInAtProvider(browser, atClub, 'l-1');
    await expect(browser.signIn('lena', 'wrong')).rejects.toThrow('400');
    expect(await identitiesOf(user.id)).toEqual([]);
  });

  it('is linked only after the code if the existing account has multi-factor sign-in', async () => {
    const { id, secret } = await addCodeUser(collection, 'mona');
    club.accounts.set('m-1', { email: 'mona@example.org', email_verified: true });
    const browser = openBrowser(collection);
    await signInAtProvider(browser, atClub, 'm-1');
    await expect(browser.signIn('mona')).rejects.toThrow('401');
    expect(await identitiesOf(id)).toEqual([]);
    await browser.signIn('mona', PASSWORD, await codeOf(secret));
    expect(await identitiesOf(id)).toEqual(['club']);
  });

  it('is not linked if the existing account has not verified the address', async () => {
    const user = await addUser(collection, 'nora', { isVerified: false });
    club.accounts.set('n-1', { email: user.email, email_verified: true });
    const browser = openBrowser(collection);
    expect(resultOf(await signInAtProvider(browser, atClub, 'n-1'))).toEqual(welcome('link_required'));
    await expect(browser.signIn('nora')).rejects.toThrow('E-mail is not verified.');
    expect(await identitiesOf(user.id)).toEqual([]);
  });
});

describe('linking a provider while signed in', () => {
  it('accepts any address at the provider, and lets the user sign in with the provider later', async () => {
    const user = await addUser(collection, 'olga');
    club.accounts.set('o-1', { email: 'other@example.org', email_verified: false });
    const browser = openBrowser(collection);
    await browser.signIn('olga');
    expect(resultOf(await signInAtProvider(browser, atClub, 'o-1'))).toEqual(welcome());
    expect([await identitiesOf(user.id), await browser.whoAmI()]).toEqual([['club'], 'olga']);
    // Linking again is not an error.
    expect(resultOf(await signInAtProvider(browser, atClub, 'o-1'))).toEqual(welcome());
    const otherBrowser = openBrowser(collection);
    await signInAtProvider(otherBrowser, atClub, 'o-1');
    expect(await otherBrowser.whoAmI()).toBe('olga');
  });

  it('fails with identity_taken if the identity is linked to another account', async () => {
    club.accounts.set('p-1', { email: 'pia@example.org', email_verified: true });
    await signInAtProvider(openBrowser(collection), atClub, 'p-1');
    const user = await addUser(collection, 'paula');
    const browser = openBrowser(collection);
    await browser.signIn('paula');
    expect(resultOf(await signInAtProvider(browser, atClub, 'p-1'))).toEqual(welcome('identity_taken'));
    expect([await browser.whoAmI(), await identitiesOf(user.id)]).toEqual(['paula', []]);
  });

  it('fails with invalid_state after the user has signed out or another user has signed in', async () => {
    const [rosa, rita] = [await addUser(collection, 'rosa'), await addUser(collection, 'rita')];
    club.accounts.set('r-1', { email: 'new-r@example.org', email_verified: true });
    for (const change of [
      (browser: TestBrowser) => browser.send('POST', '/api/accounts/logout/'),
      (browser: TestBrowser) => browser.signIn('rita'),
    ]) {
      const browser = openBrowser(collection);
      await browser.signIn('rosa');
      const path = await club.walk(await startSocialSignIn(browser, 'club'), 'r-1');
      await change(browser);
      const { status, body } = await browser.request(path);
      expect([status, body.code]).toEqual([400, 'invalid_state']);
      expect([await identitiesOf(rosa.id), await identitiesOf(rita.id)]).toEqual([[], []]);
    }
    expect(await collection.db('users').where({ email: 'new-r@example.org' })).toEqual([]);
  });

  it('fails with session_changed after the session has ended', async () => {
    const user = await addUser(collection, 'sina');
    club.accounts.set('s-1', { email: 'new-s@example.org', email_verified: true });
    const browser = openBrowser(collection);
    await browser.signIn('sina');
    const path = await club.walk(await startSocialSignIn(browser, 'club'), 's-1');
    await collection.db('users').where({ id: user.id }).increment('session_epoch', 1);
    expect(resultOf(await browser.request(path))).toEqual(welcome('session_changed'));
    expect(await identitiesOf(user.id)).toEqual([]);
  });

  it.each([
    ['of a foreign site', { 'Sec-Fetch-Site': 'cross-site', Referer: 'https://evil.example/' }, 403],
    ['of a foreign site that keeps itself back', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['of a neighbour', { 'Sec-Fetch-Site': 'same-site', Referer: 'https://evil.example.org/' }, 403],
    ['of a front end that is allowed', { 'Sec-Fetch-Site': 'cross-site', Referer: `${FRONT_END}/` }, 302],
    ['of the same origin', { 'Sec-Fetch-Site': 'same-origin' }, 302],
    ['they have typed', { 'Sec-Fetch-Site': 'none' }, 302],
  ])(
    'starts only from pages of this site, allowed front ends or a typed address: page %s',
    async (title, headers, expected) => {
      await addUser(collection, `tina-${title.length}`);
      const browser = openBrowser(collection);
      await browser.signIn(`tina-${title.length}`);
      expect((await browser.request(`${SOCIAL}club/login/`, { headers })).status).toBe(expected);
      // Without a session, no account can be linked by a forged request.
      expect((await openBrowser(collection).request(`${SOCIAL}club/login/`, { headers })).status).toBe(302);
    },
  );
});

describe('DELETE /api/accounts/social/{provider}/', () => {
  it('unlinks a provider from a user with a password, and returns 404 the second time', async () => {
    const user = await addUser(collection, 'ute');
    club.accounts.set('u-1', { email: 'u@example.org', email_verified: true });
    const browser = openBrowser(collection);
    await browser.signIn('ute');
    await signInAtProvider(browser, atClub, 'u-1');
    expect((await browser.send('DELETE', `${SOCIAL}club/`)).status).toBe(204);
    expect(await identitiesOf(user.id)).toEqual([]);
    const again = await browser.send('DELETE', `${SOCIAL}club/`);
    expect([again.status, again.body]).toEqual([404, { detail: 'The provider is not linked.' }]);
  });

  it('returns 400 for the only way to sign in, also when two providers are unlinked in parallel', async () => {
    for (const [provider, subject] of [
      [club, 'v-1'],
      [fan, 'v-2'],
    ] as const) {
      provider.accounts.set(subject, { email: `${subject}@example.org`, email_verified: true });
    }
    const browser = openBrowser(collection);
    await signInAtProvider(browser, atClub, 'v-1');
    const alone = await browser.send('DELETE', `${SOCIAL}club/`);
    expect([alone.status, alone.body]).toEqual([
      400,
      { non_field_errors: ['This is the only way to sign in: set a password first.'] },
    ]);
    await signInAtProvider(browser, atFan, 'v-2');
    const unlink = (name: string) => browser.send('DELETE', `${SOCIAL}${name}/`);
    let responses: Promise<ApiResponse[]> = Promise.resolve([]);
    // Both requests read the identities before either can continue.
    await collection.db.transaction(async (transaction) => {
      await transaction.raw('select from identities for update');
      responses = Promise.all(['club', 'fan_shop'].map(unlink));
      await eventually(async () => {
        const { rows } = await collection.db.raw(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        expect(rows).toHaveLength(2);
      });
    });
    const statuses = (await responses).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 400]);
  });

  it('returns 403 without a CSRF token and with an API token', async () => {
    const user = await addUser(collection, 'vera');
    await collection
      .db('identities')
      .insert({ provider: 'club', issuer: club.issuer, subject: 'v-3', user_id: user.id });
    const browser = openBrowser(collection);
    await browser.signIn('vera');
    const forged = await browser.request(`${SOCIAL}club/`, {
      method: 'DELETE',
      headers: { 'X-CSRF-Token': '' },
    });
    expect(forged.status).toBe(403);
    const headers = withToken(await tokenOf(collection, user));
    expect((await collection.request(`${SOCIAL}club/`, { method: 'DELETE', headers })).status).toBe(403);
    expect(await identitiesOf(user.id)).toEqual(['club']);
  });
});

describe('a session whose user must confirm their identity', () => {
  /** A user without a password who signed in with the club 16 minutes ago. */
  async function openStale(subject: string) {
    club.accounts.set(subject, { email: `${subject}@example.org`, email_verified: true });
    const browser = openBrowser(collection);
    await signInAtProvider(browser, atClub, subject);
    const { user } = (await browser.request('/api/accounts/session/')).body;
    await letMinutesPass(collection, user.id, 16);
    const remove = () => browser.send('DELETE', '/api/accounts/sessions/');
    expect((await remove()).body.confirmation_required).toBe(true);
    return { browser, id: user.id as number, remove };
  }

  it('is confirmed by signing in again with the linked provider', async () => {
    const { browser, id, remove } = await openStale('w-1');
    const before = new Map(browser.cookies);
    expect(resultOf(await signInAtProvider(browser, atClub, 'w-1'))).toEqual(welcome());
    expect((await remove()).status).toBe(204);
    expect(await identitiesOf(id)).toEqual(['club']);
    expect(await openBrowser(collection, { cookies: before }).whoAmI()).toBeUndefined();
  });

  it('requires a code too if multi-factor sign-in is on', async () => {
    const { browser, id, remove } = await openStale('w-2');
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    await collection.db('totp').insert({
      user_id: id,
      secret: sealSecret([TEST_SECRET_KEY], { kind: 'totp', userId: id }, secret),
      confirmed_at: new Date(),
      last_step: 1,
    });
    expect(resultOf(await signInAtProvider(browser, atClub, 'w-2'))).toEqual(welcome('mfa_required'));
    expect((await remove()).status).toBe(403);
    const sent = { code: await codeOf(secret) };
    expect((await browser.send('POST', '/api/accounts/mfa/login/', sent)).status).toBe(200);
    expect((await browser.send('POST', '/api/accounts/mfa/recovery-codes/', {})).status).toBe(200);
  });

  it('cannot link another provider, and is not confirmed by an identity of another user', async () => {
    const { browser, id, remove } = await openStale('w-3');
    fan.accounts.set('thief', { email: 'thief@example.org', email_verified: true });
    expect(resultOf(await signInAtProvider(browser, atFan, 'thief'))).toEqual(
      welcome('confirmation_required'),
    );
    club.accounts.set('w-4', { email: 'w-4@example.org', email_verified: true });
    await signInAtProvider(openBrowser(collection), atClub, 'w-4');
    expect(resultOf(await signInAtProvider(browser, atClub, 'w-4'))).toEqual(welcome('identity_taken'));
    expect([(await remove()).status, await identitiesOf(id)]).toEqual([403, ['club']]);
    await signInAtProvider(browser, atClub, 'w-3');
    expect(resultOf(await signInAtProvider(browser, atFan, 'thief'))).toEqual(welcome());
    expect((await identitiesOf(id)).toSorted()).toEqual(['club', 'fan_shop']);
  });
});

async function identitiesOf(userId: number): Promise<string[]> {
  const rows = await collection.db('identities').where({ user_id: userId }).select('provider');
  return rows.map(({ provider }: { provider: string }) => provider);
}
