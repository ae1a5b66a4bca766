import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import { addCodeUser, codeOf, wrongCodeOf } from './test-codes.ts';
import { startTestCollection } from './test-collection.ts';
import { resultOf, signInAtProvider, useSocialSignIn } from './test-oidc-provider.ts';

const { club, fan, collection, replica, atClub, atFan, welcome } = useSocialSignIn();

const usersNamed = (name: string) => collection.db('users').where('username', 'like', `${name}%`);

describe('signing in with a provider', () => {
  it('fails with inactive for a deactivated account, also through another provider', async () => {
    club.accounts.set('w-1', { email: 'wilma@example.org', email_verified: true });
    const before = openBrowser(collection);
    await signInAtProvider(before, atClub, 'w-1');
    await collection.db('users').where({ username: 'wilma' }).update({ is_active: false });
    expect(await before.at(replica).whoAmI()).toBeUndefined();
    const browser = openBrowser(collection);
    expect(resultOf(await signInAtProvider(browser, atClub, 'w-1'))).toEqual(welcome('inactive'));
    // The same address at another provider is rejected, too.
    fan.accounts.set('w-2', { email: 'wilma@example.org', email_verified: true });
    expect(resultOf(await signInAtProvider(browser, atFan, 'w-2'))).toEqual(welcome('inactive'));
    expect(await browser.whoAmI()).toBeUndefined();
  });

  it('creates a new account after the former account was deleted', async () => {
    club.accounts.set('w-3', { email: 'wanda@example.org', email_verified: true });
    await signInAtProvider(openBrowser(collection), atClub, 'w-3');
    const [first] = await usersNamed('wanda');
    await collection.db('users').where({ id: first.id }).delete();
    await signInAtProvider(openBrowser(collection), atClub, 'w-3');
    const [second] = await usersNamed('wanda');
    expect(second.id).not.toBe(first.id);
  });
});

describe('signing in with a provider and multi-factor sign-in', () => {
  const FINISH = '/api/accounts/mfa/login/';

  /** A user with a second factor and a linked provider. */
  async function addLinked(username: string) {
    const user = await addCodeUser(collection, username);
    club.accounts.set(`mfa-${username}`, { email: `${username}@example.org`, email_verified: true });
    await signInAtProvider(user.browser, atClub, `mfa-${username}`);
    return user;
  }

  it('requires a code after the provider', async () => {
    const { secret } = await addLinked('xena');
    const browser = openBrowser(collection);
    expect(resultOf(await signInAtProvider(browser, atClub, 'mfa-xena'))).toEqual(welcome('mfa_required'));
    expect(await browser.whoAmI()).toBeUndefined();
    expect((await browser.request('/api/users/me/')).status).toBe(401);
    const blankCode = await browser.send('POST', FINISH, { code: ' ' });
    expect([blankCode.status, blankCode.body.mfa_required]).toEqual([401, true]);
    const wrong = await browser.send('POST', FINISH, { code: await wrongCodeOf(secret) });
    expect([wrong.status, wrong.body]).toEqual([400, { code: ['The code is wrong or has expired.'] }]);
    const right = await browser.send('POST', FINISH, { code: await codeOf(secret) });
    expect([right.status, right.body.user.username]).toEqual([200, 'xena']);
    expect(await browser.at(replica).whoAmI()).toBe('xena');
    // The pending sign-in cannot be used twice.
    expect((await browser.send('POST', FINISH, { code: await codeOf(secret, 1) })).status).toBe(400);
  });

  it('accepts a recovery code once', async () => {
    const { recoveryCodes } = await addLinked('xara');
    const [code] = recoveryCodes;
    for (const expected of [200, 400]) {
      const browser = openBrowser(collection);
      await signInAtProvider(browser, atClub, 'mfa-xara');
      expect((await browser.send('POST', FINISH, { code })).status).toBe(expected);
    }
  });

  it('returns 400 for a code in a browser that was not at the provider', async () => {
    const { secret } = await addLinked('xisca');
    await signInAtProvider(openBrowser(collection), atClub, 'mfa-xisca');
    for (const browser of [openBrowser(collection), openBrowser(collection)]) {
      await browser.csrfToken();
      const { status, body } = await browser.send('POST', FINISH, { code: await codeOf(secret) });
      expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']]);
    }
  });

  it('returns 429 after ten wrong codes for a user over all addresses', async () => {
    const { secret } = await addLinked('xaver');
    const wrong = await wrongCodeOf(secret);
    await using proxied = await startTestCollection(collection.database, {
      ...club.env('CLUB'),
      TRUST_PROXY: '1',
      PUBLIC_URL: collection.url,
    });
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const headers = { 'X-Forwarded-For': `203.0.113.${turn}` };
      const browser = openBrowser(proxied, { headers });
      await signInAtProvider(browser, atClub, 'mfa-xaver');
      statuses.push((await browser.send('POST', FINISH, { code: wrong })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  it('returns 400 for a code after the sessions of the user have been ended', async () => {
    const { id, secret } = await addLinked('xenia');
    const browser = openBrowser(collection);
    await signInAtProvider(browser, atClub, 'mfa-xenia');
    await collection.db('users').where({ id }).increment('session_epoch', 1);
    expect((await browser.send('POST', FINISH, { code: await codeOf(secret) })).status).toBe(400);
    await collection.db('users').where({ id }).update({ is_active: false });
    expect((await browser.send('POST', FINISH, { code: await codeOf(secret) })).status).toBe(400);
  });
});
