import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { rowsOf } from '@kitroom/testing/read-page';
import { newName } from './test-accounts.ts';
import { openPageBrowser, type ShownPage } from './test-browser.ts';
import { addCodeUser, codeOf, wrongCodeOf } from './test-codes.ts';
import { useCollection } from './test-collection.ts';
import { addUser, json, PASSWORD, signIn } from './test-users.ts';

const collection = useCollection({ ADMIN_REQUIRE_MFA: '', TRUST_PROXY: '1' });

/** Signs in with a code on the sign-in page of the admin interface. */
async function enter(username: string, secret: string) {
  const browser = openPageBrowser(collection);
  const form = await browser.open('/admin/');
  const prompt = await browser.send(form, 'Sign in', { username, password: PASSWORD });
  return { browser, page: await browser.send(prompt, 'Sign in', { code: await codeOf(secret) }) };
}

/**
 * Waits until the audit log has this many rejected sign-ins of a user; returns the entries. Responses do not
 * wait for them to be written.
 */
async function refusalsOf(id: number | null, count: number) {
  const read = () =>
    collection.db('audit_log').where({ action: 'sign-in refused', subject_id: id }).orderBy('id');
  await eventually(async () => expect(await read()).toHaveLength(count));
  return read();
}

function secretOf({ document }: ShownPage): string {
  return (document.querySelector('main code')?.textContent ?? '').replaceAll(' ', '');
}

describe('staff without a second factor', () => {
  it('must set up a second factor before they can use the administration', async () => {
    const [staff, user] = [
      await addUser(collection, newName(), { isStaff: true }),
      await addUser(collection, newName()),
    ];
    const browser = openPageBrowser(collection);
    const form = await browser.open('/admin/users');
    const { username } = staff;
    const led = await browser.send(form, 'Sign in', { username, password: PASSWORD });
    expect([led.path, led.words]).toEqual([
      '/accounts/mfa',
      expect.stringContaining('The admin pages are for staff with multi-factor sign-in.'),
    ]);
    const csrf = led.document.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
    const blocked = await browser.request(`/admin/users/${user.id}/block`, {
      method: 'POST',
      body: new URLSearchParams({ csrf }),
    });
    expect([blocked.status, blocked.headers.get('Location')]).toEqual([303, '/accounts/mfa']);
    expect((await collection.db('users').where({ id: user.id }).first()).is_active).toBe(true);
    expect(await collection.db('audit_log').where({ actor_id: staff.id })).toEqual([]);
    const setUp = await browser.send(led, 'Set it up');
    const codes = await browser.send(setUp, 'Turn it on', { code: await codeOf(secretOf(setUp)) });
    expect(codes.heading).toBe('Multi-factor sign-in is on');
    expect((await browser.open('/admin/users')).heading).toBe('Users');
  });
});

describe('the audit log', () => {
  it('records a sign-in of staff once per session, with username and address', async () => {
    const { id, username, secret } = await addCodeUser(collection, newName(), { isStaff: true });
    const { browser, page } = await enter(username, secret);
    expect(page.heading).toBe('Overview');
    const log = await browser.open(`/admin/audit-log?subject=sign-in&actor=${username}`);
    expect(rowsOf(log).map((cells) => cells.slice(1))).toEqual([
      [username, 'sign in', 'sign-in', 'address 127.0.0.1'],
    ]);
    // The entry outlives the account.
    await collection.db('users').where({ id }).delete();
    expect(await collection.db('audit_log').where({ actor: username })).toMatchObject([
      { action: 'sign in' },
    ]);
  });

  it('records every kind of rejected sign-in of staff, and loses the entries with the account', async () => {
    const { id, username, secret } = await addCodeUser(collection, newName(), { isStaff: true });
    const code = await wrongCodeOf(secret);
    expect((await signIn(collection, username, 'nearly right')).status).toBe(400);
    const sent = json('POST', { username, password: PASSWORD, code });
    expect((await collection.request('/api/accounts/login/', sent)).status).toBe(400);
    const browser = openPageBrowser(collection);
    const prompt = await browser.signIn(username);
    expect((await browser.send(prompt, 'Sign in', { code })).status).toBe(400);
    const rows = await refusalsOf(id, 3);
    for (const row of rows) {
      expect(row).toMatchObject({ actor: '(unknown)', actor_id: null, label: username, owner_id: id });
      expect(row.after).toEqual({ address: '127.0.0.1' });
    }
    expect(JSON.stringify(rows)).not.toContain('nearly right');
    await collection.db('users').where({ id }).delete();
    await refusalsOf(id, 0);
  });

  it('records rejected sign-ins with unknown names on admin pages only, without the names', async () => {
    const typed = 'my password by mistake';
    const browser = openPageBrowser(collection);
    const filling = { username: typed, password: 'x' };
    expect((await browser.send(await browser.open('/accounts/login'), 'Sign in', filling)).status).toBe(400);
    expect((await browser.send(await browser.open('/admin/items'), 'Sign in', filling)).status).toBe(400);
    const rows = await refusalsOf(null, 1);
    expect(rows).toMatchObject([{ actor: '(unknown)', label: null, owner_id: null }]);
    expect(JSON.stringify(rows)).not.toContain(typed);
  });

  it('does not record rejected sign-ins of users who are not staff', async () => {
    const [user, staff] = [
      await addUser(collection, newName()),
      await addUser(collection, newName(), { isStaff: true }),
    ];
    expect((await signIn(collection, user.username, 'wrong')).status).toBe(400);
    expect((await signIn(collection, staff.username, 'wrong')).status).toBe(400);
    await refusalsOf(staff.id, 1);
    await refusalsOf(user.id, 0);
  });
});

describe('password guesses from ten addresses', () => {
  it('do not lock out the member of staff', async () => {
    const { id, username, secret } = await addCodeUser(collection, newName(), { isStaff: true });
    const guess = async (address: string) => {
      const { headers, ...init } = json('POST', { username, password: 'a guess' });
      const from = { ...(headers as Record<string, string>), 'X-Forwarded-For': address };
      return (await collection.request('/api/auth-token/', { ...init, headers: from })).status;
    };
    const addresses = Array.from({ length: 10 }, (_each, index) => `203.0.113.${index + 1}`);
    const statuses = await Promise.all(
      addresses.flatMap((address) => Array.from({ length: 6 }, () => guess(address))),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await enter(username, secret)).page.heading).toBe('Overview');
    const rows = await refusalsOf(id, 50);
    expect(new Set(rows.map(({ after }) => after.address))).toEqual(new Set(addresses));
  });
});
