import { generate } from 'otplib';
import { eventually } from '@kitroom/testing/eventually';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import type { TestCollection } from './test-collection.ts';
import { addUser, PASSWORD } from './test-users.ts';

/** A user with a second factor. */
export interface CodeUser {
  id: number;
  username: string;
  /** The browser in which multi-factor sign-in was turned on; it is still signed in. */
  browser: TestBrowser;
  secret: string;
  recoveryCodes: string[];
}

const STEP_SECONDS = 30;

/** The TOTP code of a secret, for now or the given number of steps later. */
export function codeOf(secret: string, steps = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });
}

/** Waits until the current step has at least five seconds left, so that the previous code stays valid. */
export function waitForFreshTotpStep(): Promise<void> {
  return eventually(async () => {
    if ((Date.now() / 1000) % STEP_SECONDS > STEP_SECONDS - 5) throw new Error('the step is about to end');
  });
}

/** A code that is valid neither now nor in the adjacent steps. */
export async function wrongCodeOf(secret: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)));
  const codes = Array.from({ length: near.length + 1 }, (_each, digit) => String(digit).repeat(6));
  return codes.find((code) => !near.includes(code)) ?? '';
}

/** Adds a user with multi-factor sign-in, whose current codes are all unused. */
export async function addCodeUser(
  collection: TestCollection,
  username: string,
  options: Parameters<typeof addUser>[2] = {},
): Promise<CodeUser> {
  const { id } = await addUser(collection, username, options);
  const browser = openBrowser(collection);
  await browser.signIn(username);
  const set = await turnOnSecondFactor(browser);
  await forgetUsedCode(collection, id);
  return { id, username, browser, ...set };
}

/** Turns multi-factor sign-in on for the signed-in user. */
export async function turnOnSecondFactor(
  browser: TestBrowser,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await browser.send('POST', '/api/accounts/mfa/totp/')).body;
  const code = await codeOf(secret);
  const { status, body } = await browser.send('POST', '/api/accounts/mfa/totp/confirm/', { code });
  if (status !== 200) throw new Error(`the second factor returned ${status}: ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: body.recovery_codes };
}

/**
 * Confirms the signed-in user's identity with password and code in their browser. The code can be used
 * again afterwards.
 */
export async function confirmWithCode(
  collection: Pick<TestCollection, 'db'>,
  { id, browser, secret }: Pick<CodeUser, 'id' | 'browser' | 'secret'>,
): Promise<void> {
  const sent = { password: PASSWORD, code: await codeOf(secret) };
  const { status, body } = await browser.send('POST', '/api/accounts/confirm/', sent);
  if (status !== 200) throw new Error(`the second factor returned ${status}: ${JSON.stringify(body)}`);
  await forgetUsedCode(collection, id);
}

/** Forgets the last used code, so that a test need not wait 30 seconds for the next one. */
export async function forgetUsedCode({ db }: Pick<TestCollection, 'db'>, userId: number): Promise<void> {
  await db('totp').where({ user_id: userId }).update({ last_step: 1 });
}
