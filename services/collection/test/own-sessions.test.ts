import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { newName, useCollectionWithMail } from './test-accounts.ts';
import { openBrowser, openPageBrowser, type TestBrowser } from './test-browser.ts';
import { TEST_SECRET_KEY, useReplica } from './test-collection.ts';
import { addUser, signIn, tokenOf, withToken } from './test-users.ts';

const { collection, mail } = useCollectionWithMail(() => ({ TRUST_PROXY: '1' }));
const replica = useReplica(collection);

const SESSIONS = '/api/accounts/sessions/';
const TOKEN = '/api/accounts/token/';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Opens a browser and signs in. */
async function openSignedIn(username: string, headers: Record<string, string> = {}): Promise<TestBrowser> {
  const browser = openBrowser(collection, { headers });
  await browser.signIn(username);
  return browser;
}

/** The user's sessions, as listed in one of them. */
const sessionsOf = async (browser: TestBrowser) =>
  (await browser.request(SESSIONS)).body.sessions as Array<{
    id: string;
    is_current: boolean;
    last_used_at: string;
  }>;

/** The id of a browser's session. */
async function idOf(browser: TestBrowser): Promise<string> {
  return (await sessionsOf(browser)).find(({ is_current: isCurrent }) => isCurrent)?.id ?? '';
}

/** Backdates a user's sessions, as if they had not been used since. */
function letDaysPass(userId: number, days: number) {
  return collection.db.raw(
    `update sessions set created_at = created_at - make_interval(days => ?),
       last_used_at = last_used_at - make_interval(days => ?), expire = expire - make_interval(days => ?)
     where user_id = ?`,
    [days, days, days, userId],
  );
}

async function expectMail(address: string, subject: string): Promise<void> {
  await eventually(async () => {
    const sent = mail.mails.filter(({ recipients }) => recipients.includes(address));
    expect(sent.map((sentMail) => [sentMail.subject, sentMail.key])).toEqual([[subject, '']]);
  });
}

describe('GET /api/accounts/sessions/', () => {
  it("lists the user's sessions with browser, address and times, and the token", async () => {
    const user = await addUser(collection, newName());
    const otherUser = await addUser(collection, newName());
    await openSignedIn(otherUser.username);
    const desk = await openSignedIn(user.username, {
      'User-Agent': FIREFOX,
      'X-Forwarded-For': '198.51.100.7',
    });
    const phone = await openSignedIn(user.username, { 'User-Agent': 'x'.repeat(1000) });
    const { status, headers, body } = await desk.request(SESSIONS);
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const times = { created_at: expect.any(String), last_used_at: expect.any(String) };
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(body).toEqual({
      sessions: [
        { id, ...times, user_agent: 'x'.repeat(300), address: '127.0.0.1', is_current: false },
        { id, ...times, user_agent: FIREFOX, address: '198.51.100.7', is_current: true },
      ],
      token: null,
    });
    expect((await sessionsOf(phone)).map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false]);
    await tokenOf(collection, user);
    expect((await desk.request(SESSIONS)).body.token).toEqual({
      created_at: expect.any(String),
      last_used_at: null,
    });
  });

  it('returns ids that cannot be used as session cookies', async () => {
    const { username } = await addUser(collection, newName());
    const browser = await openSignedIn(username);
    const id = await idOf(browser);
    const mac = createHmac('sha256', TEST_SECRET_KEY).update(id).digest('base64').replace(/=+$/, '');
    for (const value of [id, `s:${id}`, `s:${id}.${mac}`]) {
      const cookies = new Map([['kitroom_session', encodeURIComponent(value)]]);
      expect(await openBrowser(collection, { cookies }).whoAmI()).toBeUndefined();
    }
  });

  it('omits ended sessions', async () => {
    const user = await addUser(collection, newName());
    const ended = await openSignedIn(user.username);
    await ended.send('POST', '/api/accounts/logout/');
    await openSignedIn(user.username);
    await letDaysPass(user.id, 15);
    expect(await sessionsOf(await openSignedIn(user.username))).toHaveLength(1);
  });
});

describe('DELETE /api/accounts/sessions/{id}/', () => {
  it('ends only this session, on all replicas, and e-mails the user', async () => {
    const { username, email } = await addUser(collection, newName());
    const [desk, phone] = [await openSignedIn(username), await openSignedIn(username)];
    const { status } = await desk.send('DELETE', `${SESSIONS}${await idOf(phone)}/`);
    expect(status).toBe(204);
    expect(await phone.at(replica).whoAmI()).toBeUndefined();
    expect(await desk.at(replica).whoAmI()).toBe(username);
    expect(await sessionsOf(desk)).toHaveLength(1);
    await expectMail(email, 'A browser was signed out of your account');
  });

  it('signs the browser out if the session is the current session', async () => {
    const { username } = await addUser(collection, newName());
    const browser = await openSignedIn(username);
    expect((await browser.send('DELETE', `${SESSIONS}${await idOf(browser)}/`)).status).toBe(204);
    expect([browser.cookies.size, await browser.whoAmI()]).toEqual([0, undefined]);
  });

  it.each([
    [
      "another user's session",
      async () => idOf(await openSignedIn((await addUser(collection, newName())).username)),
    ],
    ['an unknown session', async () => '00000000-0000-4000-8000-000000000000'],
    ['an invalid id', async () => '7'],
  ])('returns 404 for %s', async (_what, findId) => {
    const { username } = await addUser(collection, newName());
    const browser = await openSignedIn(username);
    const { status, body } = await browser.send('DELETE', `${SESSIONS}${await findId()}/`);
    expect([status, body]).toEqual([404, { detail: 'Not found.' }]);
  });

  it('ends a session permanently even if a concurrent request saves the session', async () => {
    const { id: userId, username } = await addUser(collection, newName());
    const [desk, phone] = [await openSignedIn(username), await openSignedIn(username)];
    const id = await idOf(phone);
    const pages = openPageBrowser(collection, phone.cookies);
    const form = await pages.open('/accounts/email');
    const { saving } = await collection.db.transaction(async (transaction) => {
      // The form's change waits for this lock. Its session has been read before, and is saved afterwards.
      await transaction('users').where({ id: userId }).forUpdate().first();
      const response = pages.send(form, 'Change the address', { email: `${username}@example.com` });
      await eventually(async () => expect(await countWaiting()).toBe(1));
      await transaction('sessions').where({ id }).delete();
      return { saving: response };
    });
    expect((await saving).heading).toBe('Sign in');
    expect((await desk.request('/api/accounts/profile/')).body.pending_email).toBe(`${username}@example.com`);
    expect(await phone.whoAmI()).toBeUndefined();
    expect(await sessionsOf(desk)).toHaveLength(1);
  });
});

/** Number of statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await collection.db.raw(
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

describe('DELETE /api/accounts/sessions/', () => {
  it('ends all sessions of the user except the current session, and keeps the token', async () => {
    const user = await addUser(collection, newName());
    const headers = withToken(await tokenOf(collection, user));
    const [desk, phone, tablet] = await Promise.all([1, 2, 3].map(() => openSignedIn(user.username)));
    const stranger = await openSignedIn((await addUser(collection, newName())).username);
    expect((await desk?.send('DELETE', SESSIONS))?.status).toBe(204);
    expect([await phone?.whoAmI(), await tablet?.at(replica).whoAmI()]).toEqual([undefined, undefined]);
    expect(await desk?.whoAmI()).toBe(user.username);
    expect(await stranger.whoAmI()).toBeDefined();
    expect((await collection.request('/api/users/me/', { headers })).status).toBe(200);
    await expectMail(user.email, 'A browser was signed out of your account');
    // No session is left to end, so no e-mail is sent.
    expect((await desk?.send('DELETE', SESSIONS))?.status).toBe(204);
    expect(await collection.db('mails').where({ email: user.email })).toEqual([]);
  });
});

describe('a session', () => {
  it.each([
    [13, true],
    [14, false],
  ])('ends after 14 days without use (tested after %i days)', async (days, isThere) => {
    const { id, username } = await addUser(collection, newName());
    const browser = await openSignedIn(username);
    await letDaysPass(id, days);
    expect(await browser.whoAmI()).toBe(isThere ? username : undefined);
  });

  it('lasts 90 days at most while it is used', async () => {
    const { id, username } = await addUser(collection, newName());
    const browser = await openSignedIn(username);
    for (let days = 13; days < 90; days += 13) {
      await letDaysPass(id, 13);
      expect([days, await browser.at(replica).whoAmI()]).toEqual([days, username]);
    }
    await letDaysPass(id, 12);
    expect(await browser.whoAmI()).toBeUndefined();
  });

  it('has a cookie that expires after 90 days', async () => {
    const { username } = await addUser(collection, newName());
    const body = JSON.stringify({ username, password: 'brass lantern 42' });
    const headers = { 'Content-Type': 'application/json' };
    const response = await collection.request('/api/accounts/login/', { method: 'POST', headers, body });
    const expires = /Expires=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '')?.[1] ?? '';
    expect((Date.parse(expires) - Date.now()) / 86_400_000).toBeCloseTo(90, 1);
  });

  it('is not written again within a minute of its last use', async () => {
    const { id, username } = await addUser(collection, newName());
    const browser = await openSignedIn(username);
    const read = () => collection.db('sessions').where({ user_id: id }).first('xmin', 'last_used_at');
    const before = await read();
    await browser.request('/api/users/me/');
    expect(await read()).toEqual(before);
    await collection.db.raw(
      "update sessions set last_used_at = last_used_at - interval '61 seconds' where user_id = ?",
      [id],
    );
    await browser.request('/api/users/me/');
    expect((await read()).last_used_at.getTime()).toBeGreaterThanOrEqual(before.last_used_at.getTime());
  });
});

describe('the API token of a user', () => {
  it('has a last_used_at that is written at most once a minute', async () => {
    const user = await addUser(collection, newName());
    const headers = withToken(await tokenOf(collection, user));
    const browser = await openSignedIn(user.username);
    const lastUse = async () => (await browser.request(SESSIONS)).body.token.last_used_at;
    expect(await lastUse()).toBeNull();
    await collection.request('/api/users/me/', { headers });
    const first = await lastUse();
    expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(60_000);
    await replica.request('/api/users/me/', { headers });
    expect(await lastUse()).toBe(first);
    await collection
      .db('tokens')
      .where({ user_id: user.id })
      .update({
        last_used_at: collection.db.raw("last_used_at - interval '61 seconds'"),
      });
    await collection.request('/api/users/me/', { headers });
    expect(Date.parse(await lastUse())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  it('can be deleted by the user, who is e-mailed and gets a new token at the next sign-in', async () => {
    const user = await addUser(collection, newName());
    const token = await tokenOf(collection, user);
    const browser = await openSignedIn(user.username);
    expect((await browser.send('DELETE', TOKEN)).status).toBe(204);
    expect((await replica.request('/api/users/me/', { headers: withToken(token) })).status).toBe(401);
    await expectMail(user.email, 'Your API token was deleted');
    expect((await browser.request(SESSIONS)).body.token).toBeNull();
    expect((await browser.send('DELETE', TOKEN)).status).toBe(204);
    expect(await collection.db('mails').where({ email: user.email })).toEqual([]);
    expect((await signIn(collection, user.username)).body.token).not.toBe(token);
  });
});
