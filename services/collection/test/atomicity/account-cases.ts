import { insertKey } from '../../src/accounts/sign-up/key-queries.ts';
import type { UserRow } from '../../src/accounts/users/user-queries.ts';
import { newName } from '../test-accounts.ts';
import { createAppToken } from '../test-app-tokens.ts';
import type { TestBrowser } from '../test-browser.ts';
import { addCodeUser, codeOf, confirmWithCode } from '../test-codes.ts';
import type { ApiResponse } from '../test-collection.ts';
import { errorOf, signInAtProvider, SOCIAL, startSocialSignIn } from '../test-oidc-provider.ts';
import { jpeg } from '../test-pictures.ts';
import { addUser, json, PASSWORD, tokenOf } from '../test-users.ts';
import { addOwner, openUser, openWithSession, type Attempt, type Case, type World } from './world.ts';

const NEW_PASSWORD = 'green umbrella 7';

/** A request without credentials. */
function anonymous(path: string, body: object | ((user: UserRow) => object)): Case {
  return async (world) => {
    const user = await addUser(world.collection, newName(), { isVerified: path !== 'verify-email/resend/' });
    const sent = typeof body === 'function' ? body(user) : body;
    return { send: () => world.collection.request(`/api/accounts/${path}`, json('POST', sent)) };
  };
}

/** A request with a key from an e-mail. */
function withKey(purpose: 'verify' | 'reset', path: string, more: object = {}): Case {
  return async (world) => {
    const { collection } = world;
    const user = await addUser(collection, newName(), { isVerified: purpose === 'reset' });
    await tokenOf(collection, user);
    const key = `key of ${user.username}`;
    await insertKey(collection.db, key, { purpose, userId: user.id, email: user.email });
    return { send: () => collection.request(`/api/accounts/${path}`, json('POST', { key, ...more })) };
  };
}

/** A request from a signed-in browser. */
function inBrowser(
  method: string,
  path: string | ((browser: TestBrowser, world: World, user: UserRow) => Promise<string>),
  body?: object,
): Case {
  return async (world) => {
    const { user, browser } = await openUser(world);
    const url = typeof path === 'string' ? path : await path(browser, world, user);
    return { browser, send: () => browser.send(method, `/api/accounts/${url}`, body) };
  };
}

/** A request from a user with a second factor. */
function withCodes(path: string, method = 'POST'): Case {
  return async (world) => {
    const user = await addCodeUser(world.collection, newName());
    await confirmWithCode(world.collection, user);
    const { browser } = user;
    return { browser, send: () => browser.send(method, `/api/accounts/mfa/${path}`, { password: PASSWORD }) };
  };
}

async function putAvatarFile({ request }: TestBrowser): Promise<ApiResponse> {
  const body = new FormData();
  body.set('avatar', new Blob([new Uint8Array(await jpeg())]), 'me.jpg');
  return request('/api/accounts/profile/avatar/', { method: 'PUT', body });
}

/** Uploads an avatar before the request to this path. */
function afterAvatar(path: string) {
  return async (browser: TestBrowser): Promise<string> => {
    await putAvatarFile(browser);
    return path;
  };
}

/** Links the provider to a user; the subject is the username. */
async function addIdentity(
  { club, collection }: World,
  user: { id: number; username: string },
): Promise<void> {
  club.accounts.set(user.username, {});
  await collection
    .db('identities')
    .insert({ user_id: user.id, provider: 'club', issuer: club.issuer, subject: user.username });
}

/**
 * The session is saved after a successful response, too late to return an error. If that fails, the browser
 * has to start a new session.
 */
const SAVED_WITH_RESPONSE = [200, 302];

/** The change ends all sessions and is committed before the browser's session is renewed. */
const RENEWED_AFTER_CHANGE = [200, 204];

/** Lets a case return these statuses if its browser's session cannot be written. */
function withoutSession(statuses: readonly number[], prepare: Case): Case {
  return async (world) => ({ ...(await prepare(world)), withoutSession: statuses });
}

/** A browser's request to the callback after the provider has signed it in. */
async function prepareCallback(world: World, subject: string): Promise<Attempt> {
  const browser = await openWithSession(world);
  const path = await world.club.walk(await startSocialSignIn(browser, 'club'), subject);
  return {
    browser,
    // The provider's response is accepted once, and the session remembers that.
    ignored: { sessions: ['sess', 'expire'] },
    isUsedUp: true,
    async send() {
      const response = await browser.request(path);
      if (errorOf(response) !== null) throw new Error(`the sign-in failed: ${errorOf(response)}`);
      return response;
    },
  };
}

/** Requests to accounts and sessions, keyed by contract id. */
export const ACCOUNT_CASES: Readonly<Record<string, Case>> = {
  signup: async ({ collection }) => {
    const username = newName();
    const body = { username, email: `${username}@example.org`, password: PASSWORD };
    return { send: () => collection.request('/api/accounts/signup/', json('POST', body)) };
  },
  verifyEmail: withKey('verify', 'verify-email/'),
  resendVerification: anonymous('verify-email/resend/', ({ email }) => ({ email })),
  resetPassword: anonymous('password/reset/', ({ email }) => ({ email })),
  confirmPasswordReset: withKey('reset', 'password/reset/confirm/', { password: NEW_PASSWORD }),
  createToken: async ({ collection }) => {
    const { username } = await addUser(collection, newName());
    const body = json('POST', { username, password: PASSWORD });
    return { send: () => collection.request('/api/auth-token/', body) };
  },
  getCsrfToken: withoutSession(SAVED_WITH_RESPONSE, async (world) => {
    const browser = await openWithSession(world);
    browser.cookies.clear();
    return { browser, send: () => browser.send('GET', '/api/accounts/csrf/') };
  }),
  login: withoutSession(SAVED_WITH_RESPONSE, async (world) => {
    const { username } = await addUser(world.collection, newName());
    const browser = await openWithSession(world);
    const body = { username, password: PASSWORD };
    return { browser, send: () => browser.send('POST', '/api/accounts/login/', body) };
  }),
  logout: inBrowser('POST', 'logout/'),
  confirmSession: withoutSession(SAVED_WITH_RESPONSE, inBrowser('POST', 'confirm/', { password: PASSWORD })),
  endSession: inBrowser('DELETE', async (browser, world, user) => {
    await (await openWithSession(world)).signIn(user.username);
    const { sessions } = (await browser.send('GET', '/api/accounts/sessions/')).body;
    return `sessions/${sessions.find((session: { is_current: boolean }) => !session.is_current).id}/`;
  }),
  endOtherSessions: inBrowser('DELETE', async (_browser, world, user) => {
    await (await openWithSession(world)).signIn(user.username);
    return 'sessions/';
  }),
  deleteToken: inBrowser('DELETE', async (_browser, { collection }, user) => {
    await tokenOf(collection, user);
    return 'token/';
  }),
  createAppToken: inBrowser('POST', 'tokens/', { name: 'Shirt shelf', scope: 'read' }),
  deleteAppToken: inBrowser('DELETE', async (browser) => `tokens/${(await createAppToken(browser)).id}/`),
  changePassword: withoutSession(
    RENEWED_AFTER_CHANGE,
    inBrowser(
      'POST',
      async (_browser, { collection }, user) => {
        await tokenOf(collection, user);
        return 'password/change/';
      },
      { current_password: PASSWORD, new_password: NEW_PASSWORD, delete_token: true },
    ),
  ),
  patchProfile: inBrowser('PATCH', 'profile/', { biography: 'Shirts.', email: `${newName()}@example.org` }),
  putAvatar: async (world) => {
    const { browser } = await openUser(world);
    await putAvatarFile(browser);
    return { browser, send: () => putAvatarFile(browser) };
  },
  deleteAvatar: inBrowser('DELETE', afterAvatar('profile/avatar/')),
  deleteAccount: inBrowser('DELETE', afterAvatar(''), { password: PASSWORD }),
  startTotp: inBrowser('POST', 'mfa/totp/'),
  confirmTotp: withoutSession(RENEWED_AFTER_CHANGE, async (world) => {
    const { browser } = await openUser(world);
    const { secret } = (await browser.send('POST', '/api/accounts/mfa/totp/')).body;
    const path = '/api/accounts/mfa/totp/confirm/';
    return { browser, send: async () => browser.send('POST', path, { code: await codeOf(secret) }) };
  }),
  removeTotp: withoutSession(RENEWED_AFTER_CHANGE, withCodes('totp/', 'DELETE')),
  createRecoveryCodes: withCodes('recovery-codes/'),
  finishLogin: withoutSession(SAVED_WITH_RESPONSE, async (world) => {
    const user = await addCodeUser(world.collection, newName());
    await addIdentity(world, user);
    const browser = await openWithSession(world);
    await signInAtProvider(browser, { name: 'club', provider: world.club }, user.username);
    const codes = [...user.recoveryCodes];
    return {
      browser,
      // A code is used up even if the sign-in fails afterwards.
      ignored: { recovery_codes: 'all' },
      send: () => browser.send('POST', '/api/accounts/mfa/login/', { code: codes.shift() ?? 'none' }),
    };
  }),
  startSocialLogin: withoutSession(SAVED_WITH_RESPONSE, async (world) => {
    const browser = await openWithSession(world);
    return { browser, send: () => browser.request(`${SOCIAL}club/login/`) };
  }),
  finishSocialLogin: withoutSession(SAVED_WITH_RESPONSE, async (world) => {
    const user = await addUser(world.collection, newName());
    await addIdentity(world, user);
    return prepareCallback(world, user.username);
  }),
  // The account is created first; the next sign-in uses it.
  'finishSocialLogin, of somebody new': withoutSession([...SAVED_WITH_RESPONSE, 500], async (world) => {
    const subject = newName();
    world.club.accounts.set(subject, { email: `${subject}@example.org`, email_verified: true });
    return prepareCallback(world, subject);
  }),
  unlinkSocialProvider: async (world) => {
    const { user, browser } = await openUser(world);
    await addIdentity(world, user);
    return { browser, send: () => browser.send('DELETE', `${SOCIAL}club/`) };
  },
  putUser: async (world) => {
    const { user, send } = await addOwner(world);
    const body = { username: user.username, name: 'Renamed' };
    return { send: () => send('PUT', `/api/users/${user.username}/`, body) };
  },
  patchUser: async (world) => {
    const { user, send } = await addOwner(world);
    return { send: () => send('PATCH', `/api/users/${user.username}/`, { username: newName() }) };
  },
};
