import { describe, expect, it } from '@jest/globals';
import { letMinutesPass, newName } from './test-accounts.ts';
import { openPageBrowser, readDescription, type PageBrowser } from './test-browser.ts';
import { addCodeUser, codeOf, wrongCodeOf } from './test-codes.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { addUser, PASSWORD, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();

const CONFIRM = 'Confirm that it is you';

/** Adds a user and signs in. */
async function openSignedIn() {
  const user = await addUser(collection, newName());
  const browser = openPageBrowser(collection);
  await browser.signIn(user.username);
  return { user, browser };
}

/** A browser whose user signed in 16 minutes ago. */
async function openStale() {
  const opened = await openSignedIn();
  await letMinutesPass(collection, opened.user.id, 16);
  return opened;
}

const isThere = async (token: string) =>
  (await collection.request('/api/users/me/', { headers: withToken(token) })).status === 200;

describe('an account page for sensitive changes', () => {
  it.each(['/email', '/password/change', '/delete', '/mfa/totp', '/mfa/remove'])(
    'requires a confirmation 16 minutes after the sign-in, and then opens: %s',
    async (path) => {
      const { browser } = await openStale();
      const page = await browser.open(`/accounts${path}`);
      expect([page.status, page.heading]).toEqual([200, CONFIRM]);
      const wrong = await browser.send(page, 'Confirm', { password: 'wrong' });
      expect([wrong.status, wrong.heading]).toEqual([400, CONFIRM]);
      expect(wrong.words).toContain('The password is not correct.');
      const returnedPage = await browser.send(wrong, 'Confirm', { password: PASSWORD });
      // Without a started setup of a second factor, that page redirects to /accounts/mfa.
      expect(returnedPage.path).toBe(path === '/mfa/totp' ? '/accounts/mfa' : `/accounts${path}`);
    },
  );

  it('changes nothing with a form sent 16 minutes after the sign-in, and requires a confirmation', async () => {
    const { user, browser } = await openSignedIn();
    const form = await browser.open('/accounts/email');
    await letMinutesPass(collection, user.id, 16);
    const page = await browser.send(form, 'Change the address', { email: 'late@example.org' });
    expect([page.heading, page.path]).toEqual([CONFIRM, '/accounts/confirm?next=%2Faccounts%2Femail']);
    expect(page.words).toContain('Nothing has changed yet.');
    const { pending_email: pending } = await collection.db('users').where({ id: user.id }).first();
    expect(pending).toBeNull();
    const returnedPage = await browser.send(page, 'Confirm', { password: PASSWORD });
    expect([returnedPage.path, returnedPage.heading]).toEqual(['/accounts/email', 'E-mail address']);
  });

  it.each([
    ['Set it up', '/accounts/mfa'],
    ['Sign out all other browsers', '/accounts/sessions'],
    ['Delete the token', '/accounts/sessions'],
  ])('leads back to the page of the button after a confirmation: %s', async (button, path) => {
    const { user, browser } = await openSignedIn();
    await openPageBrowser(collection).signIn(user.username);
    const token = await tokenOf(collection, user);
    await letMinutesPass(collection, user.id, 16);
    const page = await browser.send(await browser.open(path), button);
    expect(page.heading).toBe(CONFIRM);
    expect([
      await isThere(token),
      (await browser.send(page, 'Confirm', { password: PASSWORD })).path,
    ]).toEqual([true, path]);
  });
});

describe('the confirmation page', () => {
  it.each([
    ['https://elsewhere.example/', '/accounts/'],
    ['//elsewhere.example/accounts/', '/accounts/'],
    ['/\\elsewhere.example', '/accounts/'],
    ['/accounts/../api/accounts/logout/', '/accounts/'],
    ['javascript:alert(1)', '/accounts/'],
    ['', '/accounts/'],
    ['/accounts/sessions', '/accounts/sessions'],
    ['https://shirts.example.org/account', '/accounts/'],
  ])('leads only to account pages of this site: %s', async (next, expected) => {
    const { browser } = await openStale();
    const page = await browser.open(`/accounts/confirm?next=${encodeURIComponent(next)}`);
    expect((await browser.send(page, 'Confirm', { password: PASSWORD })).path).toBe(expected);
    // The page also redirects there when no confirmation is required.
    const again = await browser.open(`/accounts/confirm?next=${encodeURIComponent(next)}`);
    expect(again.path).toBe(expected);
  });

  it('returns 403 with a wrong CSRF token', async () => {
    const { browser } = await openStale();
    const page = await browser.open('/accounts/confirm');
    const refused = await browser.send(page, 'Confirm', { password: PASSWORD, csrf: 'wrong' });
    expect(refused.status).toBe(403);
    expect((await browser.open('/accounts/email')).heading).toBe(CONFIRM);
  });

  it('requires a code if multi-factor sign-in is on', async () => {
    const { id, username, secret, recoveryCodes } = await addCodeUser(collection, newName());
    const browser = openPageBrowser(collection);
    const code = await browser.signIn(username);
    await browser.send(code, 'Sign in', { code: recoveryCodes[0] });
    // The sign-in was with a code, so no confirmation is required.
    expect((await browser.open('/accounts/mfa/remove')).heading).toBe('Turn multi-factor sign-in off');
    await letMinutesPass(collection, id, 16);
    const page = await browser.open('/accounts/mfa/remove');
    const withoutCode = await browser.send(page, 'Confirm', { password: PASSWORD });
    expect([withoutCode.status, withoutCode.words]).toEqual([
      400,
      expect.stringContaining('This field is required.'),
    ]);
    const wrong = await browser.send(page, 'Confirm', {
      password: PASSWORD,
      code: await wrongCodeOf(secret),
    });
    expect(wrong.words).toContain('The code is wrong or has expired.');
    const right = await browser.send(page, 'Confirm', { password: PASSWORD, code: await codeOf(secret) });
    expect(right.path).toBe('/accounts/mfa/remove');
    const off = await browser.send(right, 'Turn it off', { password: PASSWORD });
    expect(off.words).toContain('Multi-factor sign-in is off.');
  });
});

describe('ACCOUNT_PAGES=false', () => {
  it('lets staff confirm their identity on a page of the admin interface', async () => {
    await using alone = await startTestCollection(collection.database, { ACCOUNT_PAGES: 'false' });
    const { id, username } = await addUser(alone, newName(), { isStaff: true });
    const browser = openPageBrowser(alone);
    const sent = { username, password: PASSWORD };
    await browser.send(await browser.open('/admin/account/login'), 'Sign in', sent);
    await letMinutesPass(alone, id, 16);
    const page = await browser.send(await browser.open('/admin/account/mfa'), 'Set it up');
    expect([page.heading, page.path]).toEqual([
      CONFIRM,
      '/admin/account/confirm?next=%2Fadmin%2Faccount%2Fmfa',
    ]);
    const returnedPage = await browser.send(page, 'Confirm', { password: PASSWORD });
    expect((await browser.send(returnedPage, 'Set it up')).path).toBe('/admin/account/mfa/totp');
  });
});

describe('the page of sessions and the API token', () => {
  /** The text of the table's rows. */
  function rowsOf(page: { document: Document }): string[] {
    const rows = [...page.document.querySelectorAll('tbody tr')];
    return rows.map((row) => (row.textContent ?? '').replaceAll(/\s+/g, ' ').trim());
  }

  async function openThree() {
    const { user, browser } = await openSignedIn();
    const otherBrowsers: PageBrowser[] = [openPageBrowser(collection), openPageBrowser(collection)];
    for (const otherBrowser of otherBrowsers) await otherBrowser.signIn(user.username);
    return { user, browser, otherBrowsers };
  }

  it('lists all sessions, and signs one browser out', async () => {
    const { browser, otherBrowsers } = await openThree();
    const page = await browser.open('/accounts/sessions');
    const rows = rowsOf(page);
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row.includes('This browser'))).toHaveLength(1);
    for (const row of rows) expect(row).toMatch(/^node .*127\.0\.0\.1 \d{4}-\d\d-\d\d \d\d:\d\d/);
    const after = await browser.send(page, 'Sign out node');
    expect([after.path, rowsOf(after).length]).toEqual(['/accounts/sessions', 2]);
    expect(after.words).toContain('That browser is signed out.');
    const headings = [];
    for (const otherBrowser of otherBrowsers)
      headings.push((await otherBrowser.open('/accounts/mfa')).heading);
    expect(headings.toSorted()).toEqual(['Multi-factor sign-in', 'Sign in']);
  });

  it('signs all other browsers out', async () => {
    const { browser, otherBrowsers } = await openThree();
    const page = await browser.open('/accounts/sessions');
    const after = await browser.send(page, 'Sign out all other browsers');
    expect(rowsOf(after)).toHaveLength(1);
    expect(after.text).not.toContain('Sign out all other browsers');
    for (const otherBrowser of otherBrowsers)
      expect((await otherBrowser.open('/accounts/')).heading).toBe('Sign in');
    expect((await browser.open('/accounts/')).heading).toBe('Your account');
  });

  it('shows the API token, and deletes it', async () => {
    const { user, browser } = await openSignedIn();
    expect((await browser.open('/accounts/sessions')).words).toContain('API token You have none.');
    const token = await tokenOf(collection, user);
    expect(readDescription(await browser.open('/accounts/sessions'), 'Last used')).toBe('never');
    expect(await isThere(token)).toBe(true);
    const page = await browser.open('/accounts/sessions');
    expect(readDescription(page, 'Last used')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect((await browser.send(page, 'Delete the token')).words).toContain('The API token is deleted.');
    expect(await isThere(token)).toBe(false);
  });
});

describe('the page that changes the password', () => {
  it.each([
    [undefined, true],
    ['on', false],
  ])('deletes the API token only if the checkbox is ticked: %s', async (delete_token, isKept) => {
    const { user, browser } = await openSignedIn();
    const token = await tokenOf(collection, user);
    const page = await browser.open('/accounts/password/change');
    const filling = { current_password: PASSWORD, new_password: 'copper kettle 77', delete_token };
    // A form that is shown again keeps the checkbox's state.
    const wrong = await browser.send(page, 'Change the password', { ...filling, current_password: 'wrong' });
    const box = wrong.document.querySelector<HTMLInputElement>('input[name="delete_token"]');
    expect([wrong.status, box?.hasAttribute('checked')]).toEqual([400, !isKept]);
    await browser.send(page, 'Change the password', filling);
    expect(await isThere(token)).toBe(isKept);
  });
});
