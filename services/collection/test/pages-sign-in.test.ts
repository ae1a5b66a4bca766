import { describe, expect, it } from '@jest/globals';
import { errorOf, findForm, readForm } from '@kitroom/testing/read-page';
import { newName } from './test-accounts.ts';
import { openPageBrowser } from './test-browser.ts';
import { addCodeUser, codeOf, forgetUsedCode, wrongCodeOf } from './test-codes.ts';
import { startTestCollection, useCollection, useReplica } from './test-collection.ts';
import { addUser, PASSWORD } from './test-users.ts';

const collection = useCollection({ CORS_ORIGINS: 'https://app.example.org' });
const replica = useReplica(collection);

const COOKIE = 'kitroom_session';

async function addNew(options: Parameters<typeof addUser>[2] = {}) {
  return addUser(collection, newName(), options);
}

describe('a visitor who is not signed in', () => {
  it.each(['/accounts', '/accounts/profile', '/accounts/mfa', '/accounts/data', '/accounts/nothing'])(
    'is redirected from %s to the sign-in page',
    async (path) => {
      const response = await openPageBrowser(collection).request(path);
      expect([response.status, response.headers.get('Location')]).toEqual([
        303,
        `/accounts/login?next=${encodeURIComponent(path)}`,
      ]);
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );

  it.each(['/accounts/email', '/accounts/password/change', '/accounts/mfa/start', '/accounts/delete'])(
    'is redirected to the sign-in page when posting to %s',
    async (path) => {
      const response = await openPageBrowser(collection).request(path, { method: 'POST' });
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/accounts/login?unsaved=1']);
    },
  );
});

describe('signing in on the account pages', () => {
  it('leads to the requested page with a session that works in the API of another replica', async () => {
    const { username } = await addNew();
    const browser = openPageBrowser(collection);
    const page = await browser.open('/accounts/sessions');
    expect(page.heading).toBe('Sign in');
    const after = await browser.send(page, 'Sign in', { username, password: PASSWORD });
    expect([after.path, after.heading]).toEqual(['/accounts/sessions', 'Sessions and API token']);
    const response = await browser.at(replica).request('/api/users/me/');
    expect(await response.json()).toMatchObject({ username });
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/api/accounts/social/club/login/',
    '/accounts/../api/accounts/social/club/login/',
    'https://app.example.org/',
    'javascript:alert(1)',
  ])('never leads to another site: %s', async (next) => {
    const { username } = await addNew();
    const browser = openPageBrowser(collection);
    const page = await browser.open(`/accounts/login?next=${encodeURIComponent(next)}`);
    const after = await browser.send(page, 'Sign in', { username, password: PASSWORD, next });
    expect(after.path).toBe('/accounts/');
    // For signed-in users, the page does not redirect elsewhere either.
    expect((await browser.open(`/accounts/login?next=${encodeURIComponent(next)}`)).path).toBe('/accounts/');
  });

  it('shows the same error for a wrong password and an unknown username, without the password', async () => {
    const { username } = await addNew();
    for (const name of [username, 'nobody', '<script>alert(1)</script>']) {
      const page = await openPageBrowser(collection).signIn(name, 'wrong lantern');
      expect([page.status, page.heading]).toEqual([400, 'Sign in']);
      expect(page.words).toContain('Unable to log in with provided credentials.');
      expect(page.text).not.toContain('wrong lantern');
      expect(page.document.querySelector('script')).toBeNull();
      expect(readForm(findForm(page, 'Sign in'))['username']).toBe(name);
    }
  });

  it('counts failures together with failed sign-ins in the API', async () => {
    const { username } = await addNew();
    await using service = await startTestCollection(collection.database, { THROTTLE_LOGIN: '2/300' });
    const browser = openPageBrowser(service);
    const body = JSON.stringify({ username, password: 'wrong' });
    const headers = { 'Content-Type': 'application/json' };
    await service.request('/api/accounts/login/', { method: 'POST', headers, body });
    expect((await browser.signIn(username, 'wrong')).status).toBe(400);
    const page = await browser.signIn(username);
    expect([page.status, page.heading]).toEqual([429, 'Too many attempts']);
    expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('starts a session under a new id, and the old id stays signed out', async () => {
    const { username } = await addNew();
    const browser = openPageBrowser(collection);
    await browser.open('/accounts/login');
    const planted = openPageBrowser(collection, new Map(browser.cookies));
    await browser.signIn(username);
    expect(browser.cookies.get(COOKIE)).not.toBe(planted.cookies.get(COOKIE));
    expect((await planted.open('/accounts/')).heading).toBe('Sign in');
  });

  it('can be ended by signing out, on all replicas', async () => {
    const { username } = await addNew();
    const browser = openPageBrowser(collection);
    const page = await browser.signIn(username);
    const stolen = openPageBrowser(replica, new Map(browser.cookies));
    const after = await browser.send(page, 'Sign out');
    expect([after.heading, after.words]).toEqual(['Sign in', expect.stringContaining('You are signed out.')]);
    expect((await stolen.open('/accounts/email')).heading).toBe('Sign in');
  });
});

describe('forms on the account pages', () => {
  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another origin of this site', { 'Sec-Fetch-Site': 'same-site' }],
    ['no origin', { Origin: 'null' }],
  ])('return 403 from %s, even with the right CSRF token', async (_what, headers) => {
    const { username } = await addNew();
    const browser = openPageBrowser(collection);
    await browser.signIn(username);
    const form = readForm(findForm(await browser.open('/accounts/email'), 'Change the address'));
    const body = new URLSearchParams({ ...form, email: 'mallory@example.org' });
    const response = await browser.request('/accounts/email', { method: 'POST', body, headers });
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('The form was not accepted.'),
    ]);
    expect((await browser.open('/accounts/email')).words).not.toContain('mallory');
  });

  it.each(['', 'A'.repeat(43)])('return 403 with a missing or wrong CSRF token: "%s"', async (csrf) => {
    const { username } = await addNew();
    const browser = openPageBrowser(collection);
    await browser.signIn(username);
    for (const path of ['/accounts/email', '/accounts/logout', '/accounts/delete', '/accounts/mfa/start']) {
      const body = new URLSearchParams({ csrf, email: 'mallory@example.org' });
      expect((await browser.request(path, { method: 'POST', body })).status).toBe(403);
    }
    expect((await browser.open('/accounts/email')).words).not.toContain('mallory');
  });

  it('return 403 without a CSRF token when signing in', async () => {
    const { username } = await addNew();
    const body = new URLSearchParams({ username, password: PASSWORD });
    const response = await openPageBrowser(collection).request('/accounts/login', { method: 'POST', body });
    expect(response.status).toBe(403);
  });
});

describe('signing in with a code on the account pages', () => {
  it('requires a code after the password, and accepts each recovery code once', async () => {
    const { id, username, secret, recoveryCodes } = await addCodeUser(collection, newName());
    const browser = openPageBrowser(collection);
    const page = await browser.send(
      await browser.open('/accounts/login?next=/accounts/sessions'),
      'Sign in',
      {
        username,
        password: PASSWORD,
      },
    );
    expect([page.status, page.heading]).toEqual([200, 'Enter your code']);
    expect((await browser.open('/accounts/')).heading).toBe('Sign in');
    const wrong = await browser.send(page, 'Sign in', { code: await wrongCodeOf(secret) });
    expect([wrong.status, wrong.heading]).toEqual([400, 'Enter your code']);
    expect(errorOf(wrong, 'code')).toMatch(/^The code is wrong or has expired\. .*clock.*recovery code/);
    expect(wrong.words).toContain('Code: The code is wrong');
    expect(wrong.words).not.toContain('provided credentials');
    const done = await browser.send(wrong, 'Sign in', { code: await codeOf(secret) });
    expect(done.path).toBe('/accounts/sessions');
    await forgetUsedCode(collection, id);
    for (const [turn, heading] of ['Your account', 'Enter your code'].entries()) {
      const otherBrowser = openPageBrowser(collection);
      const after = await otherBrowser.send(await otherBrowser.signIn(username), 'Sign in', {
        code: recoveryCodes[0],
      });
      expect([turn, after.heading]).toEqual([turn, heading]);
    }
  });

  it('shows no code form after a wrong password, and accepts the code only in the same browser', async () => {
    const { username, secret } = await addCodeUser(collection, newName());
    const browser = openPageBrowser(collection);
    expect((await browser.signIn(username, 'wrong')).heading).toBe('Sign in');
    expect((await browser.open('/accounts/login/code')).heading).toBe('Sign in');
    const prompt = await browser.signIn(username);
    const otherBrowser = openPageBrowser(collection);
    const { csrf } = readForm(findForm(await otherBrowser.open('/accounts/login'), 'Sign in'));
    const after = await otherBrowser.send(prompt, 'Sign in', { csrf, code: await codeOf(secret) });
    expect([after.status, after.words]).toEqual([
      400,
      expect.stringContaining('No sign-in is waiting for a code in this browser.'),
    ]);
  });

  it('returns 429 after three wrong codes, even if the right password is sent in between', async () => {
    const { username, secret } = await addCodeUser(collection, newName());
    await using service = await startTestCollection(collection.database, { THROTTLE_LOGIN: '3/300' });
    const statuses: number[] = [];
    for (let turn = 0; turn < 8 && !statuses.includes(429); turn += 1) {
      const browser = openPageBrowser(service);
      const prompt = await browser.signIn(username);
      if (prompt.status !== 200) statuses.push(prompt.status);
      else {
        const code = await wrongCodeOf(secret);
        statuses.push((await browser.send(prompt, 'Sign in', { code })).status);
      }
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
  });
});
