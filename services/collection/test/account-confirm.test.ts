import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { letMinutesPass, newName, openSignedIn, post, useCollectionWithMail } from './test-accounts.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import { addCodeUser, codeOf, confirmWithCode, wrongCodeOf } from './test-codes.ts';
import { useReplica } from './test-collection.ts';
import { json, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

const { collection, mail } = useCollectionWithMail();
const replica = useReplica(collection);

const CONFIRM = '/api/accounts/confirm/';
const PROFILE = '/api/accounts/profile/';
const TOTP = '/api/accounts/mfa/totp/';
const RECOVERY = '/api/accounts/mfa/recovery-codes/';
const NEEDS_SESSION = { detail: 'This needs a session, not a token.' };
const PLEASE_CONFIRM = { detail: 'Please confirm that it is you.', confirmation_required: true };
const NEW = 'green umbrella 7';

/** A browser whose user signed in 16 minutes ago. */
async function openStale() {
  const opened = await openSignedIn(collection);
  await letMinutesPass(collection, opened.user.id, 16);
  return opened;
}

const changeEmail = (browser: TestBrowser, email: string) => browser.send('PATCH', PROFILE, { email });

/** The subjects of the e-mails to an address. */
const subjectsTo = (address: string) =>
  mail.mails.filter(({ recipients }) => recipients.includes(address)).map(({ subject }) => subject);

async function expectMail(address: string, subject: string): Promise<void> {
  await eventually(async () => expect(subjectsTo(address)).toContain(subject));
}

describe('a client with only an API token', () => {
  it('receives 403 from all endpoints that could take over the account', async () => {
    const owner = await addCodeUser(collection, newName());
    const token = await tokenOf(collection, await collection.db('users').where({ id: owner.id }).first());
    const thief = `${newName()}@example.org`;
    const request = (method: string, path: string, body: object = {}) =>
      collection.request(`/api/accounts/${path}`, json(method, body, token));
    const steps = [
      await request('PATCH', 'profile/', { email: thief }),
      await request('POST', 'confirm/', { password: PASSWORD, code: owner.recoveryCodes[0] }),
      await request('POST', 'password/change/', { current_password: PASSWORD, new_password: NEW }),
      await request('DELETE', 'mfa/totp/', { password: PASSWORD }),
      await request('POST', 'mfa/recovery-codes/', { password: PASSWORD }),
      await request('DELETE', 'sessions/'),
      await request('POST', 'tokens/', { name: 'Mine', scope: 'write' }),
      await request('DELETE', '', { password: PASSWORD }),
    ];
    for (const { status, body } of steps) expect([status, body]).toEqual([403, NEEDS_SESSION]);
    // The thief cannot reset the password either: mails still go to the owner's address.
    expect((await post(collection, 'password/reset/', { email: thief })).status).toBe(200);
    await post(collection, 'password/reset/', { email: `${owner.username}@example.org` });
    await expectMail(`${owner.username}@example.org`, 'Set a new password');
    expect(subjectsTo(thief)).toEqual([]);
    const profile = (await owner.browser.request(PROFILE)).body;
    expect(profile).toMatchObject({
      pending_email: null,
      mfa_enabled: true,
      email: `${owner.username}@example.org`,
    });
    expect((await signIn(collection, owner.username)).body.token).toBe(token);
  });

  it('receives 403 when it starts or confirms a second factor', async () => {
    const { user, browser } = await openSignedIn(collection);
    const token = await tokenOf(collection, user);
    const started = await collection.request(TOTP, { method: 'POST', headers: withToken(token) });
    expect([started.status, started.body]).toEqual([403, NEEDS_SESSION]);
    // Nor can it confirm a secret that the owner has requested.
    const { secret } = (await browser.send('POST', TOTP)).body;
    const sent = json('POST', { code: await codeOf(secret) }, token);
    const confirmed = await collection.request(`${TOTP}confirm/`, sent);
    expect([confirmed.status, confirmed.body]).toEqual([403, NEEDS_SESSION]);
    await openBrowser(collection).signIn(user.username);
  });

  it('changes the profile with an unchanged e-mail address, but receives 403 for a new address', async () => {
    const { user, browser } = await openSignedIn(collection);
    const token = await tokenOf(collection, user);
    const sent = { biography: 'by token', email: user.email };
    const { status, body } = await collection.request(PROFILE, json('PATCH', sent, token));
    expect([status, body.biography, body.pending_email]).toEqual([200, 'by token', null]);
    const refused = await collection.request(
      PROFILE,
      json('PATCH', { email: `new-${user.email}`, name: 'X' }, token),
    );
    expect([refused.status, refused.body]).toEqual([403, NEEDS_SESSION]);
    expect((await browser.request(PROFILE)).body).toMatchObject({ name: user.name, pending_email: null });
  });
});

describe('the confirmation of a session', () => {
  it('is required for a new e-mail address after 15 minutes, and lasts 15 minutes', async () => {
    const { user, browser } = await openStale();
    const email = `new-${user.email}`;
    const refused = await changeEmail(browser, email);
    expect([refused.status, refused.body]).toEqual([403, PLEASE_CONFIRM]);
    const { status, body } = await browser.send('POST', CONFIRM, { password: PASSWORD });
    const until = (Date.parse(body.confirmed_until) - Date.now()) / 60_000;
    expect([status, Math.round(until)]).toEqual([200, 15]);
    expect((await changeEmail(browser.at(replica), email)).status).toBe(200);
  });

  it('is not required for other requests', async () => {
    const { user, browser } = await openStale();
    expect((await browser.request('/api/items/')).status).toBe(200);
    const sent = { biography: 'still here', email: user.email };
    expect((await browser.send('PATCH', PROFILE, sent)).status).toBe(200);
  });

  it.each([
    [14, 200],
    [15, 403],
  ])('is required from 15 minutes after the sign-in on: %i minutes', async (minutes, expected) => {
    const { user, browser } = await openSignedIn(collection);
    await letMinutesPass(collection, user.id, minutes);
    expect((await changeEmail(browser, `new-${user.email}`)).status).toBe(expected);
  });

  it('is required if the session has no recorded confirmation', async () => {
    const { user, browser } = await openSignedIn(collection);
    await collection.db.raw("update sessions set sess = sess - 'confirmation' where user_id = ?", [user.id]);
    expect((await changeEmail(browser, `new-${user.email}`)).body).toEqual(PLEASE_CONFIRM);
  });

  it('is not renewed by turning on a second factor', async () => {
    const { user, browser } = await openSignedIn(collection);
    await letMinutesPass(collection, user.id, 14);
    const { secret } = (await browser.send('POST', TOTP)).body;
    await browser.send('POST', `${TOTP}confirm/`, { code: await codeOf(secret) });
    await letMinutesPass(collection, user.id, 2);
    expect((await changeEmail(browser, `new-${user.email}`)).body).toEqual(PLEASE_CONFIRM);
  });
});

describe('POST /api/accounts/confirm/', () => {
  it('gives the session a new id and keeps the CSRF token', async () => {
    const { user, browser } = await openSignedIn(collection);
    const [before, csrf] = [new Map(browser.cookies), await browser.csrfToken()];
    await browser.send('POST', CONFIRM, { password: PASSWORD });
    expect(await browser.whoAmI()).toBe(user.username);
    expect(await browser.csrfToken()).toBe(csrf);
    expect(await openBrowser(replica, { cookies: before }).whoAmI()).toBeUndefined();
  });

  it.each([
    [{}, { password: ['This field is required.'] }],
    [{ password: '' }, { password: ['This field is required.'] }],
    [{ password: 7 }, { password: ['Not a valid string.'] }],
    [{ password: 'wrong' }, { password: ['The password is not correct.'] }],
  ])('returns 400 and confirms nothing for %j', async (sent, expected) => {
    const { user, browser } = await openStale();
    const { status, body } = await browser.send('POST', CONFIRM, sent);
    expect([status, body]).toEqual([400, expected]);
    expect((await changeEmail(browser, `new-${user.email}`)).status).toBe(403);
  });

  it('counts wrong passwords as failed sign-ins, and returns 429 after five', async () => {
    const { user, browser } = await openSignedIn(collection);
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await browser.send('POST', CONFIRM, { password: `wrong ${turn}` })).status).toBe(400);
    }
    expect((await browser.send('POST', CONFIRM, { password: PASSWORD })).status).toBe(429);
    expect((await signIn(collection, user.username)).status).toBe(429);
  });

  it('requires a code if the user has a second factor, and accepts each code once', async () => {
    const { id, browser, secret, recoveryCodes } = await addCodeUser(collection, newName());
    await letMinutesPass(collection, id, 16);
    const send = (sent: object) => browser.send('POST', CONFIRM, sent);
    expect((await send({})).body).toEqual({
      password: ['This field is required.'],
      code: ['This field is required.'],
    });
    expect((await send({ password: PASSWORD })).body).toEqual({ code: ['This field is required.'] });
    const wrong = await send({ password: PASSWORD, code: await wrongCodeOf(secret) });
    expect([wrong.status, wrong.body]).toEqual([400, { code: ['The code is wrong or has expired.'] }]);
    expect((await browser.send('DELETE', '/api/accounts/sessions/')).status).toBe(403);
    // A request with a wrong password does not use up the code.
    const code = await codeOf(secret);
    expect((await send({ password: 'wrong', code })).body).toEqual({
      password: ['The password is not correct.'],
    });
    expect((await send({ password: PASSWORD, code })).status).toBe(200);
    expect((await send({ password: PASSWORD, code })).status).toBe(400);
    expect((await send({ password: PASSWORD, code: recoveryCodes[0] })).status).toBe(200);
    expect((await browser.send('DELETE', '/api/accounts/sessions/')).status).toBe(204);
  });

  it('returns 400 to users without a password, with a hint to sign in with a provider', async () => {
    const { user, browser } = await openSignedIn(collection);
    await collection.db('users').where({ id: user.id }).update({ password_hash: null });
    const { status, body } = await browser.send('POST', CONFIRM, { password: PASSWORD });
    expect([status, body]).toEqual([
      400,
      { non_field_errors: ['This account has no password: sign in again with a linked provider.'] },
    ]);
  });

  it('returns 401 without a session and 403 with a wrong CSRF token', async () => {
    const { browser } = await openSignedIn(collection);
    const sent = json('POST', { password: PASSWORD });
    expect((await collection.request(CONFIRM, sent)).status).toBe(401);
    const headers = { ...(sent.headers as Record<string, string>), 'X-CSRF-Token': 'wrong' };
    const forged = await browser.request(CONFIRM, { ...sent, headers });
    expect([forged.status, forged.body.detail]).toEqual([403, expect.stringContaining('CSRF')]);
  });
});

describe('the endpoints that end or replace a second factor', () => {
  it.each([
    ['DELETE', TOTP, 204],
    ['POST', RECOVERY, 200],
  ])('require a confirmation with a code in the last 15 minutes: %s %s', async (method, path, done) => {
    const user = await addCodeUser(collection, newName());
    const { browser } = user;
    // The session is fresh, but its sign-in was without a code.
    expect((await changeEmail(browser, `new-${user.username}@example.org`)).status).toBe(200);
    const refused = await browser.send(method, path, { password: PASSWORD });
    expect([refused.status, refused.body]).toEqual([403, PLEASE_CONFIRM]);
    await confirmWithCode(collection, user);
    await letMinutesPass(collection, user.id, 15);
    expect((await browser.send(method, path, { password: PASSWORD })).body).toEqual(PLEASE_CONFIRM);
    await confirmWithCode(collection, user);
    expect((await browser.send(method, path, { password: PASSWORD })).status).toBe(done);
  });

  it('accept a sign-in with a code as a confirmation', async () => {
    const { username, recoveryCodes } = await addCodeUser(collection, newName());
    const browser = openBrowser(collection);
    await browser.signIn(username, PASSWORD, recoveryCodes[0]);
    expect((await browser.send('DELETE', TOTP, { password: PASSWORD })).status).toBe(204);
  });
});
