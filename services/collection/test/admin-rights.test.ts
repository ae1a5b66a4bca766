import { describe, expect, it } from '@jest/globals';
import { findForm, readForm } from '@kitroom/testing/read-page';
import { newName } from './test-accounts.ts';
import { openPageBrowser } from './test-browser.ts';
import { addCodeUser, codeOf, forgetUsedCode } from './test-codes.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { addUser, PASSWORD, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();

const PAGES = [
  '/admin/',
  '/admin',
  '/admin/users',
  '/admin/users/1',
  '/admin/users/1/block',
  '/admin/tokens',
  '/admin/app-tokens',
  '/admin/items',
  '/admin/items/1/delete',
  '/admin/photos',
  '/admin/jobs',
  '/admin/audit-log',
  '/admin/nothing',
];
const CHANGES = [
  '/admin/users/1/block',
  '/admin/users/1/make-staff',
  '/admin/items/1/delete',
  '/admin/jobs/1/run',
];

describe('a visitor of the administration who is not signed in', () => {
  it.each(PAGES)('is redirected from %s to the sign-in page', async (path) => {
    const response = await openPageBrowser(collection).request(path);
    expect([response.status, response.headers.get('Location')]).toEqual([
      303,
      `/accounts/login?next=${encodeURIComponent(path)}`,
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each(CHANGES)('is redirected to the sign-in page after a POST to %s', async (path) => {
    const response = await openPageBrowser(collection).request(path, { method: 'POST' });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/accounts/login?unsaved=1']);
  });

  it('is redirected to the sign-in page even with the API token of a member of staff', async () => {
    const staff = await addUser(collection, newName(), { isStaff: true });
    const headers = withToken(await tokenOf(collection, staff));
    expect((await openPageBrowser(collection).request('/admin/', { headers })).status).toBe(303);
  });
});

describe('a user who is not staff', () => {
  it('receives 403 from all pages and actions of the administration', async () => {
    const user = await addUser(collection, newName());
    const browser = openPageBrowser(collection);
    await browser.signIn(user.username);
    const { csrf } = readForm(findForm(await browser.open('/accounts/email'), 'Change the address'));
    for (const path of PAGES) {
      const page = await browser.open(path);
      expect([path, page.status, page.heading]).toEqual([path, 403, 'Not allowed']);
      expect(page.words).toContain(`You are signed in as ${user.username}, who is not.`);
    }
    for (const path of [...CHANGES, `/admin/users/${user.id}/make-staff`]) {
      const body = new URLSearchParams({ csrf: csrf ?? '' });
      expect((await browser.request(path, { method: 'POST', body })).status).toBe(403);
    }
    expect((await collection.db('users').where({ id: user.id }).first()).is_staff).toBe(false);
    expect(await collection.db('audit_log').where({ actor_id: user.id })).toEqual([]);
  });
});

describe('members of staff', () => {
  it('sign in with a code if they have a second factor, and return to the requested page', async () => {
    const { username, secret } = await addCodeUser(collection, newName(), { isStaff: true });
    const browser = openPageBrowser(collection);
    const form = await browser.open('/admin/users?q=x');
    expect(form.heading).toBe('Sign in');
    const prompt = await browser.send(form, 'Sign in', { username, password: PASSWORD });
    expect(prompt.heading).toBe('Enter your code');
    expect((await browser.open('/admin/')).heading).toBe('Sign in');
    const page = await browser.send(prompt, 'Sign in', { code: await codeOf(secret) });
    expect([page.path, page.heading]).toEqual(['/admin/users?q=x', 'Users']);
    for (const path of PAGES.filter(
      (candidate) => !candidate.includes('/1') && !candidate.includes('nothing'),
    )) {
      expect([path, (await browser.open(path)).status]).toEqual([path, 200]);
    }
  });

  it('lose access immediately when they lose the role', async () => {
    const staff = await addUser(collection, newName(), { isStaff: true });
    const browser = openPageBrowser(collection);
    await browser.signIn(staff.username);
    expect((await browser.open('/admin/users')).status).toBe(200);
    await collection.db('users').where({ id: staff.id }).update({ is_staff: false });
    expect((await browser.open('/admin/users')).status).toBe(403);
  });

  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('receive 403 for a form from %s or without the CSRF token', async (_what, headers) => {
    const [staff, user] = [
      await addUser(collection, newName(), { isStaff: true }),
      await addUser(collection, newName()),
    ];
    const browser = openPageBrowser(collection);
    await browser.signIn(staff.username);
    const page = await browser.open(`/admin/users/${user.id}/block`);
    const { csrf = '' } = readForm(findForm(page, 'Block'));
    const path = `/admin/users/${user.id}/block`;
    const post = (token: string, more: Record<string, string>) =>
      browser.request(path, { method: 'POST', body: new URLSearchParams({ csrf: token }), headers: more });
    expect((await post(csrf, headers)).status).toBe(403);
    expect((await post('', {})).status).toBe(403);
    expect((await post('A'.repeat(csrf.length), {})).status).toBe(403);
    expect((await collection.db('users').where({ id: user.id }).first()).is_active).toBe(true);
    expect((await post(csrf, {})).status).toBe(303);
    expect((await collection.db('users').where({ id: user.id }).first()).is_active).toBe(false);
  });

  it('receive 404 for unknown pages and records', async () => {
    const staff = await addUser(collection, newName(), { isStaff: true });
    const browser = openPageBrowser(collection);
    await browser.signIn(staff.username);
    for (const path of [
      '/admin/nothing',
      '/admin/users/0',
      '/admin/users/99999999',
      '/admin/users/2147483648',
      '/admin/users/x',
      '/admin/items/77777777/delete',
      '/admin/photos/77777777',
    ]) {
      const page = await browser.open(path);
      expect([path, page.status, page.heading]).toEqual([path, 404, 'Not found']);
    }
    expect((await browser.open('/admin/users?page=99999&q=%00&state=constructor')).status).toBe(200);
  });
});

describe('the administration without account pages', () => {
  it('has its own pages to sign in, set up a second factor and sign out', async () => {
    await using service = await startTestCollection(collection.database, {
      ACCOUNT_PAGES: 'off',
      ADMIN_REQUIRE_MFA: '',
    });
    const staff = await addUser(collection, newName(), { isStaff: true });
    const browser = openPageBrowser(service);
    const form = await browser.open('/admin/items');
    expect(form.path).toBe('/admin/account/login?next=%2Fadmin%2Fitems');
    expect(form.words).not.toContain('Create an account');
    expect((await browser.request('/admin/account/style.css')).status).toBe(200);
    const { username } = staff;
    const led = await browser.send(form, 'Sign in', { username, password: PASSWORD });
    expect(led.path).toBe('/admin/account/mfa');
    const setUp = await browser.send(led, 'Set it up');
    const secret = (setUp.document.querySelector('main code')?.textContent ?? '').replaceAll(' ', '');
    const codes = await browser.send(setUp, 'Turn it on', { code: await codeOf(secret) });
    expect([codes.heading, codes.path]).toEqual(['Multi-factor sign-in is on', '/admin/account/mfa/totp']);
    const page = await browser.open('/admin/items');
    expect([page.path, page.heading]).toEqual(['/admin/items', 'Items']);
    expect((await browser.send(page, 'Sign out')).path).toBe('/admin/account/login?ended=1');
    expect((await browser.request('/accounts/login')).status).toBe(404);
    // A user who is not staff sees an error, and can sign in as a member of staff instead.
    const user = await addUser(collection, newName());
    const otherBrowser = openPageBrowser(service);
    const refused = await otherBrowser.send(await otherBrowser.open('/admin/'), 'Sign in', {
      username: user.username,
      password: PASSWORD,
    });
    expect([refused.heading, refused.words]).toEqual([
      'Sign in',
      expect.stringContaining(`You are signed in as ${user.username}.`),
    ]);
    const prompt = await otherBrowser.send(refused, 'Sign in', { username, password: PASSWORD });
    expect(prompt.heading).toBe('Enter your code');
    await forgetUsedCode(service, staff.id);
    expect((await otherBrowser.send(prompt, 'Sign in', { code: await codeOf(secret) })).heading).toBe(
      'Overview',
    );
  });
});
