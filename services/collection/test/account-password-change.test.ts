import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/devstack/testing/test-databases';
import { countStatuses, newName } from './test-accounts.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addUser, json, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

let database: TestDatabase;
let collection: TestCollection;
let replica: TestCollection;

beforeAll(async () => {
  database = await createCollectionDatabase();
  [collection, replica] = await Promise.all([startTestCollection(database), startTestCollection(database)]);
});

afterAll(async () => {
  await Promise.all([collection.close(), replica.close()]);
  await database.drop();
});

const NEW = 'green umbrella 7';
const SHORT = 'This password is too short. It must contain at least 8 characters.';

async function openSignedIn(username: string): Promise<TestBrowser> {
  const browser = openBrowser(collection);
  await browser.signIn(username);
  return browser;
}

describe('a change of the password', () => {
  const change = (browser: TestBrowser, sent: object) =>
    browser.send('POST', '/api/accounts/password/change/', sent);

  it('ends the other sessions, gives this one a new id, and leaves the token', async () => {
    const user = await addUser(collection, newName());
    const token = await tokenOf(collection, user);
    const [browser, other] = [await openSignedIn(user.username), await openSignedIn(user.username)];
    const before = new Map(browser.cookies);
    const sent = { current_password: PASSWORD, new_password: NEW };
    expect((await change(browser, sent)).status).toBe(200);
    expect(await browser.whoAmI()).toBe(user.username);
    expect((await browser.at(replica).send('PATCH', '/api/accounts/profile/', {})).status).toBe(200);
    expect(await other.at(replica).whoAmI()).toBeUndefined();
    expect(await openBrowser(collection, { cookies: before }).whoAmI()).toBeUndefined();
    expect((await collection.ask('/api/users/me/', { headers: withToken(token) })).status).toBe(200);
    expect((await signIn(collection, user.username, NEW)).status).toBe(200);
  });

  it('ends all sessions where it is asked for with the token', async () => {
    const user = await addUser(collection, newName());
    const browser = await openSignedIn(user.username);
    const init = json(
      'POST',
      { current_password: PASSWORD, new_password: NEW },
      await tokenOf(collection, user),
    );
    const { status, headers } = await collection.ask('/api/accounts/password/change/', init);
    expect([status, headers.getSetCookie()]).toEqual([200, []]);
    expect(await browser.whoAmI()).toBeUndefined();
  });

  it('refuses a wrong current password on that field, and counts it as a failed sign-in', async () => {
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

  it('tells everything that is wrong with the new one', async () => {
    const username = newName('goalkeeper');
    await addUser(collection, username);
    const browser = await openSignedIn(username);
    const answer = await change(browser, { new_password: '12345' });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        current_password: ['This field is required.'],
        new_password: [SHORT, 'This password is too common.', 'This password is entirely numeric.'],
      },
    ]);
    const similar = await change(browser, { current_password: PASSWORD, new_password: `${username}!` });
    expect(similar.body).toEqual({ new_password: ['The password is too similar to the username.'] });
  });

  it('is refused to users without a password', async () => {
    const user = await addUser(collection, newName(), { passwordHash: null });
    const init = json(
      'POST',
      { current_password: PASSWORD, new_password: NEW },
      await tokenOf(collection, user),
    );
    const { status, body } = await collection.ask('/api/accounts/password/change/', init);
    expect([status, body]).toEqual([400, { current_password: ['The password is not correct.'] }]);
  });

  it('is one where many are asked for at once', async () => {
    const user = await addUser(collection, newName());
    const token = await tokenOf(collection, user);
    const answers = await Promise.all(
      [collection, replica, collection, replica].map((each, index) =>
        each.ask(
          '/api/accounts/password/change/',
          json('POST', { current_password: PASSWORD, new_password: `${NEW} ${index}` }, token),
        ),
      ),
    );
    expect(countStatuses(answers)).toEqual({ 200: 1, 400: 3 });
    const index = answers.findIndex(({ status }) => status === 200);
    expect((await signIn(collection, user.username, `${NEW} ${index}`)).status).toBe(200);
  });
});
