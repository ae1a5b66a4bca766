import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorOf, findForm, readForm, squeeze } from '@kitroom/testing/read-page';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { startTestService } from '@kitroom/testing/test-processes';
import { startMailServer, type MailServer } from './mail-server.ts';
import { newName, post, PUBLIC_URL, waitForPendingMails } from './test-accounts.ts';
import { openPageBrowser, type PageBrowser } from './test-browser.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addUser, PASSWORD, signIn } from './test-users.ts';

let database: TestDatabase;
let mail: MailServer;
let collection: TestCollection;

beforeAll(async () => {
  [database, mail] = await Promise.all([createCollectionDatabase(), startMailServer()]);
  collection = await startTestCollection(database, { SMTP_URL: mail.url });
  // Links in e-mails contain the address, which is known only after the service has listened.
  const { url } = collection;
  await collection.close();
  collection = await startTestCollection(database, {
    SMTP_URL: mail.url,
    PORT: new URL(url).port,
  });
});

afterAll(async () => {
  await collection.close();
  await Promise.all([database.drop(), mail.close()]);
});

/** Signs up on the page; returns the browser and the path of the link in the e-mail. */
async function signUpOnPage() {
  const username = newName();
  const email = `${username}@example.org`;
  const browser = openPageBrowser(collection);
  const page = await browser.send(await browser.open('/accounts/signup'), 'Create account', {
    username,
    email,
    password: PASSWORD,
  });
  const { link = '', key } = await mail.lastMailTo(email);
  return { username, email, browser, page, link: toPath(link), key };
}

function toPath(link: string): string {
  const { origin, pathname, search } = new URL(link);
  expect(origin).toBe(collection.url);
  return `${pathname}${search}`;
}

describe('signing up on the account pages', () => {
  it.each([
    ['/accounts/login', ['Username or e-mail address', 'Password']],
    ['/accounts/signup', ['Username', 'E-mail address', 'Name (optional)', 'Password']],
  ])('shows the same labels as the showcase: %s', async (path, labels) => {
    const { document } = await openPageBrowser(collection).open(path);
    const shown = [...document.querySelectorAll('label')].map((label) => squeeze(label.textContent));
    expect(shown).toEqual(labels);
  });

  it('leads through the mail to an account that can sign in', async () => {
    const { username, email, browser, page, link } = await signUpOnPage();
    expect([page.status, page.heading]).toEqual([200, 'Sign in']);
    expect(page.words).toContain(`A mail is on its way to ${email}.`);
    const early = await browser.signIn(username);
    expect([early.status, early.words]).toEqual([400, expect.stringContaining('E-mail is not verified.')]);
    const verify = await browser.open(link);
    expect([verify.status, verify.heading]).toEqual([200, 'Verify your e-mail address']);
    const after = await browser.send(verify, 'Verify my e-mail address');
    expect([after.heading, after.words]).toEqual([
      'Sign in',
      expect.stringContaining('The e-mail address is verified.'),
    ]);
    expect((await browser.signIn(username)).heading).toBe('Your account');
  });

  it('shows all errors next to their fields, and keeps the input except for the password', async () => {
    const taken = await addUser(collection, newName('Taken'));
    const browser = openPageBrowser(collection);
    const page = await browser.send(await browser.open('/accounts/signup'), 'Create account', {
      username: taken.username.toUpperCase(),
      email: 'nobody',
      password: '1234567',
      name: 'Ada L.',
    });
    expect(page.status).toBe(400);
    expect(errorOf(page, 'username')).toBe('A user with that username already exists.');
    expect(errorOf(page, 'email')).toBe('Enter a valid email address.');
    expect(errorOf(page, 'password')).toBe(
      'This password is too short. It must contain at least 8 characters. This password is too common. ' +
        'This password is entirely numeric.',
    );
    expect(readForm(findForm(page, 'Create account'))).toMatchObject({
      username: taken.username.toUpperCase(),
      email: 'nobody',
      name: 'Ada L.',
      password: '',
    });
  });

  it('counts against the same rate limit as API requests', async () => {
    await using limitedReplica = await startTestCollection(database, {
      THROTTLE_ANON: '2/3600',
      SMTP_URL: mail.url,
    });
    const browser = openPageBrowser(limitedReplica);
    const form = await browser.open('/accounts/signup');
    expect((await browser.send(form, 'Create account')).status).toBe(400);
    expect((await limitedReplica.request('/api/colors/')).status).toBe(200);
    const refused = await browser.send(form, 'Create account');
    expect([refused.status, refused.heading]).toEqual([429, 'Too many attempts']);
    // Viewing pages does not count.
    expect((await browser.open('/accounts/signup')).status).toBe(200);
  });
});

describe('the link in a verification mail', () => {
  it('verifies nothing when it is opened, only when the form is sent', async () => {
    const { username, link, browser } = await signUpOnPage();
    const scanner = openPageBrowser(collection);
    for (let turn = 0; turn < 3; turn += 1) expect((await scanner.open(link)).status).toBe(200);
    expect((await signIn(collection, username)).status).toBe(400);
    await browser.send(await browser.open(link), 'Verify my e-mail address');
    expect((await signIn(collection, username)).status).toBe(200);
  });

  it('opens a page that is not cached and does not pass the key to other sites', async () => {
    const { link, key } = await signUpOnPage();
    const page = await openPageBrowser(collection).open(link);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(page.words).not.toContain(key);
    expect([...page.document.querySelectorAll('a')].some(({ href }) => href.includes(key))).toBe(false);
  });

  it('opens a form that works with "Origin: null", but not with a wrong CSRF token', async () => {
    const { link, username } = await signUpOnPage();
    const browser = openPageBrowser(collection);
    const form = findForm(await browser.open(link), 'Verify my e-mail address');
    const send = (csrf: string) =>
      browser.request(form.getAttribute('action') ?? '', {
        method: 'POST',
        body: new URLSearchParams({ ...readForm(form), csrf }),
        headers: { Origin: 'null' },
      });
    expect((await send('A'.repeat(43))).status).toBe(403);
    expect((await signIn(collection, username)).status).toBe(400);
    expect((await send(readForm(form)['csrf'] ?? '')).status).toBe(303);
    expect((await signIn(collection, username)).status).toBe(200);
  });

  it('opens a form that returns 400 for a used or unknown key', async () => {
    const { link, browser } = await signUpOnPage();
    await browser.send(await browser.open(link), 'Verify my e-mail address');
    for (const path of [link, '/accounts/verify-email/?key=made-up']) {
      const page = await browser.send(await browser.open(path), 'Verify my e-mail address');
      expect([page.status, page.words]).toEqual([
        400,
        expect.stringContaining('This key is invalid or has expired'),
      ]);
    }
  });

  it('can be replaced by entering the key', async () => {
    const { key, username } = await signUpOnPage();
    const browser = openPageBrowser(collection);
    const page = await browser.open('/accounts/verify-email');
    expect(errorOf(await browser.send(page, 'Verify my e-mail address', { key: 'nonsense' }), 'key')).toMatch(
      /^This key is invalid/,
    );
    await browser.send(page, 'Verify my e-mail address', { key: ` ${key} ` });
    expect((await signIn(collection, username)).status).toBe(200);
  });
});

describe('requesting another mail', () => {
  it.each([
    ['/accounts/verify-email/resend', 'If an account with this address is not verified yet'],
    ['/accounts/password/reset', 'If an account has this address'],
  ])('shows the same message whether or not the address is known: %s', async (path, text) => {
    const { email } = await signUpOnPage();
    for (const address of [email, `${newName()}@example.org`]) {
      const browser = openPageBrowser(collection);
      const page = await browser.send(await browser.open(path), 'Send the mail', { email: address });
      expect([page.status, page.heading, page.words]).toEqual([
        200,
        'Sign in',
        expect.stringContaining(text),
      ]);
    }
    const browser = openPageBrowser(collection);
    const wrong = await browser.send(await browser.open(path), 'Send the mail', { email: 'nobody' });
    expect([wrong.status, errorOf(wrong, 'email')]).toEqual([400, 'Enter a valid email address.']);
    await waitForPendingMails(collection);
  });
});

describe('resetting a forgotten password', () => {
  async function requestReset(): Promise<{ browser: PageBrowser; username: string; link: string }> {
    const { username, email } = await addUser(collection, newName());
    const browser = openPageBrowser(collection);
    await browser.send(await browser.open('/accounts/password/reset'), 'Send the mail', { email });
    const { link = '' } = await mail.lastMailTo(email);
    return { browser, username, link: toPath(link) };
  }

  it('works with the link of the mail, but only once', async () => {
    const { browser, username, link } = await requestReset();
    const page = await browser.open(link);
    expect([page.heading, page.headers.get('Referrer-Policy')]).toEqual([
      'Set a new password',
      'no-referrer',
    ]);
    const weak = await browser.send(page, 'Set the password', { password: username });
    expect([weak.status, errorOf(weak, 'password')]).toEqual([
      400,
      'The password is too similar to the username.',
    ]);
    const done = await browser.send(weak, 'Set the password', { password: 'copper kettle 77' });
    expect([done.heading, done.words]).toEqual([
      'Sign in',
      expect.stringContaining('Your new password is set.'),
    ]);
    expect((await browser.signIn(username, 'copper kettle 77')).heading).toBe('Your account');
    const again = await browser.send(await browser.open(link), 'Set the password', { password: PASSWORD });
    expect([again.status, again.words]).toEqual([400, expect.stringContaining('This key is invalid')]);
  });
});

/** The reset e-mail of a separate service with these variables. */
async function resetMailOf(
  env: Record<string, string>,
  use?: (accountService: TestCollection) => Promise<void>,
) {
  const separateDatabase = await createCollectionDatabase();
  const accountService = await startTestCollection(separateDatabase, {
    SMTP_URL: mail.url,
    PUBLIC_URL,
    ...env,
  });
  try {
    await use?.(accountService);
    const { email } = await addUser(accountService, newName());
    await post(accountService, 'password/reset/', { email });
    return await mail.lastMailTo(email);
  } finally {
    await accountService.close();
    await separateDatabase.drop();
  }
}

describe('ACCOUNT_PAGES', () => {
  it('"off" makes account pages return 404 and mails contain keys without links', async () => {
    const { link, key } = await resetMailOf({ ACCOUNT_PAGES: 'off' }, async (accountService) => {
      for (const path of ['/accounts', '/accounts/', '/accounts/login', '/accounts/style.css']) {
        const { status, body } = await accountService.request(path);
        expect([path, status, body]).toEqual([path, 404, { detail: 'Not found.' }]);
      }
    });
    expect([link, key.length]).toEqual([undefined, 43]);
  });

  describe('"on" and "off"', () => {
    it('make mails link to ACCOUNT_PAGES_URL if it is set', async () => {
      const front = 'https://app.example.org/account';
      for (const ACCOUNT_PAGES of ['off', 'on']) {
        const { link, key } = await resetMailOf({ ACCOUNT_PAGES, ACCOUNT_PAGES_URL: `${front}/` });
        expect(link).toBe(`${front}/password/reset/confirm/?key=${key}`);
      }
    });

    it('make mails link to the showcase if SHOWCASE_URL is set', async () => {
      for (const ACCOUNT_PAGES of ['off', 'on']) {
        const env = { ACCOUNT_PAGES, SHOWCASE_URL: 'https://shirts.example.org' };
        const { link, key } = await resetMailOf(env);
        expect(link).toBe(`https://shirts.example.org/account/password/reset/confirm/?key=${key}`);
      }
    });
  });
});

describe('the log of the account pages', () => {
  it('contains no keys or passwords', async () => {
    const service = await startTestService('collection', { DATABASE_URL: database.url, LOG_LEVEL: 'trace' });
    const key = 'k'.repeat(43);
    const browser = openPageBrowser(service);
    for (const path of ['/accounts/verify-email/', '/accounts/password/reset/confirm/']) {
      const page = await browser.open(`${path}?key=${key}`);
      const button = path.includes('verify') ? 'Verify my e-mail address' : 'Set the password';
      expect((await browser.send(page, button, { password: PASSWORD })).status).toBe(400);
    }
    await browser.request('/accounts/nothing', { headers: { 'X-Request-Id': 'the-last-one' } });
    await service.waitForLine((text) => text.includes('the-last-one'));
    const log = service.lines().join('\n');
    expect(log).toContain('/accounts/verify-email/?key=…');
    expect(log).not.toContain(key);
    expect(log).not.toContain(PASSWORD);
    await service.kill();
  });
});
