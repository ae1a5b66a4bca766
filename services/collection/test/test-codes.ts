import { generate } from 'otplib';
import { eventually } from '@kitroom/testing/eventually';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import type { TestCollection } from './test-collection.ts';
import { addUser, PASSWORD } from './test-users.ts';

/** Somebody who signs in with codes. */
export interface CodeUser {
  id: number;
  username: string;
  /** Where multi-factor sign-in was turned on; it is still signed in. */
  browser: TestBrowser;
  secret: string;
  recoveryCodes: string[];
}

const STEP_SECONDS = 30;

/** The code of a TOTP secret, of now or so many steps later. */
export function codeOf(secret: string, steps = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });
}

/**
 * Waits until a step has time left: what is the last code now will not be the one before that in a moment.
 */
export function stepWithTimeLeft(): Promise<void> {
  return eventually(async () => {
    if ((Date.now() / 1000) % STEP_SECONDS > STEP_SECONDS - 5) throw new Error('the step is about to end');
  });
}

/** A code that is none of now, nor of the steps around. */
export async function wrongCodeOf(secret: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)));
  const codes = Array.from({ length: near.length + 1 }, (_each, digit) => String(digit).repeat(6));
  return codes.find((code) => !near.includes(code)) ?? '';
}

/** Adds a user with multi-factor sign-in; no code that is good now has been used. */
export async function addCodeUser(
  collection: TestCollection,
  username: string,
  options: Parameters<typeof addUser>[2] = {},
): Promise<CodeUser> {
  const { id } = await addUser(collection, username, options);
  const browser = openBrowser(collection);
  await browser.signIn(username);
  const set = await turnOn(browser);
  await forgetUsedCode(collection, id);
  return { id, username, browser, ...set };
}

/** Turns multi-factor sign-in on for whoever is signed in. */
export async function turnOn(browser: TestBrowser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await browser.send('POST', '/api/accounts/mfa/totp/')).body;
  const code = await codeOf(secret);
  const { status, body } = await browser.send('POST', '/api/accounts/mfa/totp/confirm/', { code });
  if (status !== 200) throw new Error(`the code is answered ${status}: ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: body.recovery_codes };
}

/**
 * Confirms with a code in a browser that it is the user, who is signed in there; the code counts again
 * afterwards.
 */
export async function confirmWithCode(
  collection: Pick<TestCollection, 'db'>,
  { id, browser, secret }: Pick<CodeUser, 'id' | 'browser' | 'secret'>,
): Promise<void> {
  const sent = { password: PASSWORD, code: await codeOf(secret) };
  const { status, body } = await browser.send('POST', '/api/accounts/confirm/', sent);
  if (status !== 200) throw new Error(`the code is answered ${status}: ${JSON.stringify(body)}`);
  await forgetUsedCode(collection, id);
}

/** As if the last code had been used long ago: a code lasts for half a minute, and a test should not. */
export async function forgetUsedCode({ db }: Pick<TestCollection, 'db'>, userId: number): Promise<void> {
  await db('totp').where({ user_id: userId }).update({ last_step: 1 });
}
