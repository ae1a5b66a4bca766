import { beforeEach, describe, expect, it } from '@jest/globals';
import { errorOf } from '@kitroom/testing/read-page';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { letMinutesPass, newName, post, useCollectionWithMail } from './test-accounts.ts';
import { openBrowser, openPageBrowser } from './test-browser.ts';
import { addUser, json, PASSWORD, signIn, tokenOf } from './test-users.ts';

const { collection, mail } = useCollectionWithMail();

const UNAVAILABLE = { username: ['This username is not available.'] };

/** A new address for each test, with or without an account. */
let address: string;

beforeEach(() => {
  address = `${newName()}@example.org`;
});

describe('a username with an @', () => {
  it('is accepted at sign-up only if it is the e-mail address of the new user', async () => {
    const signUp = (username: string, email: string) =>
      post(collection, 'signup/', { username, email, password: PASSWORD });
    await addUser(collection, newName(), { email: `known-${address}` });
    for (const username of [
      address,
      `known-${address}`,
      address.toUpperCase(),
      'a@b',
      '@',
      'wide＠example.org',
    ]) {
      const { status, body } = await signUp(username, `other-${address}`);
      expect([username, status, body]).toEqual([username, 400, UNAVAILABLE]);
    }
    const signedUp = await signUp(address.toUpperCase(), address);
    expect([signedUp.status, signedUp.body.username]).toEqual([201, address.toUpperCase()]);
  });

  it("is accepted in a change only if it is the user's own e-mail address", async () => {
    const user = await addUser(collection, newName(), { email: address });
    const token = await tokenOf(collection, user);
    const send = (method: string, path: string, body: object) =>
      collection.request(path, json(method, body, token));
    for (const path of [`/api/users/${user.username}/`, '/api/accounts/profile/']) {
      for (const method of path.startsWith('/api/users') ? ['PUT', 'PATCH'] : ['PATCH']) {
        const { status, body } = await send(method, path, { username: `x-${address}` });
        expect([method, path, status, body]).toEqual([method, path, 400, UNAVAILABLE]);
      }
    }
    // Only the profile endpoint accepts an address.
    const path = `/api/users/${user.username}/`;
    const ignored = await send('PATCH', path, { username: `x-${address}`, email: `x-${address}` });
    expect([ignored.status, ignored.body]).toEqual([400, UNAVAILABLE]);
    expect((await send('PATCH', path, { username: address })).status).toBe(200);
    expect((await signIn(collection, address)).status).toBe(200);
  });

  it('is accepted in a profile change that sets the same e-mail address', async () => {
    const user = await addUser(collection, newName());
    const browser = openBrowser(collection);
    await browser.signIn(user.username);
    const change = (body: object) => browser.send('PATCH', '/api/accounts/profile/', body);
    expect((await change({ username: address, email: `x-${address}` })).body).toEqual(UNAVAILABLE);
    expect((await change({ username: address, email: address })).status).toBe(200);
    await letMinutesPass(collection, user.id, 16);
    expect((await change({ username: `x-${address}`, email: `x-${address}` })).status).toBe(403);
  });

  it('can be kept by a user whose e-mail address has changed', async () => {
    const user = await addUser(collection, address, { email: `new-${address}` });
    const token = await tokenOf(collection, user);
    const path = `/api/users/${encodeURIComponent(address)}/`;
    for (const username of [address, address.toUpperCase()]) {
      const { status, body } = await collection.request(path, json('PUT', { username }, token));
      expect([status, body.username]).toEqual([200, username]);
    }
    const profile = { username: address, biography: 'Shirts.' };
    expect((await collection.request('/api/accounts/profile/', json('PATCH', profile, token))).status).toBe(
      200,
    );
    expect((await signIn(collection, address)).status).toBe(200);
  });

  it('is accepted from staff and the command line only if it is the e-mail address of the new user', async () => {
    const staff = await addUser(collection, newName('staff'), { isStaff: true });
    const browser = openPageBrowser(collection);
    await browser.signIn(staff.username);
    const form = await browser.open('/admin/users/new');
    const sent = { username: address, email: `x-${address}` };
    const page = await browser.send(form, 'Create the user and send the mail', sent);
    expect([page.status, errorOf(page, 'username')]).toEqual([400, 'This username is not available.']);
    const command = (email: string) =>
      runServiceCommand('collection', ['users', 'create', '--username', address, '--email', email], {
        env: { DATABASE_URL: collection.database.url },
        input: `${PASSWORD}\n`,
      });
    const refused = await command(`x-${address}`);
    expect([refused.status, refused.stderr]).toEqual([1, 'collection: This username is not available.\n']);
    expect((await command(address)).status).toBe(0);
  });
});

describe('a username that is the e-mail address of another user', () => {
  const OTHER = 'violet curtain 6';

  /** Adds two users: the name of one is the address of the other. */
  async function addBoth(isVerified = true) {
    const holder = await addUser(collection, address);
    const owner = await addUser(collection, newName(), { email: address, isVerified, passwordHash: null });
    await collection
      .db('users')
      .where({ id: holder.id })
      .update({ email: `x-${address}`, email_key: `x-${address}` });
    return { holder, owner };
  }

  it('identifies the owner of the address at sign-in, for a token and in a password reset', async () => {
    const { owner } = await addBoth();
    await post(collection, 'password/reset/', { email: address });
    const { key, recipients } = await mail.lastMailTo(address);
    expect(recipients).toEqual([address]);
    expect((await post(collection, 'password/reset/confirm/', { key, password: OTHER })).status).toBe(200);
    for (const text of [address, address.toUpperCase()]) {
      expect((await post(collection, 'login/', { username: text, password: OTHER })).body).toMatchObject({
        user: { username: owner.username },
      });
      expect((await signIn(collection, text, OTHER)).status).toBe(200);
      expect((await signIn(collection, text, PASSWORD)).status).toBe(400);
    }
  });

  it('identifies the user with this username while the address is not verified', async () => {
    const { holder } = await addBoth(false);
    const { body } = await post(collection, 'login/', { username: address, password: PASSWORD });
    expect(body).toMatchObject({ user: { username: holder.username } });
  });
});
