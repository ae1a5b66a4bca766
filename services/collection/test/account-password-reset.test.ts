import { describe, expect, it } from '@jest/globals';
import {
  countStatuses,
  letMinutePass,
  newName,
  post,
  useCollectionWithMail,
  waitForPendingMails,
} from './test-accounts.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import { startTestCollection, useReplica } from './test-collection.ts';
import { addUser, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

const { collection, mail } = useCollectionWithMail(() => ({ MAIL_FROM: 'Kits <kits@example.org>' }));
const replica = useReplica(collection);

const NEW = 'green umbrella 7';
const KEY_INVALID = ['This key is invalid or has expired. Request a new one.'];
const SHORT = 'This password is too short. It must contain at least 8 characters.';

/** Requests a reset; returns the key from the e-mail. */
async function requestKey(email: string, count = 1): Promise<string> {
  expect((await post(collection, 'password/reset/', { email })).status).toBe(200);
  return (await mail.lastMailTo(email, count)).key;
}

async function openSignedIn(username: string): Promise<TestBrowser> {
  const browser = openBrowser(collection);
  await browser.signIn(username);
  return browser;
}

describe('a password reset', () => {
  it('ends all sessions and the token on all replicas', async () => {
    const user = await addUser(collection, newName());
    const browsers = [await openSignedIn(user.username), await openSignedIn(user.username)];
    const token = await tokenOf(collection, user);
    const key = await requestKey(user.email);
    const { status, body } = await post(replica, 'password/reset/confirm/', { key, password: NEW });
    expect([status, body]).toEqual([200, { detail: 'The password is set.' }]);
    for (const browser of browsers) {
      expect(await browser.whoAmI()).toBeUndefined();
      expect(await browser.at(replica).whoAmI()).toBeUndefined();
    }
    for (const service of [collection, replica]) {
      expect((await service.request('/api/users/me/', { headers: withToken(token) })).status).toBe(401);
    }
    expect((await signIn(collection, user.username)).status).toBe(400);
    expect((await signIn(collection, user.username, NEW)).body.token).not.toBe(token);
  });

  it('invalidates a session that an earlier request saves again', async () => {
    const user = await addUser(collection, newName());
    const browser = await openSignedIn(user.username);
    const [saved] = await collection.db('sessions').where({ user_id: user.id });
    const key = await requestKey(user.email);
    await post(collection, 'password/reset/confirm/', { key, password: NEW });
    // A request that was in progress saves its session again.
    await collection.db('sessions').insert({ sid: saved.sid, sess: saved.sess, expire: saved.expire });
    expect(await browser.whoAmI()).toBeUndefined();
    expect((await browser.request('/api/users/me/')).status).toBe(401);
  });

  it('cancels unsent e-mails with another reset key', async () => {
    const { email } = await addUser(collection, newName());
    const key = await requestKey(email);
    // It is pending because the mail server rejected it temporarily.
    const waiting = { kind: 'reset', email, nonce: 'a-nonce', due_at: new Date(Date.now() + 600_000) };
    await collection.db('mails').insert(waiting);
    await post(collection, 'password/reset/confirm/', { key, password: NEW });
    expect(await collection.db('mails').where({ email, kind: 'reset' })).toEqual([]);
  });

  it('verifies the e-mail address, and sets a first password', async () => {
    const user = await addUser(collection, newName(), { isVerified: false, passwordHash: null });
    const key = await requestKey(user.email);
    expect((await post(collection, 'password/reset/confirm/', { key, password: NEW })).status).toBe(200);
    expect((await signIn(collection, user.username, NEW)).status).toBe(200);
  });

  it('reports the errors of all fields, and keeps the key after an invalid password', async () => {
    const username = newName('goalkeeper');
    const { email } = await addUser(collection, username);
    const key = await requestKey(email);
    const confirm = (sent: object) => post(collection, 'password/reset/confirm/', sent);
    expect((await confirm({ key, password: 'kqzvx' })).body).toEqual({ password: [SHORT] });
    expect((await confirm({ key, password: `${username}1` })).body).toEqual({
      password: ['The password is too similar to the username.'],
    });
    expect((await confirm({ key: 'wrong', password: 'kqzvx' })).body).toEqual({
      key: KEY_INVALID,
      password: [SHORT],
    });
    expect((await confirm({})).body).toEqual({
      key: ['This field is required.'],
      password: ['This field is required.'],
    });
    expect((await confirm({ key, password: NEW })).status).toBe(200);
  });

  it.each([
    [
      'a used key',
      async () => {
        const { email } = await addUser(collection, newName());
        const key = await requestKey(email);
        await post(collection, 'password/reset/confirm/', { key, password: NEW });
        return key;
      },
    ],
    [
      'an older key after a newer key was used',
      async () => {
        const { email } = await addUser(collection, newName());
        const key = await requestKey(email);
        await letMinutePass(collection);
        await post(collection, 'password/reset/confirm/', { key: await requestKey(email, 2), password: NEW });
        return key;
      },
    ],
    [
      'an expired key',
      async () => {
        const { email, id } = await addUser(collection, newName());
        const key = await requestKey(email);
        await collection.db('account_keys').where({ user_id: id }).update({ expires_at: new Date() });
        return key;
      },
    ],
    [
      'a key that verifies an address',
      async () => {
        const { email } = await addUser(collection, newName(), { isVerified: false });
        await post(collection, 'verify-email/resend/', { email });
        return (await mail.lastMailTo(email)).key;
      },
    ],
    [
      'a key sent before a change of the password',
      async () => {
        const { email, username } = await addUser(collection, newName());
        const key = await requestKey(email);
        const browser = await openSignedIn(username);
        const sent = { current_password: PASSWORD, new_password: 'yellow bicycle 9' };
        expect((await browser.send('POST', '/api/accounts/password/change/', sent)).status).toBe(200);
        return key;
      },
    ],
    [
      'a key of a blocked user',
      async () => {
        const { email, id } = await addUser(collection, newName());
        const key = await requestKey(email);
        await collection.db('users').where({ id }).update({ is_active: false });
        return key;
      },
    ],
    ['an unknown key', async () => 'A'.repeat(43)],
  ])('returns 400 with the same error for %s', async (_what, keyOf) => {
    const sent = { key: await keyOf(), password: NEW };
    const { status, body } = await post(collection, 'password/reset/confirm/', sent);
    expect([status, body]).toEqual([400, { key: KEY_INVALID }]);
  });

  it('accepts a key only once under concurrent requests', async () => {
    const { email } = await addUser(collection, newName());
    const key = await requestKey(email);
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        post(index % 2 ? collection : replica, 'password/reset/confirm/', {
          key,
          password: `${NEW} ${index}`,
        }),
      ),
    );
    expect(countStatuses(responses)).toEqual({ 200: 1, 400: 5 });
  });

  it('responds the same for every address, and sends at most one e-mail a minute', async () => {
    const known = await addUser(collection, newName());
    const off = await addUser(collection, newName());
    await collection.db('users').where({ id: off.id }).update({ is_active: false });
    const unknown = `${newName()}@example.org`;
    const responses = [];
    for (const email of [known.email, known.email.toUpperCase(), off.email, unknown, unknown]) {
      responses.push(await post(collection, 'password/reset/', { email }));
    }
    expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set(['200 {"detail":"If an account has this address, a mail is on its way."}']),
    );
    await waitForPendingMails(collection);
    const countTo = (email: string) =>
      mail.mails.filter(({ recipients }) => recipients.includes(email)).length;
    expect([known.email, off.email, unknown].map(countTo)).toEqual([1, 0, 0]);
    await letMinutePass(collection);
    await requestKey(known.email, 2);
  });

  it('sends one e-mail for concurrent requests on all replicas', async () => {
    const { email } = await addUser(collection, newName());
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        post(index % 2 ? collection : replica, 'password/reset/', { email }),
      ),
    );
    await mail.mailsTo(email);
    await waitForPendingMails(collection);
    expect(await mail.mailsTo(email)).toHaveLength(1);
  });

  it.each(['password/reset/', 'verify-email/resend/'])(
    'runs the same statements for known and unknown addresses: %s',
    async (path) => {
      // Without a worker, all statements belong to the request.
      await using idle = await startTestCollection(collection.database, { WORKER: 'false' });
      const statementsFor = async (email: string) => {
        const statements: string[] = [];
        // A new service also compares its clock with the database's.
        const note = ({ sql }: { sql: string }) => sql.includes('clock_timestamp()') || statements.push(sql);
        idle.db.on('query', note);
        expect((await post(idle, path, { email })).status).toBe(200);
        idle.db.off('query', note);
        return statements;
      };
      const { email } = await addUser(collection, newName(), { isVerified: path.startsWith('password') });
      const known = await statementsFor(email);
      expect(known.length).toBeGreaterThan(0);
      expect(await statementsFor(`${newName()}@example.org`)).toEqual(known);
    },
  );
});
