import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import {
  addCodeUser,
  codeOf,
  confirmWithCode,
  forgetUsedCode,
  stepWithTimeLeft,
  turnOn,
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

/** By default, signs in from an address of its own: failures of one do not count for another. */
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

describe('signing in', () => {
  it('requires a code after the right password, and nothing after a wrong one', async () => {
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
  ])('takes a code %s', async (what, write) => {
    const { secret } = await addCodeUser(collection, `berta-${what.length}`);
    const { status, body } = await login(`berta-${what.length}`, write(await codeOf(secret)));
    expect([status, body.user?.username]).toEqual([200, `berta-${what.length}`]);
  });

  it('takes the code of the step before, and of the step after, but none further away', async () => {
    const { id, secret } = await addCodeUser(collection, 'carla');
    for (const [steps, expected] of [
      [-2, 400],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 400],
    ] as const) {
      await forgetUsedCode(collection, id);
      await stepWithTimeLeft();
      const response = await login('carla', await codeOf(secret, steps));
      expect([steps, response.status]).toEqual([steps, expected]);
    }
  });

  it('takes a code once, and no older one after it', async () => {
    const { secret } = await addCodeUser(collection, 'dora');
    await stepWithTimeLeft();
    const [before, now, next] = await Promise.all([-1, 0, 1].map((steps) => codeOf(secret, steps)));
    expect((await login('dora', now)).status).toBe(200);
    expect((await login('dora', now)).status).toBe(400);
    expect((await login('dora', before)).status).toBe(400);
    expect((await login('dora', next)).status).toBe(200);
  });

  it('takes no code that has turned it on', async () => {
    await addUser(collection, 'elsa');
    const browser = openBrowser(collection);
    await browser.signIn('elsa');
    await stepWithTimeLeft();
    const { secret } = await turnOn(browser);
    expect((await login('elsa', await codeOf(secret))).status).toBe(400);
    expect((await login('elsa', await codeOf(secret, 1))).status).toBe(200);
  });

  it('takes one code for one sign-in, when many bring it at once', async () => {
    const { secret } = await addCodeUser(collection, 'frida');
    const code = await codeOf(secret);
    const responses = await Promise.all(Array.from({ length: 6 }, () => login('frida', code)));
    expect(statusesOf(responses)).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it("takes nobody else's codes", async () => {
    const [, gerda] = [await addCodeUser(collection, 'greta'), await addCodeUser(collection, 'gerda')];
    for (const code of [await codeOf(gerda.secret), gerda.recoveryCodes[0]]) {
      const { status, body } = await login('greta', code);
      expect([status, body]).toEqual([400, BAD_CODE]);
    }
    // Nor have they been used up by that.
    expect((await login('gerda', gerda.recoveryCodes[0])).status).toBe(200);
    expect((await login('gerda', await codeOf(gerda.secret))).status).toBe(200);
  });

  it('does not use a code up where the password is wrong', async () => {
    const { secret, recoveryCodes } = await addCodeUser(collection, 'hanna');
    for (const code of [await codeOf(secret), recoveryCodes[0]]) {
      expect((await login('hanna', code, { password: 'wrong' })).status).toBe(400);
      expect((await login('hanna', code)).status).toBe(200);
    }
  });

  it('is for the token endpoint as it was: tokens need no code', async () => {
    await addCodeUser(collection, 'ida');
    expect((await signIn(collection, 'ida')).status).toBe(200);
  });

  it('does not mind a code where none is needed', async () => {
    const user = await addCodeUser(collection, 'jana');
    await confirmWithCode(collection, user);
    await user.browser.send('DELETE', '/api/accounts/mfa/totp/', { password: PASSWORD });
    expect((await login('jana', '123456')).status).toBe(200);
  });

  it('begins a session under a new id, with a code too', async () => {
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
  it('lets in once, however it is written', async () => {
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

  it('lets one of two in that bring it at once', async () => {
    const { recoveryCodes } = await addCodeUser(collection, 'mona');
    const responses = await Promise.all(Array.from({ length: 6 }, () => login('mona', recoveryCodes[0])));
    expect(statusesOf(responses)).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('that was stolen is worth nothing without the password', async () => {
    const { recoveryCodes } = await addCodeUser(collection, 'nora');
    expect((await login('nora', recoveryCodes[0], { password: 'guessed' })).status).toBe(400);
  });

  it('that somebody else holds ends with multi-factor sign-in', async () => {
    const user = await addCodeUser(collection, 'olga');
    const { browser, recoveryCodes } = user;
    await confirmWithCode(collection, user);
    await browser.send('DELETE', '/api/accounts/mfa/totp/', { password: PASSWORD });
    const { secret } = (await browser.send('POST', '/api/accounts/mfa/totp/')).body;
    await browser.send('POST', '/api/accounts/mfa/totp/confirm/', { code: await codeOf(secret) });
    expect((await login('olga', recoveryCodes[0])).status).toBe(400);
  });
});

describe('wrong codes', () => {
  it('are failed sign-ins: five from one address, and the right one is refused too', async () => {
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

  it('are ten for a user, whatever the addresses they come from', async () => {
    const { secret, recoveryCodes } = await addCodeUser(collection, 'rosa');
    const wrong = await wrongCodeOf(secret);
    for (let turn = 0; turn < 10; turn += 1) expect((await login('rosa', wrong)).status).toBe(400);
    for (const code of [wrong, await codeOf(secret), recoveryCodes[0]]) {
      const { status, headers, body } = await login('rosa', code);
      expect([status, body.detail]).toEqual([429, expect.stringMatching(/^Request was throttled\. /)]);
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(270);
    }
    // The password and the token are no guesses.
    expect((await login('rosa')).status).toBe(401);
    expect((await signIn(collection, 'rosa')).status).toBe(200);
  });

  it('are ten when they come from everywhere at once', async () => {
    const { secret } = await addCodeUser(collection, 'rita');
    const wrong = await wrongCodeOf(secret);
    const responses = await Promise.all(Array.from({ length: 25 }, () => login('rita', wrong)));
    expect(statusesOf(responses)).toEqual([...Array(10).fill(400), ...Array(15).fill(429)]);
  });

  it('are not forgotten because a right password came between them', async () => {
    const { secret } = await addCodeUser(collection, 'sina');
    const wrong = await wrongCodeOf(secret);
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await login('sina', wrong)).status).toBe(400);
      await signIn(collection, 'sina');
    }
    expect((await login('sina', wrong)).status).toBe(429);
  });

  it('are neither missing ones nor right ones', async () => {
    const { id, secret } = await addCodeUser(collection, 'tina');
    const address = '203.0.113.3';
    for (let turn = 0; turn < 12; turn += 1) {
      await forgetUsedCode(collection, id);
      expect((await login('tina', undefined, { address })).status).toBe(401);
      expect((await login('tina', await codeOf(secret), { address })).status).toBe(200);
    }
  });
});
