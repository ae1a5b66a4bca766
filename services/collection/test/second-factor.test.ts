import { describe, expect, it } from '@jest/globals';
import { readZip } from './read-zip.ts';
import { openBrowser } from './test-browser.ts';
import {
  addCodeUser,
  codeOf,
  confirmWithCode,
  forgetUsedCode,
  turnOnSecondFactor,
  wrongCodeOf,
} from './test-codes.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { addUser, json, PASSWORD, withToken } from './test-users.ts';

const collection = useCollection();

const TOTP = '/api/accounts/mfa/totp/';
const CONFIRM = '/api/accounts/mfa/totp/confirm/';
const RECOVERY = '/api/accounts/mfa/recovery-codes/';
const WRONG_CODE = { code: ['The code is wrong or has expired.'] };
const OFF = { non_field_errors: ['Multi-factor sign-in is off.'] };
const ON = { non_field_errors: ['Multi-factor sign-in is already on.'] };

/** Adds a user and signs in. */
async function openSignedIn(username: string, options: Parameters<typeof addUser>[2] = {}) {
  const user = await addUser(collection, username, options);
  const browser = openBrowser(collection);
  await browser.signIn(username);
  return { user, browser };
}

/** Whether signing in with only the password requires a code. */
async function needsCode(username: string): Promise<boolean> {
  const sent = json('POST', { username, password: PASSWORD });
  return (await collection.request('/api/accounts/login/', sent)).status === 401;
}

describe('setting up multi-factor sign-in', () => {
  it('returns a 160-bit secret and its otpauth URL', async () => {
    const { browser } = await openSignedIn('anna b');
    const { status, headers, body } = await browser.send('POST', TOTP);
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(body.otpauth_url);
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Kitroom:anna b',
    ]);
    expect(url.searchParams.get('secret')).toBe(body.secret);
    expect(url.searchParams.get('issuer')).toBe('Kitroom');
  });

  it('requires no code at sign-in until a code has been confirmed', async () => {
    const { user, browser } = await openSignedIn('berta');
    await browser.send('POST', TOTP);
    expect(await needsCode(user.username)).toBe(false);
    expect((await browser.request('/api/accounts/profile/')).body.mfa_enabled).toBe(false);
    await turnOnSecondFactor(browser);
    expect(await needsCode(user.username)).toBe(true);
    expect((await browser.request('/api/accounts/profile/')).body.mfa_enabled).toBe(true);
  });

  it('creates a new secret when started again, and rejects codes of the old one', async () => {
    const { browser } = await openSignedIn('carla');
    const first = (await browser.send('POST', TOTP)).body.secret;
    const second = (await browser.send('POST', TOTP)).body.secret;
    expect(second).not.toBe(first);
    const old = await browser.send('POST', CONFIRM, { code: await codeOf(first) });
    expect([old.status, old.body]).toEqual([400, WRONG_CODE]);
    expect((await browser.send('POST', CONFIRM, { code: await codeOf(second) })).status).toBe(200);
  });

  it('returns ten 112-bit recovery codes', async () => {
    const { recoveryCodes } = await addCodeUser(collection, 'dora');
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-f]{7}-){3}[0-9a-f]{7}$/);
  });

  it('cannot be started or confirmed again while multi-factor sign-in is on', async () => {
    const { browser, secret } = await addCodeUser(collection, 'elsa');
    const again = await browser.send('POST', TOTP);
    expect([again.status, again.body]).toEqual([400, ON]);
    const confirmed = await browser.send('POST', CONFIRM, { code: await codeOf(secret) });
    expect([confirmed.status, confirmed.body]).toEqual([400, ON]);
  });

  it.each([
    ['a wrong code', (secret: string) => wrongCodeOf(secret)],
    ['a code of the day before', (secret: string) => codeOf(secret, -2880)],
    ['letters', async () => 'abcdef'],
    ['seven digits', async (secret: string) => `${await codeOf(secret)}0`],
    ['digits of another script', async () => '١٢٣٤٥٦'],
    ['a recovery code', async () => '0000000-0000000-0000000-0000000'],
  ])('is not confirmed by %s', async (title, make) => {
    const { user, browser } = await openSignedIn(`frida-${title.replaceAll(' ', '-')}`);
    const { secret } = (await browser.send('POST', TOTP)).body;
    const { status, body } = await browser.send('POST', CONFIRM, { code: await make(secret) });
    expect([status, body]).toEqual([400, WRONG_CODE]);
    expect(await needsCode(user.username)).toBe(false);
  });

  it('cannot be confirmed before it was started', async () => {
    const { browser } = await openSignedIn('greta');
    const { status, body } = await browser.send('POST', CONFIRM, { code: '123456' });
    expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']]);
    const withoutCode = await browser.send('POST', CONFIRM, {});
    expect([withoutCode.status, withoutCode.body]).toEqual([400, { code: ['This field is required.'] }]);
  });

  it('is confirmed only once when the same code is sent in parallel', async () => {
    const { browser, user } = await openSignedIn('hanna');
    const { secret } = (await browser.send('POST', TOTP)).body;
    const sent = { code: await codeOf(secret) };
    const token = await browser.csrfToken();
    const headers = { 'X-CSRF-Token': token, 'Content-Type': 'application/json' };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        openBrowser(collection, { cookies: new Map(browser.cookies) }).request(CONFIRM, {
          method: 'POST',
          headers,
          body: JSON.stringify(sent),
        }),
      ),
    );
    const [taken, ...others] = responses.toSorted((a, b) => a.status - b.status);
    expect([taken?.status, new Set(others.map(({ status }) => status === 400 || status === 401))]).toEqual([
      200,
      new Set([true]),
    ]);
    const rows = await collection.db('recovery_codes').where({ user_id: user.id });
    expect(rows).toHaveLength(10);
  });

  it('ends other sessions, but keeps the current session and the API token', async () => {
    const { browser, user } = await openSignedIn('ida');
    const otherBrowser = openBrowser(collection);
    await otherBrowser.signIn(user.username);
    const { token } = (
      await collection.request('/api/auth-token/', json('POST', { username: 'ida', password: PASSWORD }))
    ).body;
    await turnOnSecondFactor(browser);
    expect([await browser.whoAmI(), await otherBrowser.whoAmI()]).toEqual(['ida', undefined]);
    expect((await collection.request('/api/users/me/', { headers: withToken(token) })).status).toBe(200);
  });
});

/** A user with multi-factor sign-in who has just confirmed with a code. */
async function addConfirmedUser(username: string) {
  const user = await addCodeUser(collection, username);
  await confirmWithCode(collection, user);
  return user;
}

describe('turning multi-factor sign-in off', () => {
  it('requires the password, and deletes the recovery codes', async () => {
    const { browser, id, username } = await addConfirmedUser('jana');
    expect((await browser.send('DELETE', TOTP, { password: PASSWORD })).status).toBe(204);
    expect(await needsCode(username)).toBe(false);
    expect(await collection.db('recovery_codes').where({ user_id: id })).toEqual([]);
    expect((await browser.send('POST', TOTP)).status).toBe(200);
  });

  it.each(['DELETE', 'POST'] as const)(
    'returns 400 without the right password, as renewing the recovery codes does: %s',
    async (method) => {
      const path = method === 'DELETE' ? TOTP : RECOVERY;
      const { browser, username, secret } = await addConfirmedUser(`karla-${method}`);
      const withoutPassword = await browser.send(method, path, { code: await codeOf(secret) });
      expect([withoutPassword.status, withoutPassword.body]).toEqual([
        400,
        { password: ['This field is required.'] },
      ]);
      const wrong = await browser.send(method, path, { password: 'wrong' });
      expect([wrong.status, wrong.body]).toEqual([400, { password: ['The password is not correct.'] }]);
      expect(await needsCode(username)).toBe(true);
    },
  );

  it('counts wrong passwords as failed sign-ins', async () => {
    const { browser } = await addConfirmedUser('lena');
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await browser.send('DELETE', TOTP, { password: `wrong ${turn}` })).status).toBe(400);
    }
    expect((await browser.send('DELETE', TOTP, { password: PASSWORD })).status).toBe(429);
  });

  it.each([
    ['DELETE', TOTP],
    ['POST', RECOVERY],
  ])(
    'returns 400 while multi-factor sign-in is off, as renewing the recovery codes does: %s',
    async (method, path) => {
      const { browser } = await openSignedIn(`mona-${method}`);
      await browser.send('POST', TOTP);
      const { status, body } = await browser.send(method, path, { password: PASSWORD });
      expect([status, body]).toEqual([400, OFF]);
    },
  );

  it('requires no password from users who have none, nor does renewing the recovery codes', async () => {
    const { id, username, recoveryCodes } = await addCodeUser(collection, 'nora');
    const browser = openBrowser(collection);
    await browser.signIn(username, PASSWORD, recoveryCodes[0]);
    await collection.db('users').where({ id }).update({ password_hash: null });
    expect((await browser.send('POST', RECOVERY, {})).status).toBe(200);
    expect((await browser.send('DELETE', TOTP, {})).status).toBe(204);
    expect(await collection.db('totp').where({ user_id: id })).toEqual([]);
  });
});

describe('renewing recovery codes', () => {
  it('returns ten new codes and invalidates the old ones', async () => {
    const { browser, username, recoveryCodes } = await addConfirmedUser('olga');
    const { status, headers, body } = await browser.send('POST', RECOVERY, { password: PASSWORD });
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(new Set([...recoveryCodes, ...body.recovery_codes]).size).toBe(20);
    const login = (code?: string) =>
      collection.request('/api/accounts/login/', json('POST', { username, password: PASSWORD, code }));
    expect((await login(recoveryCodes[0])).status).toBe(400);
    expect((await login(body.recovery_codes[0])).status).toBe(200);
  });
});

describe('CSRF protection of multi-factor sign-in', () => {
  it.each([
    ['POST', TOTP],
    ['POST', CONFIRM],
    ['DELETE', TOTP],
    ['POST', RECOVERY],
  ])('returns 403 for %s %s without the CSRF token', async (method, path) => {
    const { browser } = await openSignedIn(`ute-${method}-${path.length}`);
    const headers = { 'X-CSRF-Token': '', 'Content-Type': 'application/json' };
    const { status } = await browser.request(path, { method, headers, body: '{"password":"x","code":"1"}' });
    expect(status).toBe(403);
  });
});

describe('the tables of multi-factor sign-in', () => {
  it('contain no secret or recovery code in plain text, and a row works only for its own user', async () => {
    const [rosa, rita] = [await addCodeUser(collection, 'rosa'), await addCodeUser(collection, 'rita')];
    const tables = await collection.db.raw(
      'select (select json_agg(totp) from totp)::text || (select json_agg(recovery_codes) from recovery_codes)::text as text',
    );
    const { text } = tables.rows[0];
    for (const value of [
      rosa.secret,
      ...rosa.recoveryCodes,
      ...rosa.recoveryCodes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString('hex'));
    }
    // An attacker with write access to the table copies the secret of another user.
    const [row] = await collection.db('totp').where({ user_id: rosa.id });
    await collection.db('totp').where({ user_id: rita.id }).update({ secret: row.secret, last_step: 1 });
    const code = await codeOf(rosa.secret);
    const sent = json('POST', { username: 'rita', password: PASSWORD, code });
    expect((await collection.request('/api/accounts/login/', sent)).status).toBe(400);
  });

  it('lose the rows of a deleted user', async () => {
    const { id } = await addCodeUser(collection, 'sina');
    await collection.db('users').where({ id }).delete();
    expect(await collection.db('totp').where({ user_id: id })).toEqual([]);
    expect(await collection.db('recovery_codes').where({ user_id: id })).toEqual([]);
  });
});

describe('GET /api/accounts/export/', () => {
  it('includes the second factor and social sign-ins, but no secrets', async () => {
    const { id, browser, secret, recoveryCodes } = await addCodeUser(collection, 'sara');
    const identity = { provider: 'club', issuer: 'https://club.example', subject: 's-1' };
    await collection.db('identities').insert({ ...identity, user_id: id });
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${collection.url}/api/accounts/export/`, { headers: { Cookie } });
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    const read = (name: string) => JSON.parse(String(files.get(name)));
    const time = expect.stringMatching(/^20.*Z$/);
    expect(read('second-factor.json')).toEqual({
      created_at: time,
      confirmed_at: time,
      recovery_codes_left: 10,
    });
    expect(read('social-sign-ins.json')).toEqual([{ ...identity, created_at: time }]);
    const text = [...files.values()].map(String).join('\n');
    for (const value of [secret, ...recoveryCodes]) expect(text).not.toContain(value);
  });
});

describe('multi-factor sign-in after a change of SECRET_KEY', () => {
  it('rejects app codes, and accepts recovery codes so that users can set it up again', async () => {
    const { id, username, secret, recoveryCodes } = await addCodeUser(collection, 'tina');
    await using after = await startTestCollection(collection.database, {
      SECRET_KEY: 'another secret key of thirty-two',
    });
    const browser = openBrowser(after);
    await expect(browser.signIn(username, PASSWORD, await codeOf(secret))).rejects.toThrow('400');
    await browser.signIn(username, PASSWORD, recoveryCodes[0]);
    expect((await browser.send('DELETE', TOTP, { password: PASSWORD })).status).toBe(204);
    const renewed = await turnOnSecondFactor(browser);
    await forgetUsedCode(after, id);
    await openBrowser(after).signIn(username, PASSWORD, await codeOf(renewed.secret));
  });
});
