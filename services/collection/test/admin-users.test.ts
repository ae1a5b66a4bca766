import { beforeAll, describe, expect, it } from '@jest/globals';
import { holdCommits, runUntilBlocked } from '@kitroom/testing/hold-rows';
import { findForm, rowsOf } from '@kitroom/testing/read-page';
import { createAppToken } from '../src/accounts/tokens/app-tokens.ts';
import { newName } from './test-accounts.ts';
import { openBrowser, openPageBrowser, readDescription, type PageBrowser } from './test-browser.ts';
import {
  createCollectionDatabase,
  startTestCollection,
  useCollection,
  useReplica,
} from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addUser, signIn, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();
const replica = useReplica(collection);

let staff: Awaited<ReturnType<typeof addUser>>;
let browser: PageBrowser;

beforeAll(async () => {
  staff = await addUser(collection, newName('staff'), { isStaff: true });
  browser = openPageBrowser(collection);
  await browser.signIn(staff.username);
});

const pageOf = ({ id }: { id: number }) => `/admin/users/${id}`;
const HOSTILE = `<img src=x onerror=alert(1)>"'</td><script>alert(2)</script>&amp;`;

/** The audit log's entries about a user, oldest first. */
async function entriesOn({ id }: { id: number }) {
  const rows = await collection.db('audit_log').where({ owner_id: id }).orderBy('id');
  return rows.map(({ actor, action, subject, before, after }) => ({ actor, action, subject, before, after }));
}

describe('GET /admin/users', () => {
  it('finds parts of usernames, names and e-mail addresses, ignoring case and accents', async () => {
    const mark = newName().slice(5);
    await addUser(collection, `Äda-${mark}`, { email: `post@${mark}.example`, name: 'Zoë 100% Müller' });
    for (const q of [`ÄDA-${mark}`, `@${mark.toUpperCase()}.EX`, 'ZOE 100% MULLER']) {
      const page = await browser.open(`/admin/users?q=${encodeURIComponent(q)}`);
      expect([q, rowsOf(page).map(([name]) => name)]).toEqual([q, [`Äda-${mark}`]]);
    }
    expect(rowsOf(await browser.open('/admin/users?q=zoe+1000'))).toEqual([]);
    expect(rowsOf(await browser.open('/admin/users?q=%25'))).toHaveLength(1);
  });

  it('filters staff, blocked users and unverified users', async () => {
    const [blocked, unverified] = [
      await addUser(collection, newName('blocked')),
      await addUser(collection, newName('unverified'), { isVerified: false }),
    ];
    await collection.db('users').where({ id: blocked.id }).update({ is_active: false });
    const namesOf = async (state: string) =>
      rowsOf(await browser.open(`/admin/users?state=${state}`)).map(([name]) => name);
    expect(await namesOf('blocked')).toContain(blocked.username);
    expect(await namesOf('blocked')).not.toContain(unverified.username);
    expect(await namesOf('unverified')).toContain(unverified.username);
    expect(await namesOf('staff')).toContain(staff.username);
  });

  it('shows 50 users per page, with a link to the next page', async () => {
    const mark = newName('many');
    const rows = Array.from({ length: 51 }, (_each, index) => ({
      username: `${mark}-${index}`,
      username_key: `${mark}-${index}`,
      email: `${mark}-${index}@example.org`,
      email_key: `${mark}-${index}@example.org`,
    }));
    await collection.db('users').insert(rows);
    const first = await browser.open(`/admin/users?q=${mark}`);
    const href = first.document.querySelector('a[rel=next]')?.getAttribute('href') ?? '';
    const second = await browser.open(href);
    expect([rowsOf(first).length, rowsOf(second).length]).toEqual([50, 1]);
    expect(second.document.querySelector('a[rel=next]')).toBeNull();
  });

  it('escapes HTML in names, as does the page of a user', async () => {
    const user = await addUser(collection, newName(), { name: HOSTILE });
    await collection.db('users').where({ id: user.id }).update({ biography: HOSTILE, location: HOSTILE });
    for (const path of [`/admin/users?q=${user.username}`, pageOf(user)]) {
      const page = await browser.open(path);
      expect(page.document.querySelectorAll('script:not([src]), [onerror]')).toHaveLength(0);
      expect(page.document.body.textContent).toContain(HOSTILE);
    }
  });
});

describe('the page of a user in the administration', () => {
  it('shows the numbers of items, photos and sessions, but no token or password hash', async () => {
    const user = await addUser(collection, newName());
    const token = await tokenOf(collection, user);
    await addItem(collection, user);
    await openBrowser(collection).signIn(user.username);
    const page = await browser.open(pageOf(user));
    expect(['Items', 'Photos', 'Browsers', 'Password'].map((label) => readDescription(page, label))).toEqual([
      '1',
      '0',
      '1 signed in',
      'yes',
    ]);
    expect(readDescription(page, 'Token')).toMatch(/^created \d{4}-/);
    const { password_hash: hash } = await collection.db('users').where({ id: user.id }).first();
    for (const secret of [token, hash]) expect(page.text).not.toContain(secret);
  });

  it('verifies the e-mail address, and reports an address that is already verified', async () => {
    const user = await addUser(collection, newName(), { isVerified: false });
    expect((await signIn(collection, user.username)).status).toBe(400);
    const page = await browser.open(pageOf(user));
    const after = await browser.send(page, 'Verify the e-mail address');
    expect(after.words).toContain(`The e-mail address of ${user.username} is verified.`);
    expect((await signIn(collection, user.username)).status).toBe(200);
    const repeated = await browser.send(page, 'Verify the e-mail address');
    expect(repeated.words).toContain('The address is already verified.');
    expect(await entriesOn(user)).toEqual([
      {
        actor: staff.username,
        action: 'verify',
        subject: 'user',
        before: { email: user.email, is_verified: false },
        after: { email: user.email, is_verified: true },
      },
    ]);
  });

  it('makes a user staff, removes the role again and logs both changes', async () => {
    const user = await addUser(collection, newName());
    const otherBrowser = openPageBrowser(replica);
    await otherBrowser.signIn(user.username);
    expect((await otherBrowser.open('/admin/')).status).toBe(403);
    const page = await browser.open(pageOf(user));
    const buttons = [...page.document.querySelectorAll('main button')].map(({ textContent }) => textContent);
    expect(buttons).not.toContainEqual(expect.stringContaining('Make staff'));
    const confirmation = await browser.open(`${pageOf(user)}/make-staff`);
    expect([confirmation.heading, confirmation.words]).toEqual([
      `Make ${user.username} staff`,
      expect.stringContaining('see every user, item and photo, private ones too'),
    ]);
    expect((await otherBrowser.open('/admin/')).status).toBe(403);
    const made = await browser.send(confirmation, 'Make staff');
    expect((await otherBrowser.open('/admin/')).heading).toBe('Overview');
    await browser.send(made, 'No longer staff');
    expect((await otherBrowser.open('/admin/')).status).toBe(403);
    expect((await entriesOn(user)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['make staff', { is_staff: false }, { is_staff: true }],
      ['unmake staff', { is_staff: true }, { is_staff: false }],
    ]);
  });
});

describe('blocking and unblocking a user', () => {
  it('blocking ends sessions, tokens and keys of e-mails on all replicas', async () => {
    const user = await addUser(collection, newName());
    const [session, pages] = [openBrowser(replica), openPageBrowser(replica)];
    await session.signIn(user.username);
    await pages.signIn(user.username);
    const headers = withToken(await tokenOf(collection, user));
    await collection.db('account_keys').insert({
      key_hash: Buffer.from(user.username),
      purpose: 'reset',
      user_id: user.id,
      email: user.email,
      expires_at: new Date(Date.now() + 60_000),
    });
    expect((await session.request('/api/users/me/')).status).toBe(200);
    await createAppToken(collection.db, user.id, { name: 'Shelf', scope: 'write' });
    const confirmation = await browser.open(`${pageOf(user)}/block`);
    const after = await browser.send(confirmation, 'Block');
    expect(after.words).toContain(`${user.username} is blocked.`);
    expect((await session.request('/api/users/me/')).status).toBe(401);
    expect((await replica.request('/api/users/me/', { headers })).status).toBe(401);
    expect((await pages.open('/accounts/')).heading).toBe('Sign in');
    expect((await signIn(replica, user.username)).status).toBe(400);
    for (const table of ['sessions', 'tokens', 'app_tokens', 'account_keys']) {
      expect([table, await collection.db(table).where({ user_id: user.id })]).toEqual([table, []]);
    }
    expect(await entriesOn(user)).toMatchObject([
      { action: 'block', before: { is_active: true, has_token: true }, after: { is_active: false } },
    ]);
  });

  it('unblocking allows new sign-ins, but does not restore earlier sessions and tokens', async () => {
    const user = await addUser(collection, newName());
    const session = openBrowser(replica);
    await session.signIn(user.username);
    const headers = withToken(await tokenOf(collection, user));
    const stolen = new Map(session.cookies);
    const blocked = await browser.send(await browser.open(`${pageOf(user)}/block`), 'Block');
    await browser.send(blocked, 'Unblock');
    expect((await openBrowser(replica, { cookies: stolen }).request('/api/users/me/')).status).toBe(401);
    expect((await replica.request('/api/users/me/', { headers })).status).toBe(401);
    expect((await signIn(replica, user.username)).status).toBe(200);
    expect((await entriesOn(user)).map(({ action }) => action)).toEqual(['block', 'unblock']);
  });
});

describe('the last member of staff', () => {
  it('cannot be blocked or lose the role, even if two members of staff block each other simultaneously', async () => {
    const ownDatabase = await createCollectionDatabase();
    const alone = await startTestCollection(ownDatabase);
    try {
      const [first, second] = [
        await addUser(alone, newName(), { isStaff: true }),
        await addUser(alone, newName(), { isStaff: true }),
      ];
      // Neither counts as a remaining member of staff: they cannot sign in.
      await addUser(alone, newName(), { isStaff: true, isVerified: false });
      const off = await addUser(alone, newName(), { isStaff: true });
      await alone.db('users').where({ id: off.id }).update({ is_active: false });
      const [firstBrowser, secondBrowser] = [openPageBrowser(alone), openPageBrowser(alone)];
      await firstBrowser.signIn(first.username);
      await secondBrowser.signIn(second.username);
      const [ofSecond, ofFirst] = [
        await firstBrowser.open(`${pageOf(second)}/block`),
        await secondBrowser.open(`${pageOf(first)}/block`),
      ];
      await runUntilBlocked(ownDatabase.url, () => holdCommits(ownDatabase.url, 'users'), [
        () => firstBrowser.send(ofSecond, 'Block'),
        () => secondBrowser.send(ofFirst, 'Block'),
      ]);
      const remaining = await alone
        .db('users')
        .whereIn('id', [first.id, second.id])
        .where({ is_active: true });
      expect(remaining).toHaveLength(1);
      const last =
        remaining[0].id === first.id
          ? { user: first, browser: firstBrowser }
          : { user: second, browser: secondBrowser };
      const page = await last.browser.open(pageOf(last.user));
      const refused = await last.browser.send(page, 'No longer staff');
      expect(refused.words).toContain('This is the last member of staff: make somebody else staff first.');
      const confirm = await last.browser.open(`${pageOf(last.user)}/block`);
      expect((await last.browser.send(confirm, 'Block')).words).toContain('This is the last member of staff');
      expect((await last.browser.open('/admin/')).heading).toBe('Overview');
    } finally {
      await alone.close();
      await ownDatabase.drop();
    }
  });
});

describe('an API token in the administration', () => {
  it('is listed without its secret, and stops working once it is deleted', async () => {
    const user = await addUser(collection, newName('token'));
    const token = await tokenOf(collection, user);
    const headers = withToken(token);
    const list = await browser.open(`/admin/tokens?q=${user.username.toUpperCase()}`);
    expect(rowsOf(list)).toEqual([[user.username, expect.stringMatching(/^\d{4}-/), expect.any(String)]]);
    const href = [...list.document.querySelectorAll('td a')].at(-1)?.getAttribute('href') ?? '';
    const confirm = await browser.open(href);
    expect((await replica.request('/api/users/me/', { headers })).status).toBe(200);
    const after = await browser.send(confirm, 'Delete the token');
    expect(after.words).toContain(`The token of ${user.username} is deleted.`);
    expect((await replica.request('/api/users/me/', { headers })).status).toBe(401);
    for (const page of [list, confirm, after]) expect(page.text).not.toContain(token);
    expect((await browser.send(confirm, 'Delete the token')).words).toContain(
      'There was nothing left to do.',
    );
    expect(await entriesOn(user)).toMatchObject([{ action: 'delete', subject: 'token', after: null }]);
    expect(await tokenOf(collection, user)).not.toBe(token);
  });
});

describe('an app token in the administration', () => {
  it('is listed without its secret, and stops working once it is deleted', async () => {
    const user = await addUser(collection, newName('app'));
    const otherUser = await addUser(collection, `${user.username}-other`);
    const app = { name: 'Shirt shelf', scope: 'read' } as const;
    const { row, token } = await createAppToken(collection.db, user.id, app);
    await createAppToken(collection.db, otherUser.id, app);
    const headers = withToken(token);
    expect(readDescription(await browser.open(pageOf(user)), 'App tokens')).toBe('1');
    const list = await browser.open(`/admin/app-tokens?owner=${user.username.toUpperCase()}`);
    expect(rowsOf(list).map((cells) => cells.slice(0, 3))).toEqual([[user.username, 'Shirt shelf', 'read']]);
    const confirm = await browser.open(`/admin/app-tokens/${row.id}/delete`);
    expect((await replica.request('/api/users/me/', { headers })).status).toBe(200);
    const after = await browser.send(confirm, 'Delete the app token');
    expect(after.words).toContain(`The app token Shirt shelf of ${user.username} is deleted.`);
    expect((await replica.request('/api/users/me/', { headers })).status).toBe(401);
    for (const page of [list, confirm, after]) expect(page.text).not.toContain(token);
    expect(await entriesOn(user)).toMatchObject([
      { action: 'delete', subject: 'app token', before: { ...app }, after: null },
    ]);
    expect(await collection.db('app_tokens').where({ user_id: otherUser.id })).toHaveLength(1);
  });
});

describe('the audit log', () => {
  it('shows time, actor, action, subject and change of an entry, without a form to edit the entry', async () => {
    const user = await addUser(collection, newName());
    await browser.send(await browser.open(`${pageOf(user)}/make-staff`), 'Make staff');
    const log = await browser.open(`/admin/audit-log?subject=user&id=${user.id}`);
    expect(rowsOf(log)).toEqual([
      [
        expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
        staff.username,
        'make staff',
        `user ${user.username}`,
        'is_staff false → true',
      ],
    ]);
    expect(log.document.querySelectorAll('main form[method=post]')).toHaveLength(0);
    expect(rowsOf(await browser.open('/admin/audit-log?actor=nobody-at-all'))).toEqual([]);
    expect(() => findForm(log, 'Sign out')).not.toThrow();
  });

  it('omits names of staff in account exports, and loses the entries of a deleted account', async () => {
    const user = await addUser(collection, newName());
    await browser.send(await browser.open(`${pageOf(user)}/make-staff`), 'Make staff');
    const { listActionsOnUser } = await import('../src/audit/audit-queries.ts');
    const entries = await listActionsOnUser(collection.db, user.id);
    expect(entries).toMatchObject([{ action: 'make staff', subject: 'user' }]);
    expect(JSON.stringify(entries)).not.toContain(staff.username);
    await collection.db('users').where({ id: user.id }).delete();
    expect(await entriesOn(user)).toEqual([]);
  });
});
