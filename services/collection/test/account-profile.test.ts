import { describe, expect, it } from '@jest/globals';
import {
  letMinutePass,
  newName,
  openSignedIn,
  post,
  PUBLIC_URL,
  useCollectionWithMail,
  waitForPendingMails,
} from './test-accounts.ts';
import { type TestBrowser } from './test-browser.ts';
import { addItem } from './test-items.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const { collection, mail } = useCollectionWithMail();

const PROFILE = '/api/accounts/profile/';

describe('/api/accounts/profile/', () => {
  it('returns all fields to the user, by session and by token', async () => {
    const { user, browser } = await openSignedIn(collection);
    const { status, body } = await browser.request(PROFILE);
    expect([status, body]).toEqual([
      200,
      {
        id: user.id,
        username: user.username,
        name: user.name,
        url: `${PUBLIC_URL}/api/users/${user.username}/`,
        email: user.email,
        is_email_verified: true,
        pending_email: null,
        biography: '',
        location: '',
        avatar: null,
        is_private: false,
        is_staff: false,
        has_password: true,
        mfa_enabled: false,
        created_at: user.created_at.toISOString(),
      },
    ]);
    const headers = withToken(await tokenOf(collection, user));
    expect((await collection.request(PROFILE, { headers })).body).toEqual(body);
  });

  it('changes the fields that are sent, and ignores read-only fields', async () => {
    const { user, browser } = await openSignedIn(collection);
    const before = (await browser.request(PROFILE)).body;
    const username = newName('Renamed');
    const changes = { username, name: ' N. ', biography: 'a\nb', location: 'Málaga', is_private: true };
    const { status, body } = await browser.send('PATCH', PROFILE, {
      ...changes,
      is_staff: true,
      id: 1,
      has_password: false,
      email_verified_at: null,
    });
    expect(status).toBe(200);
    const url = `${PUBLIC_URL}/api/users/${username}/`;
    expect(body).toEqual({ ...before, ...changes, name: 'N.', url });
    expect((await browser.send('PATCH', PROFILE, {})).body).toEqual(body);
    const owner = (await browser.request('/api/collections/me/')).body.user;
    expect(owner).toMatchObject({ id: user.id, username, biography: 'a\nb', is_private: true });
  });

  it('returns 400 with the errors of all fields', async () => {
    const otherUser = await addUser(collection, newName());
    const { browser } = await openSignedIn(collection);
    const { status, body } = await browser.send('PATCH', PROFILE, {
      username: otherUser.username.toUpperCase(),
      email: otherUser.email,
      name: 7,
      biography: 'x'.repeat(5001),
      location: 'x'.repeat(201),
      is_private: 'perhaps',
    });
    expect([status, body]).toEqual([
      400,
      {
        username: ['A user with that username already exists.'],
        email: ['A user with that email already exists.'],
        name: ['Not a valid string.'],
        biography: ['Ensure this field has no more than 5000 characters.'],
        location: ['Ensure this field has no more than 200 characters.'],
        is_private: ['Must be a valid boolean.'],
      },
    ]);
  });

  it('accepts the current username in another case', async () => {
    const { user, browser } = await openSignedIn(collection);
    const username = user.username.toUpperCase();
    expect((await browser.send('PATCH', PROFILE, { username })).body.username).toBe(username);
  });

  it('hides the user from the list of collections if is_private is true', async () => {
    const { user, browser } = await openSignedIn(collection);
    await addItem(collection, user);
    const listed = async () =>
      (await browser.request('/api/collections/?page_size=100')).body.results.map(
        ({ user_id: id }: { user_id: number }) => id,
      );
    expect(await listed()).toContain(user.id);
    await browser.send('PATCH', PROFILE, { is_private: true });
    expect(await listed()).not.toContain(user.id);
  });
});

describe('a new e-mail address', () => {
  const changeTo = (browser: TestBrowser, email: string) => browser.send('PATCH', PROFILE, { email });

  it('replaces the old address once it is verified, and the old address is notified', async () => {
    const { user, browser } = await openSignedIn(collection);
    const email = `${newName()}@example.net`;
    expect((await changeTo(browser, email)).body).toMatchObject({ email: user.email, pending_email: email });
    const notice = await mail.lastMailTo(user.email);
    expect(notice.subject).toBe('Your e-mail address is about to change');
    expect([notice.key, notice.link, notice.raw.includes(email)]).toEqual(['', undefined, false]);
    const { key, subject } = await mail.lastMailTo(email);
    expect(subject).toBe('Verify your new e-mail address');
    expect((await post(collection, 'verify-email/', { key })).status).toBe(200);
    expect((await browser.request(PROFILE)).body).toMatchObject({
      email,
      pending_email: null,
      is_email_verified: true,
    });
  });

  it('invalidates keys that were sent to the old address', async () => {
    const { user, browser } = await openSignedIn(collection);
    await post(collection, 'password/reset/', { email: user.email });
    const old = await mail.lastMailTo(user.email);
    const email = `${newName()}@example.net`;
    await changeTo(browser, email);
    await post(collection, 'verify-email/', { key: (await mail.lastMailTo(email)).key });
    const sent = { key: old.key, password: 'green umbrella 7' };
    expect((await post(collection, 'password/reset/confirm/', sent)).status).toBe(400);
  });

  it('is discarded if the user requests another address or the old address', async () => {
    const { user, browser } = await openSignedIn(collection);
    const [first, second] = [`${newName()}@example.net`, `${newName()}@example.net`];
    await changeTo(browser, first);
    const { key } = await mail.lastMailTo(first);
    expect((await changeTo(browser, second)).body.pending_email).toBe(second);
    expect((await post(collection, 'verify-email/', { key })).status).toBe(400);
    const { key: secondKey } = await mail.lastMailTo(second);
    expect((await changeTo(browser, user.email)).body.pending_email).toBeNull();
    expect((await post(collection, 'verify-email/', { key: secondKey })).status).toBe(400);
    expect((await browser.request(PROFILE)).body.email).toBe(user.email);
  });

  it.each(['a reset', 'a change'])('is discarded after %s of the password', async (cause) => {
    const { user, browser } = await openSignedIn(collection);
    const email = `${newName()}@example.net`;
    await changeTo(browser, email);
    const { key } = await mail.lastMailTo(email);
    if (cause === 'a reset') {
      // Mails may arrive in any order: the notice about the address must not be taken for the reset.
      await mail.lastMailTo(user.email);
      await post(collection, 'password/reset/', { email: user.email });
      const { key: reset } = await mail.lastMailTo(user.email, 2);
      await post(collection, 'password/reset/confirm/', { key: reset, password: 'green umbrella 7' });
    } else {
      const sent = { current_password: 'brass lantern 42', new_password: 'green umbrella 7' };
      await browser.send('POST', '/api/accounts/password/change/', sent);
    }
    expect((await post(collection, 'verify-email/', { key })).status).toBe(400);
    const row = await collection.db('users').where({ id: user.id }).first('email', 'pending_email');
    expect(row).toEqual({ email: user.email, pending_email: null });
  });

  it('belongs to the user who verifies it first', async () => {
    const [firstUser, otherUser] = [await openSignedIn(collection), await openSignedIn(collection)];
    const email = `${newName()}@example.net`;
    await changeTo(firstUser.browser, email);
    const { key } = await mail.lastMailTo(email);
    await letMinutePass(collection);
    await changeTo(otherUser.browser, email);
    const { key: second } = await mail.lastMailTo(email, 2);
    expect((await post(collection, 'verify-email/', { key })).status).toBe(200);
    const late = await post(collection, 'verify-email/', { key: second });
    expect([late.status, late.body]).toEqual([400, { key: ['A user with that email already exists.'] }]);
  });

  it('receives at most one e-mail a minute, and other users receive 429', async () => {
    const [firstUser, otherUser] = [await openSignedIn(collection), await openSignedIn(collection)];
    const email = `${newName()}@example.net`;
    expect((await changeTo(firstUser.browser, email)).status).toBe(200);
    expect((await changeTo(firstUser.browser, email)).status).toBe(200);
    const refused = await changeTo(otherUser.browser, email);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    expect((await otherUser.browser.request(PROFILE)).body.pending_email).toBeNull();
    await waitForPendingMails(collection);
    expect(await mail.mailsTo(email)).toHaveLength(1);
    await letMinutePass(collection);
    await changeTo(firstUser.browser, email);
    expect(await mail.mailsTo(email, 2)).toHaveLength(2);
    expect(await mail.mailsTo(firstUser.user.email)).toHaveLength(1);
  });
});
