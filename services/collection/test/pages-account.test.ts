import { describe, expect, it } from '@jest/globals';
import qrcode from 'qrcode';
import { errorOf, findForm, readForm } from '@kitroom/testing/read-page';
import { newName, useCollectionWithMail } from './test-accounts.ts';
import { openPageBrowser, readDescription } from './test-browser.ts';
import { addCodeUser, codeOf, wrongCodeOf } from './test-codes.ts';
import { useReplica } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addUser, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

const SHOWCASE_URL = 'https://shirts.example.org';

const { collection, mail } = useCollectionWithMail();
const replica = useReplica(collection, () => ({ SHOWCASE_URL }));

// PUBLIC_URL is not the tests' address: requests are same-site only if the browser's headers say so.
async function openSignedIn(options: Parameters<typeof addUser>[2] = {}) {
  const user = await addUser(collection, newName(), options);
  const browser = openPageBrowser(collection);
  const page = await browser.signIn(user.username);
  expect(page.status).toBe(200);
  return { user, browser };
}

describe('the start page of an account', () => {
  it('shows the username and e-mail address, and its links and downloads work', async () => {
    const { user, browser } = await openSignedIn();
    const page = await browser.open('/accounts/');
    expect([
      page.heading,
      readDescription(page, 'Username'),
      readDescription(page, 'E-mail address'),
    ]).toEqual(['Your account', user.username, user.email]);
    const links = [...page.document.querySelectorAll('main a')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    for (const path of links.filter((candidate) => candidate.startsWith('/accounts/'))) {
      expect([path, (await browser.open(path)).status]).toEqual([path, 200]);
    }
    const types = [];
    for (const path of links.filter((candidate) => candidate.startsWith('/api/'))) {
      const response = await browser.request(path);
      types.push([response.status, response.headers.get('Content-Type')]);
      await response.arrayBuffer();
    }
    expect(types).toEqual([
      [200, 'application/json; charset=utf-8'],
      [200, 'application/zip'],
      [200, 'text/csv; charset=utf-8'],
      [200, 'application/x-ndjson'],
    ]);
  });

  it.each(['/accounts/profile', '/accounts/profile/avatar', '/accounts/data'])(
    'is the redirect target of the former page %s',
    async (path) => {
      const { browser } = await openSignedIn();
      expect((await browser.open(path)).path).toBe('/accounts/');
    },
  );
});

describe('account pages with SHOWCASE_URL', () => {
  it.each([
    ['/accounts/', '/account'],
    ['/accounts/profile', '/profile'],
    ['/accounts/profile/avatar', '/profile'],
    ['/accounts/data', '/collection/export'],
  ])('redirect %s to its showcase screen without a sign-in', async (path, screen) => {
    const response = await openPageBrowser(replica).request(path);
    expect([response.status, response.headers.get('Location')]).toEqual([303, `${SHOWCASE_URL}${screen}`]);
  });

  /** The redirect after a sign-in with this `next`. */
  async function signInFor(next: string) {
    const { username } = await addUser(collection, newName());
    const browser = openPageBrowser(replica);
    const form = findForm(await browser.open(`/accounts/login?next=${encodeURIComponent(next)}`), 'Sign in');
    const body = new URLSearchParams({ ...readForm(form), username, password: PASSWORD });
    const response = await browser.request(form.getAttribute('action') ?? '', { method: 'POST', body });
    const signInPage = await browser.request(`/accounts/login?next=${encodeURIComponent(next)}`);
    expect(signInPage.headers.get('Location')).toBe(response.headers.get('Location'));
    return response.headers.get('Location');
  }

  it.each([
    [`${SHOWCASE_URL}/collection?page=2`, `${SHOWCASE_URL}/collection?page=2`],
    ['/accounts/mfa', '/accounts/mfa'],
    ['', `${SHOWCASE_URL}/account`],
    [`${SHOWCASE_URL}.evil.example/`, `${SHOWCASE_URL}/account`],
    ['https://shirts.example.org@evil.example/', `${SHOWCASE_URL}/account`],
    ['https://me@shirts.example.org/', `${SHOWCASE_URL}/account`],
    ['http://shirts.example.org/', `${SHOWCASE_URL}/account`],
    ['https://evil.example/', `${SHOWCASE_URL}/account`],
  ])(
    'lead after a sign-in only to addresses below SHOWCASE_URL or account pages: %s',
    async (next, expected) => {
      expect(await signInFor(next)).toBe(expected);
    },
  );

  it('allow forms to redirect to the showcase in their Content-Security-Policy', async () => {
    const { headers } = await openPageBrowser(replica).open('/accounts/login');
    expect(headers.get('Content-Security-Policy')).toContain(`form-action 'self' ${SHOWCASE_URL};`);
    const without = await openPageBrowser(collection).open('/accounts/login');
    expect(without.headers.get('Content-Security-Policy')).toContain("form-action 'self';");
  });

  it('link back to the showcase', async () => {
    const { browser } = await openSignedIn();
    const page = await browser.at(replica).open('/accounts/email');
    const backLink = [...page.document.querySelectorAll('nav a')].find(
      ({ textContent }) => textContent === 'Back to Kitroom',
    );
    expect(backLink?.getAttribute('href')).toBe(`${SHOWCASE_URL}/account`);
  });
});

describe('the e-mail address page', () => {
  it('changes the address when the new address is verified', async () => {
    const { user, browser } = await openSignedIn();
    const email = `${newName()}@example.org`;
    const waiting = await browser.send(await browser.open('/accounts/email'), 'Change the address', {
      email,
    });
    expect(waiting.words).toContain(`${email} will replace it once`);
    // Either replica may send the e-mail, and its link has another origin than this browser.
    const { key } = await mail.lastMailTo(email);
    const form = await browser.open(`/accounts/verify-email/?key=${key}`);
    const done = await browser.send(form, 'Verify my e-mail address');
    expect([done.path, done.words]).toEqual([
      '/accounts/email',
      expect.stringContaining(`Your address is ${email}.`),
    ]);
    expect((await collection.db('users').where({ id: user.id }).first()).email).toBe(email);
  });

  it('keeps the old address when the change is cancelled', async () => {
    const { user, browser } = await openSignedIn();
    const email = `${newName()}@example.org`;
    const waiting = await browser.send(await browser.open('/accounts/email'), 'Change the address', {
      email,
    });
    const kept = await browser.send(waiting, 'Keep the old address');
    expect(kept.words).not.toContain(`${email} will replace it`);
    expect((await collection.db('users').where({ id: user.id }).first()).pending_email).toBeNull();
  });

  it('rejects the address of another user with 400', async () => {
    const otherUser = await addUser(collection, newName());
    const { browser } = await openSignedIn();
    const page = await browser.send(await browser.open('/accounts/email'), 'Change the address', {
      email: otherUser.email.toUpperCase(),
    });
    expect([page.status, errorOf(page, 'email')]).toEqual([400, 'A user with that email already exists.']);
  });
});

describe('the password page', () => {
  it('changes the password with the current password, and signs out other browsers', async () => {
    const { user, browser } = await openSignedIn();
    const otherBrowser = openPageBrowser(collection);
    await otherBrowser.signIn(user.username);
    const page = await browser.open('/accounts/password/change');
    const wrong = await browser.send(page, 'Change the password', {
      current_password: 'wrong',
      new_password: 'copper kettle 77',
    });
    expect([wrong.status, errorOf(wrong, 'current_password')]).toEqual([400, 'The password is not correct.']);
    const weak = await browser.send(page, 'Change the password', {
      current_password: PASSWORD,
      new_password: 'password1',
    });
    expect([weak.status, errorOf(weak, 'new_password')]).toEqual([400, 'This password is too common.']);
    const done = await browser.send(page, 'Change the password', {
      current_password: PASSWORD,
      new_password: 'copper kettle 77',
    });
    expect([done.path, done.words]).toEqual([
      '/accounts/password/change',
      expect.stringContaining('Your password is changed, and you are signed out everywhere else.'),
    ]);
    expect((await otherBrowser.open('/accounts/email')).heading).toBe('Sign in');
    expect((await signIn(collection, user.username, 'copper kettle 77')).status).toBe(200);
  });
});

describe('the multi-factor sign-in pages', () => {
  it('show a QR code, and turn multi-factor sign-in on with a code of the app', async () => {
    const { user, browser } = await openSignedIn();
    const off = await browser.open('/accounts/mfa');
    expect(off.words).toContain('It is off.');
    expect((await browser.open('/accounts/mfa/totp')).path).toBe('/accounts/mfa');
    const setUp = await browser.send(off, 'Set it up');
    expect(setUp.headers.get('Content-Security-Policy')).toContain("img-src 'self' data:");
    const qr = setUp.document.querySelector('img.qr')?.getAttribute('src') ?? '';
    const [type, data = ''] = qr.split(',');
    const address = setUp.document.querySelector('a[href^="otpauth:"]')?.getAttribute('href') ?? '';
    expect([type, Buffer.from(data, 'base64').toString()]).toEqual([
      'data:image/svg+xml;base64',
      await qrcode.toString(address, { type: 'svg', errorCorrectionLevel: 'M' }),
    ]);
    const secret = (setUp.document.querySelector('main code')?.textContent ?? '').replaceAll(' ', '');
    const wrong = await browser.send(setUp, 'Turn it on', { code: await wrongCodeOf(secret) });
    expect([wrong.status, errorOf(wrong, 'code')]).toEqual([
      400,
      expect.stringMatching(/^The code is wrong or has expired\. .*recovery code/),
    ]);
    // The secret stays the same, so that users need not scan it again.
    expect(wrong.document.querySelector('img.qr')?.getAttribute('src')).toBe(qr);
    const on = await browser.send(wrong, 'Turn it on', { code: await codeOf(secret) });
    expect([on.status, on.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const codes = [...on.document.querySelectorAll('.codes code')].map(
      (candidate) => candidate.textContent ?? '',
    );
    expect(codes).toHaveLength(10);
    const later = await browser.open('/accounts/mfa');
    expect(later.words).toContain('10 recovery codes are left.');
    for (const code of codes) expect(later.text).not.toContain(code);
    expect((await browser.open('/accounts/mfa/totp')).path).toBe('/accounts/mfa');
    const otherBrowser = openPageBrowser(collection);
    const prompt = await otherBrowser.signIn(user.username);
    expect((await otherBrowser.send(prompt, 'Sign in', { code: codes[3] })).path).toBe('/accounts/');
    expect((await otherBrowser.open('/accounts/mfa')).words).toContain('9 recovery codes are left.');
  });

  it('create new recovery codes and turn multi-factor sign-in off with the password', async () => {
    const { username, secret, recoveryCodes } = await addCodeUser(collection, newName());
    const browser = openPageBrowser(collection);
    await browser.send(await browser.signIn(username), 'Sign in', { code: await codeOf(secret) });
    const form = await browser.open('/accounts/mfa/recovery-codes');
    const wrong = await browser.send(form, 'Make new codes', { password: 'wrong' });
    expect([wrong.status, errorOf(wrong, 'password')]).toEqual([400, 'The password is not correct.']);
    const renewed = await browser.send(form, 'Make new codes', { password: PASSWORD });
    expect(renewed.document.querySelectorAll('.codes li')).toHaveLength(10);
    expect(renewed.text).not.toContain(recoveryCodes[0]);
    const off = await browser.send(await browser.open('/accounts/mfa/remove'), 'Turn it off', {
      password: PASSWORD,
    });
    expect([off.path, off.words]).toEqual(['/accounts/mfa', expect.stringContaining('It is off.')]);
    expect((await openPageBrowser(collection).signIn(username)).path).toBe('/accounts/');
  });
});

describe('the page for deleting an account', () => {
  it('deletes the account and its data with the password, and signs out on all replicas', async () => {
    const { user, browser } = await openSignedIn();
    await addItem(collection, user);
    const headers = withToken(await tokenOf(collection, user));
    const otherBrowser = browser.at(replica);
    const form = await browser.open('/accounts/delete');
    const wrong = await browser.send(form, 'Delete my account permanently', { password: 'wrong' });
    expect([wrong.status, errorOf(wrong, 'password')]).toEqual([400, 'The password is not correct.']);
    const stolen = openPageBrowser(replica, new Map(otherBrowser.cookies));
    const deleted = await browser.send(wrong, 'Delete my account permanently', { password: PASSWORD });
    expect([deleted.heading, deleted.words]).toEqual([
      'Sign in',
      expect.stringContaining('Your account is deleted'),
    ]);
    expect((await stolen.open('/accounts/email')).heading).toBe('Sign in');
    expect((await replica.request('/api/users/me/', { headers })).status).toBe(401);
    expect(await collection.db('items').where({ user_id: user.id })).toEqual([]);
  });

  it('requires the username from users without a password', async () => {
    const { user, browser } = await openSignedIn();
    await collection.db('users').where({ id: user.id }).update({ password_hash: null });
    const form = await browser.open('/accounts/delete');
    const wrong = await browser.send(form, 'Delete my account permanently', { username: 'somebody' });
    expect([wrong.status, errorOf(wrong, 'username')]).toEqual([
      400,
      'This is not the username of the account.',
    ]);
    const { username } = user;
    expect((await browser.send(wrong, 'Delete my account permanently', { username })).heading).toBe(
      'Sign in',
    );
  });
});
