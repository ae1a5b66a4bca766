import { describe, expect, it } from '@jest/globals';
import { countStatuses, newName } from './test-accounts.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import { useCollection, useReplica } from './test-collection.ts';
import { addUser, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();
const replica = useReplica(collection);

const NEW = 'green umbrella 7';
const SHORT = 'This password is too short. It must contain at least 8 characters.';

async function openSignedIn(username: string): Promise<TestBrowser> {
  const browser = openBrowser(collection);
  await browser.signIn(username);
  return browser;
}

describe('POST /api/accounts/password/change/', () => {
  const change = (browser: TestBrowser, sent: object) =>
    browser.send('POST', '/api/accounts/password/change/', sent);

  it('ends other sessions, gives the current session a new id and keeps the API token', async () => {
    const user = await addUser(collection, newName());
    const token = await tokenOf(collection, user);
    const [browser, otherBrowser] = [await openSignedIn(user.username), await openSignedIn(user.username)];
    const before = new Map(browser.cookies);
    const sent = { current_password: PASSWORD, new_password: NEW };
    expect((await change(browser, sent)).status).toBe(200);
    expect(await browser.whoAmI()).toBe(user.username);
    expect((await browser.at(replica).send('PATCH', '/api/accounts/profile/', {})).status).toBe(200);
    expect(await otherBrowser.at(replica).whoAmI()).toBeUndefined();
    expect(await openBrowser(collection, { cookies: before }).whoAmI()).toBeUndefined();
    expect((await collection.request('/api/users/me/', { headers: withToken(token) })).status).toBe(200);
    expect((await signIn(collection, user.username, NEW)).status).toBe(200);
  });

  it('deletes the API token if delete_token is true', async () => {
    const user = await addUser(collection, newName());
    const headers = withToken(await tokenOf(collection, user));
    const browser = await openSignedIn(user.username);
    const sent = { current_password: PASSWORD, new_password: NEW, delete_token: 'perhaps' };
    const wrong = await change(browser, sent);
    expect([wrong.status, wrong.body]).toEqual([400, { delete_token: ['Must be a valid boolean.'] }]);
    expect((await collection.request('/api/users/me/', { headers })).status).toBe(200);
    expect((await change(browser, { ...sent, delete_token: true })).status).toBe(200);
    expect((await replica.request('/api/users/me/', { headers })).status).toBe(401);
  });

  it('returns 400 for a wrong current password, and 429 after five wrong passwords', async () => {
    const { username } = await addUser(collection, newName());
    const browser = await openSignedIn(username);
    const sent = { current_password: 'wrong', new_password: NEW };
    for (let turn = 0; turn < 5; turn += 1) {
      const { status, body } = await change(browser, sent);
      expect([status, body]).toEqual([400, { current_password: ['The password is not correct.'] }]);
    }
    expect((await change(browser, { ...sent, current_password: PASSWORD })).status).toBe(429);
    expect((await signIn(collection, username)).status).toBe(429);
  });

  it('returns 400 with all errors of the new password', async () => {
    const username = newName('goalkeeper');
    await addUser(collection, username);
    const browser = await openSignedIn(username);
    const response = await change(browser, { new_password: '12345' });
    expect([response.status, response.body]).toEqual([
      400,
      {
        current_password: ['This field is required.'],
        new_password: [SHORT, 'This password is too common.', 'This password is entirely numeric.'],
      },
    ]);
    const similar = await change(browser, { current_password: PASSWORD, new_password: `${username}!` });
    expect(similar.body).toEqual({ new_password: ['The password is too similar to the username.'] });
  });

  it('returns 400 to users without a password', async () => {
    const user = await addUser(collection, newName());
    const browser = await openSignedIn(user.username);
    await collection.db('users').where({ id: user.id }).update({ password_hash: null });
    const { status, body } = await change(browser, { current_password: PASSWORD, new_password: NEW });
    expect([status, body]).toEqual([400, { current_password: ['The password is not correct.'] }]);
  });

  it('changes the password only once under concurrent requests', async () => {
    const user = await addUser(collection, newName());
    const browsers = await Promise.all([1, 2, 3, 4].map(() => openSignedIn(user.username)));
    const responses = await Promise.all(
      browsers.map((browser, index) =>
        change(browser.at(index % 2 === 0 ? collection : replica), {
          current_password: PASSWORD,
          new_password: `${NEW} ${index}`,
        }),
      ),
    );
    // The first change ends the other sessions: requests that arrive later are not signed in.
    const { 200: done, 400: late = 0, 401: ended = 0 } = countStatuses(responses);
    expect([done, late + ended]).toEqual([1, 3]);
    const index = responses.findIndex(({ status }) => status === 200);
    expect((await signIn(collection, user.username, `${NEW} ${index}`)).status).toBe(200);
  });
});
