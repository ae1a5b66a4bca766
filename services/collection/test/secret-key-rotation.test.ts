import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { startMailServer, type MailServer } from './mail-server.ts';
import { newName, post, PUBLIC_URL, signUpNew } from './test-accounts.ts';
import { openBrowser } from './test-browser.ts';
import { addCodeUser, codeOf, forgetUsedCode } from './test-codes.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addUser, PASSWORD, signIn, withToken } from './test-users.ts';

const OLD = 'the secret key before the rotation';
const NEW = 'the secret key after the rotation.';

let database: TestDatabase;
let mail: MailServer;
/** Services with the old key, with both keys, and with the new key only. */
let before: TestCollection;
let during: TestCollection;
let after: TestCollection;

beforeAll(async () => {
  [database, mail] = await Promise.all([createCollectionDatabase(), startMailServer()]);
  const start = (keys: Record<string, string>) =>
    startTestCollection(database, { ...keys, SMTP_URL: mail.url, PUBLIC_URL });
  before = await start({ SECRET_KEY: OLD });
  during = await start({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
  after = await start({ SECRET_KEY: NEW });
});

afterAll(async () => {
  await Promise.all([before, during, after].map((collection) => collection.close()));
  await Promise.all([database.drop(), mail.close()]);
});

async function statusOf(collection: TestCollection, token: string): Promise<number> {
  return (await collection.request('/api/users/me/', { headers: withToken(token) })).status;
}

async function addToken(): Promise<{ username: string; token: string }> {
  const { username } = await addUser(before, newName());
  return { username, token: (await signIn(before, username)).body.token };
}

describe('a token after a change of SECRET_KEY', () => {
  it('is valid with both keys, and stays valid without the previous key after its use', async () => {
    const [{ token }, secondToken] = [await addToken(), await addToken()];
    expect(await statusOf(after, token)).toBe(401);
    expect(await statusOf(during, token)).toBe(200);
    expect((await signIn(during, secondToken.username)).body.token).toBe(secondToken.token);
    for (const used of [token, secondToken.token]) {
      expect([await statusOf(after, used), await statusOf(during, used)]).toEqual([200, 200]);
      // A process that still has the old key accepts the token, too.
      expect(await statusOf(before, used)).toBe(200);
    }
    expect((await signIn(after, secondToken.username)).body.token).toBe(secondToken.token);
  });

  it('is invalid without the previous key if it was not used before', async () => {
    const { username, token } = await addToken();
    expect(await statusOf(after, token)).toBe(401);
    const renewed = (await signIn(after, username)).body.token;
    expect([await statusOf(after, renewed), await statusOf(during, token)]).toEqual([200, 401]);
  });

  it('is not stored in plain text, and is invalid in the row of another user', async () => {
    const [firstToken, secondToken] = [await addToken(), await addToken()];
    expect([await statusOf(during, firstToken.token), await statusOf(during, secondToken.token)]).toEqual([
      200, 200,
    ]);
    const rowOf = (username: string) => {
      const users = during.db('users').where({ username });
      return during.db('tokens').whereIn('user_id', users.select('id')).first();
    };
    const row = await rowOf(firstToken.username);
    expect(row.sealed).toBeInstanceOf(Buffer);
    expect(
      row.sealed.includes(firstToken.token) || row.sealed.includes(Buffer.from(firstToken.token, 'hex')),
    ).toBe(false);
    const { user_id: otherId } = await rowOf(secondToken.username);
    await during.db('tokens').where({ user_id: row.user_id }).delete();
    const { nonce, token_hash, sealed } = row;
    await during.db('tokens').where({ user_id: otherId }).update({ nonce, token_hash, sealed });
    expect(await statusOf(after, firstToken.token)).toBe(401);
  });
});

describe('a session after a change of SECRET_KEY', () => {
  it('is valid with both keys, and stays valid without the previous key after its use', async () => {
    const { username } = await addUser(before, newName());
    const browser = openBrowser(before);
    await browser.signIn(username);
    expect(await browser.at(after).whoAmI()).toBeUndefined();
    const cookie = [...browser.cookies.values()].join();
    expect(await browser.at(during).whoAmI()).toBe(username);
    expect([...browser.cookies.values()].join()).not.toBe(cookie);
    expect(await browser.at(after).whoAmI()).toBe(username);
    // The cookie is renewed once, not with each response.
    const { headers } = await browser.at(during).request('/api/users/me/');
    expect(headers.getSetCookie()).toEqual([]);
  });
});

describe('multi-factor sign-in after a change of SECRET_KEY', () => {
  it('accepts codes with both keys, and without the previous key after a code was used', async () => {
    const { id, username, secret } = await addCodeUser(before, newName());
    const signInAt = async (collection: TestCollection) => {
      await forgetUsedCode(collection, id);
      await openBrowser(collection).signIn(username, PASSWORD, await codeOf(secret));
    };
    await expect(signInAt(after)).rejects.toThrow('400');
    await signInAt(during);
    await signInAt(after);
    await signInAt(during);
  });

  it('can be turned on after the change if it was started before', async () => {
    const { username } = await addUser(before, newName());
    const browser = openBrowser(before);
    await browser.signIn(username);
    const { secret } = (await browser.send('POST', '/api/accounts/mfa/totp/')).body;
    const sent = { code: await codeOf(secret) };
    expect((await browser.at(during).send('POST', '/api/accounts/mfa/totp/confirm/', sent)).status).toBe(200);
  });
});

describe('a key in a mail after a change of SECRET_KEY', () => {
  it('is accepted with and without the previous key', async () => {
    const [first, second] = [await signUpNew(before, mail), await signUpNew(before, mail)];
    expect((await post(during, 'verify-email/', { key: first.key })).status).toBe(200);
    expect((await post(after, 'verify-email/', { key: second.key })).status).toBe(200);
  });
});
