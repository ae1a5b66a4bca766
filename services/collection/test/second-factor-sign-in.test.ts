import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import {
  addCodeUser,
  codeOf,
  confirmWithCode,
  forgetUsedCode,
  turnOnSecondFactor,
  waitForFreshTotpStep,
  wrongCodeOf,
} from './test-codes.ts';
import { useCollection, type ApiResponse } from './test-collection.ts';
import { addUser, json, PASSWORD, signIn } from './test-users.ts';

const collection = useCollection({ TRUST_PROXY: '1' });

const LOGIN = '/api/accounts/login/';
const BAD = { non_field_errors: ['Unable to log in with provided credentials.'] };
const BAD_CODE = { code: ['The code is wrong or has expired.'] };
const CODE_REQUIRED = { detail: 'Multi-factor code required.', mfa_required: true };

let addresses = 0;

/** Signs in, by default from a new address, so that failures of other sign-ins do not count. */
function login(
  username: string,
  code?: string,
  options: { password?: string; address?: string } = {},
): Promise<ApiResponse> {
  addresses += 1;
  const { password = PASSWORD, address = `198.18.${addresses >> 8}.${addresses & 255}` } = options;
  const { headers, ...init } = json('POST', { username, password, code });
  const sent = { ...(headers as Record<string, string>), 'X-Forwarded-For': address };
  return collection.request(LOGIN, { ...init, headers: sent });
}

const statusesOf = (responses: ApiResponse[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b);

describe('signing in with multi-factor sign-in', () => {
  it('returns 401 without a code after the right password, and 400 after a wrong password', async () => {
    await addCodeUser(collection, 'anna');
    const right = await login('anna');
    expect([right.status, right.body]).toEqual([401, CODE_REQUIRED]);
    expect(right.headers.getSetCookie()).toEqual([]);
    for (const code of ['', '  ']) expect((await login('anna', code)).status).toBe(401);
    const wrong = await login('anna', undefined, { password: 'wrong' });
    expect([wrong.status, wrong.body]).toEqual([400, BAD]);
  });

  it.each([
    ['as the app shows it', (code: string) => code],
    ['with a space in the middle', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ])('accepts a code %s', async (title, write) => {
    const { secret } = await addCodeUser(collection, `berta-${title.length}`);
    const { status, body } = await login(`berta-${title.length}`, write(await codeOf(secret)));
    expect([status, body.user?.username]).toEqual([200, `berta-${title.length}`]);
  });

  it('accepts codes of the previous and next time step, but not of earlier or later ones', async () => {
    const { id, secret } = await addCodeUser(collection, 'carla');
    for (const [steps, expected] of [
      [-2, 400],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 400],
    ] as const) {
      await forgetUsedCode(collection, id);
      await waitForFreshTotpStep();
      const response = await login('carla', await codeOf(secret, steps));
      expect([steps, response.status]).toEqual([steps, expected]);
    }
  });

  it('accepts a code once, and no code of an earlier step after that', async () => {
    const { secret } = await addCodeUser(collection, 'dora');
    await waitForFreshTotpStep();
    const [before, now, next] = await Promise.all([-1, 0, 1].map((steps) => codeOf(secret, steps)));
    expect((await login('dora', now)).status).toBe(200);
    expect((await login('dora', now)).status).toBe(400);
    expect((await login('dora', before)).status).toBe(400);
    expect((await login('dora', next)).status).toBe(200);
  });

  it('rejects the code that turned multi-factor sign-in on', async () => {
    await addUser(collection, 'elsa');
    const browser = openBrowser(collection);
    await browser.signIn('elsa');
    await waitForFreshTotpStep();
    const { secret } = await turnOnSecondFactor(browser);
    expect((await login('elsa', await codeOf(secret))).status).toBe(400);
    expect((await login('elsa', await codeOf(secret, 1))).status).toBe(200);
  });

  it('accepts a code for only one of several parallel sign-ins', async () => {
    const { secret } = await addCodeUser(collection, 'frida');
    const code = await codeOf(secret);
    const responses = await Promise.all(Array.from({ length: 6 }, () => login('frida', code)));
    expect(statusesOf(responses)).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('rejects codes of other users, which stay valid for their owners', async () => {
    const [, gerda] = [await addCodeUser(collection, 'greta'), await addCodeUser(collection, 'gerda')];
    for (const code of [await codeOf(gerda.secret), gerda.recoveryCodes[0]]) {
      const { status, body } = await login('greta', code);
      expect([status, body]).toEqual([400, BAD_CODE]);
    }
    // The attempts have not used up the codes.
    expect((await login('gerda', gerda.recoveryCodes[0])).status).toBe(200);
    expect((await login('gerda', await codeOf(gerda.secret))).status).toBe(200);
  });

  it('does not use up a code when the password is wrong', async () => {
    const { secret, recoveryCodes } = await addCodeUser(collection, 'hanna');
    for (const code of [await codeOf(secret), recoveryCodes[0]]) {
      expect((await login('hanna', code, { password: 'wrong' })).status).toBe(400);
      expect((await login('hanna', code)).status).toBe(200);
    }
  });

  it('does not apply to the token endpoint, which requires no code', async () => {
    await addCodeUser(collection, 'ida');
    expect((await signIn(collection, 'ida')).status).toBe(200);
  });

  it('ignores a code when multi-factor sign-in is off', async () => {
    const user = await addCodeUser(collection, 'jana');
    await confirmWithCode(collection, user);
    await user.browser.send('DELETE', '/api/accounts/mfa/totp/', { password: PASSWORD });
    expect((await login('jana', '123456')).status).toBe(200);
  });

  it('starts a session under a new id', async () => {
    const { secret } = await addCodeUser(collection, 'karla');
    const browser = openBrowser(collection);
    await browser.csrfToken();
    const before = new Map(browser.cookies);
    await browser.signIn('karla', PASSWORD, await codeOf(secret));
    expect(await openBrowser(collection, { cookies: before }).whoAmI()).toBeUndefined();
    expect(await browser.whoAmI()).toBe('karla');
  });
});

describe('a recovery code', () => {
  it('signs in once, in upper case or without hyphens too', async () => {
    const { recoveryCodes } = await addCodeUser(collection, 'lena');
    const [first = '', second = ''] = recoveryCodes;
    expect((await login('lena', ` ${first.toUpperCase()} `)).status).toBe(200);
    expect((await login('lena', second.replaceAll('-', ''))).status).toBe(200);
    for (const used of [first, second]) {
      const { status, body } = await login('lena', used);
      expect([status, body]).toEqual([400, BAD_CODE]);
    }
    expect((await login('lena', recoveryCodes[2])).status).toBe(200);
  });

  it('signs in only one of several parallel requests', async () => {
    const { recoveryCodes } = await addCodeUser(collection, 'mona');
    const responses = await Promise.all(Array.from({ length: 6 }, () => login('mona', recoveryCodes[0])));
    expect(statusesOf(responses)).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('does not sign in without the right password', async () => {
    const { recoveryCodes } = await addCodeUser(collection, 'nora');
    expect((await login('nora', recoveryCodes[0], { password: 'guessed' })).status).toBe(400);
  });

  it('becomes invalid when multi-factor sign-in is turned off', async () => {
    const user = await addCodeUser(collection, 'olga');
    const { browser, recoveryCodes } = user;
    await confirmWithCode(collection, user);
    await browser.send('DELETE', '/api/accounts/mfa/totp/', { password: PASSWORD });
    const { secret } = (await browser.send('POST', '/api/accounts/mfa/totp/')).body;
    await browser.send('POST', '/api/accounts/mfa/totp/confirm/', { code: await codeOf(secret) });
    expect((await login('olga', recoveryCodes[0])).status).toBe(400);
  });
});

describe('wrong codes at sign-in', () => {
  it('count as failed sign-ins: after five from an address, right codes return 429 too', async () => {
    const { secret, recoveryCodes } = await addCodeUser(collection, 'pia');
    const address = '203.0.113.1';
    const wrong = await wrongCodeOf(secret);
    for (const code of [wrong, '0000000-1111111-2222222-3333333', 'no code', wrong, '1'.repeat(28)]) {
      const { status, body } = await login('pia', code, { address });
      expect([status, body]).toEqual([400, BAD_CODE]);
    }
    for (const code of [await codeOf(secret), recoveryCodes[0], undefined]) {
      expect((await login('pia', code, { address })).status).toBe(429);
    }
    expect((await login('pia', await codeOf(secret), { address: '203.0.113.2' })).status).toBe(200);
  });

  it('are limited to ten per user over all addresses', async () => {
    const { secret, recoveryCodes } = await addCodeUser(collection, 'rosa');
    const wrong = await wrongCodeOf(secret);
    for (let turn = 0; turn < 10; turn += 1) expect((await login('rosa', wrong)).status).toBe(400);
    for (const code of [wrong, await codeOf(secret), recoveryCodes[0]]) {
      const { status, headers, body } = await login('rosa', code);
      expect([status, body.detail]).toEqual([429, expect.stringMatching(/^Request was throttled\. /)]);
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(270);
    }
    // Requests without a code do not count as guesses.
    expect((await login('rosa')).status).toBe(401);
    expect((await signIn(collection, 'rosa')).status).toBe(200);
  });

  it('are limited to ten per user in parallel requests too', async () => {
    const { secret } = await addCodeUser(collection, 'rita');
    const wrong = await wrongCodeOf(secret);
    const responses = await Promise.all(Array.from({ length: 25 }, () => login('rita', wrong)));
    expect(statusesOf(responses)).toEqual([...Array(10).fill(400), ...Array(15).fill(429)]);
  });

  it('are not reset by a request for a token with the right password', async () => {
    const { secret } = await addCodeUser(collection, 'sina');
    const wrong = await wrongCodeOf(secret);
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await login('sina', wrong)).status).toBe(400);
      await signIn(collection, 'sina');
    }
    expect((await login('sina', wrong)).status).toBe(429);
  });

  it('do not include missing codes and right codes', async () => {
    const { id, secret } = await addCodeUser(collection, 'tina');
    const address = '203.0.113.3';
    for (let turn = 0; turn < 12; turn += 1) {
      await forgetUsedCode(collection, id);
      expect((await login('tina', undefined, { address })).status).toBe(401);
      expect((await login('tina', await codeOf(secret), { address })).status).toBe(200);
    }
  });
});
