import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import { startTestCollection } from './test-collection.ts';
import { startHostileProvider, useHostileSignIn } from './test-hostile-provider.ts';
import { errorOf, startSocialSignIn } from './test-oidc-provider.ts';
import { addUser } from './test-users.ts';

const { club, hostile, collection, expectNobody } = useHostileSignIn();

const INVALID_STATE = {
  detail: 'This sign-in was not started in this browser, or too long ago. Please start again.',
  code: 'invalid_state',
};

describe('the callback of a sign-in provider', () => {
  it('works once, and a replay in any browser returns 400', async () => {
    const browser = openBrowser(collection);
    const path = await club.walk(await startSocialSignIn(browser, 'club'), 'anna');
    const before = new Map(browser.cookies);
    expect(errorOf(await browser.request(path))).toBeNull();
    expect(await browser.whoAmI()).toBe('anna');
    for (const cookies of [new Map(browser.cookies), before, new Map<string, string>()]) {
      const replay = openBrowser(collection, { cookies });
      const { status, body } = await replay.request(path);
      expect([status, body]).toEqual([400, INVALID_STATE]);
    }
    expect(await openBrowser(collection, { cookies: before }).whoAmI()).toBeUndefined();
  });

  it('returns 400 for a replay after a failed sign-in too', async () => {
    const browser = openBrowser(collection);
    const address = await startSocialSignIn(browser, 'evil');
    hostile.lies = { signedBy: 'another key' };
    expect(errorOf(await browser.request(hostile.callback(address)))).toBe('invalid_answer');
    hostile.lies = {};
    const { status, body } = await browser.request(hostile.callback(address));
    expect([status, body]).toEqual([400, INVALID_STATE]);
    await expectNobody(browser);
  });

  it('works only in the browser in which the sign-in was started', async () => {
    const attacker = openBrowser(collection);
    const path = await club.walk(await startSocialSignIn(attacker, 'club'), 'anna');
    const victim = openBrowser(collection);
    for (const prepare of [
      async () => '',
      () => victim.csrfToken(),
      () => startSocialSignIn(victim, 'club'),
    ]) {
      await prepare();
      const { status, body } = await victim.request(path);
      expect([status, body]).toEqual([400, INVALID_STATE]);
      expect(await victim.whoAmI()).toBeUndefined();
    }
  });

  it('does not change the user who is signed in', async () => {
    const attacker = openBrowser(collection);
    const path = await club.walk(await startSocialSignIn(attacker, 'club'), 'anna');
    const user = await addUser(collection, 'victim');
    const victim = openBrowser(collection);
    await victim.signIn('victim');
    expect((await victim.request(path)).status).toBe(400);
    expect(await victim.whoAmI()).toBe('victim');
    expect(await collection.db('identities').where({ user_id: user.id })).toEqual([]);
  });

  it.each([
    ['no state', { state: undefined }],
    ['an empty state', { state: '' }],
    ['another state', { state: 'A'.repeat(43) }],
  ])('returns 400 with %s', async (_what, changes) => {
    const browser = openBrowser(collection);
    const path = hostile.callback(await startSocialSignIn(browser, 'evil'));
    const url = new URL(path, collection.url);
    url.searchParams.delete('state');
    if (changes.state !== undefined) url.searchParams.set('state', changes.state);
    const { status, body } = await browser.request(`${url.pathname}${url.search}`);
    expect([status, body]).toEqual([400, INVALID_STATE]);
    await expectNobody(browser);
  });

  it('returns 400 with two states', async () => {
    const browser = openBrowser(collection);
    const path = hostile.callback(await startSocialSignIn(browser, 'evil'));
    expect((await browser.request(`${path}&state=another`)).status).toBe(400);
    await expectNobody(browser);
  });

  it('returns 400 after the sign-in has expired', async () => {
    const browser = openBrowser(collection);
    const path = await club.walk(await startSocialSignIn(browser, 'club'), 'anna');
    await collection.db.raw(
      `update sessions set sess = jsonb_set(sess, '{socialFlows,0,until}', to_jsonb(?::bigint))`,
      [Date.now() - 1],
    );
    expect((await browser.request(path)).body).toEqual(INVALID_STATE);
    await expectNobody(browser);
  });

  it('works for the last five sign-ins started in a browser, but not for an older one', async () => {
    const browser = openBrowser(collection);
    const addresses: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) addresses.push(await startSocialSignIn(browser, 'evil'));
    const [oldest = '', ...others] = addresses.map((address) => hostile.callback(address));
    hostile.lies = { signedBy: 'nothing' };
    expect((await browser.request(oldest)).body).toEqual(INVALID_STATE);
    for (const path of others) expect(errorOf(await browser.request(path))).toBe('invalid_answer');
  });
});

describe('several sign-in providers', () => {
  describe('the response of one provider', () => {
    it('returns 400 at the callback of another, and is then used up', async () => {
      const browser = openBrowser(collection);
      const path = await club.walk(await startSocialSignIn(browser, 'club'), 'anna');
      const misled = path.replace('/social/club/', '/social/evil/');
      for (const callback of [misled, path]) {
        const { status, body } = await browser.request(callback);
        expect([status, body]).toEqual([400, INVALID_STATE]);
      }
      await expectNobody(browser);
    });
  });

  describe('the code of a response from another issuer', () => {
    it('is not sent to the provider', async () => {
      const browser = openBrowser(collection);
      const address = await startSocialSignIn(browser, 'evil');
      hostile.lastForm = undefined;
      const path = hostile.callback(address, { code: 'the code of the good one', iss: club.issuer });
      expect(errorOf(await browser.request(path))).toBe('invalid_answer');
      expect(hostile.lastForm).toBeUndefined();
      await expectNobody(browser);
    });
  });

  describe('a response without an issuer', () => {
    it('is rejected if the provider has announced to send it', async () => {
      const browser = openBrowser(collection);
      const url = new URL(hostile.callback(await startSocialSignIn(browser, 'evil')), collection.url);
      url.searchParams.delete('iss');
      expect(errorOf(await browser.request(`${url.pathname}${url.search}`))).toBe('invalid_answer');
      await expectNobody(browser);
    });
  });

  it('equal subjects at two providers belong to different users', async () => {
    const browser = openBrowser(collection);
    await browser.request(hostile.callback(await startSocialSignIn(browser, 'evil')));
    expect(await browser.whoAmI()).toBe('victim');
    club.accounts.set('victim', { email: 'somebody@example.org', email_verified: true });
    const otherBrowser = openBrowser(collection);
    await otherBrowser.request(await club.walk(await startSocialSignIn(otherBrowser, 'club'), 'victim'));
    expect(await otherBrowser.whoAmI()).toBe('somebody');
  });

  it('equal subjects belong to different users after a provider is replaced under the same name', async () => {
    const first = openBrowser(collection);
    await first.request(hostile.callback(await startSocialSignIn(first, 'evil')));
    const replaced = await startHostileProvider();
    replaced.lies = { claims: (claims) => ({ ...claims, email: 'stranger@example.org' }) };
    const after = await startTestCollection(collection.database, replaced.env('EVIL'));
    const browser = openBrowser(after);
    await browser.request(replaced.callback(await startSocialSignIn(browser, 'evil')));
    expect(await browser.whoAmI()).toMatch(/^victim-\d+$/);
    await Promise.all([after.close(), replaced.close()]);
  });
});
