import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import sharp from 'sharp';
import { errorOf, findForm, readForm, squeeze } from '@kitroom/testing/read-page';
import { startMailServer, type MailServer } from './mail-server.ts';
import { factOf, openPageBrowser } from './page-browser.ts';
import { newName, PUBLIC_URL } from './test-accounts.ts';
import { addCodeUser, codeOf, wrongCodeOf } from './test-codes.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addItem, addPhoto } from './test-items.ts';
import { listFiles } from './test-photos.ts';
import { addUser, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

const SHOWCASE_URL = 'https://shirts.example.org';

let database: TestDatabase;
let mail: MailServer;
let collection: TestCollection;
let replica: TestCollection;

beforeAll(async () => {
  [database, mail] = await Promise.all([createCollectionDatabase(), startMailServer()]);
  const env = { SMTP_URL: mail.url, PUBLIC_URL };
  collection = await startTestCollection(database, env);
  replica = await startTestCollection(database, { ...env, SHOWCASE_URL });
});

afterAll(async () => {
  await Promise.all([collection.close(), replica.close()]);
  await Promise.all([database.drop(), mail.close()]);
});

// Only browsers that say so themselves are on this site: its address is another one than that of the tests.
async function openSignedIn(options: Parameters<typeof addUser>[2] = {}) {
  const user = await addUser(collection, newName(), options);
  const browser = openPageBrowser(collection);
  const page = await browser.signIn(user.username);
  expect(page.status).toBe(200);
  return { user, browser };
}

const HOSTILE = `<img src=x onerror=alert(1)>"'</textarea><script>alert(2)</script>&amp;`;

describe('the overview', () => {
  it('shows what an account holds', async () => {
    const user = await addUser(collection, newName());
    const browser = openPageBrowser(collection);
    await browser.signIn(user.username);
    const figures = async () =>
      [...(await browser.open('/accounts/')).document.querySelectorAll('.figures li')].map((one) =>
        squeeze(one.textContent),
      );
    expect(await figures()).toEqual(['0 items', '0 photos', '0 share links', '1 session']);
    const item = await addItem(collection, user, { name: 'Home shirt' });
    await addItem(collection, user, { is_private: true });
    await addItem(collection, user, { name: '', is_draft: true });
    await addPhoto(collection, user, item, { thumbnail_key: `thumbnails/${user.username}.webp` });
    const token = await tokenOf(collection, user);
    await collection.ask('/api/shares/', {
      method: 'POST',
      headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ scope: 'collection' }),
    });
    expect(await figures()).toEqual(['3 items1 draft, 1 private', '1 photo', '1 share link', '1 session']);
    const page = await browser.open('/accounts/');
    expect(page.document.querySelector('.gallery img')?.getAttribute('alt')).toBe('Home shirt');
    expect(factOf(page, 'Token for programs')).toMatch(/^made .*, last used /);
    expect(factOf(page, 'Multi-factor sign-in')).toBe('off · turn it on');
  });
});

describe('the profile', () => {
  it('shows and saves what the API does', async () => {
    const { user, browser } = await openSignedIn();
    const page = await browser.open('/accounts/profile');
    const saved = await browser.send(page, 'Save', {
      username: `${user.username}-2`,
      name: 'Ada L.',
      biography: 'Shirts.\r\nAnd shorts.',
      location: 'Málaga',
      is_private: 'on',
    });
    expect([saved.path, saved.words]).toEqual([
      '/accounts/profile',
      expect.stringContaining('Your profile is saved.'),
    ]);
    expect(readForm(findForm(saved, 'Save'))).toMatchObject({ location: 'Málaga', is_private: 'on' });
    const profile = await (await browser.request('/api/accounts/profile/')).json();
    expect(profile).toMatchObject({
      username: `${user.username}-2`,
      name: 'Ada L.',
      biography: expect.stringMatching(/^Shirts\.\r?\nAnd shorts\.$/),
      location: 'Málaga',
      is_private: true,
    });
    const open = await browser.send(saved, 'Save', { is_private: undefined });
    expect(readForm(findForm(open, 'Save'))).not.toHaveProperty('is_private');
    expect(factOf(await browser.open('/accounts/'), 'Seen by others')).toBe('yes');
  });

  it('tells what is wrong beside the fields, and saves nothing then', async () => {
    const taken = await addUser(collection, newName());
    const { user, browser } = await openSignedIn();
    const page = await browser.send(await browser.open('/accounts/profile'), 'Save', {
      username: taken.username,
      name: 'x'.repeat(256),
      location: 'Bonn',
    });
    expect([page.status, errorOf(page, 'username'), errorOf(page, 'name')]).toEqual([
      400,
      'A user with that username already exists.',
      'Ensure this field has no more than 255 characters.',
    ]);
    expect(readForm(findForm(page, 'Save'))['location']).toBe('Bonn');
    expect((await collection.db('users').where({ id: user.id }).first()).location).toBe('');
  });

  it('shows texts as texts, whatever is in them', async () => {
    const { browser } = await openSignedIn({ name: HOSTILE });
    const page = await browser.send(await browser.open('/accounts/profile'), 'Save', {
      biography: HOSTILE,
      location: HOSTILE,
    });
    expect(readForm(findForm(page, 'Save'))).toMatchObject({
      name: HOSTILE,
      biography: HOSTILE,
      location: HOSTILE,
    });
    for (const shown of [page, await browser.open('/accounts/')]) {
      expect(shown.document.querySelectorAll('script, [onerror]')).toHaveLength(0);
    }
    expect((await browser.open('/accounts/')).heading).toBe(HOSTILE);
  });

  it('takes a picture, shows it, and lets go of it', async () => {
    const { browser } = await openSignedIn();
    const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const page = await browser.open('/accounts/profile/avatar');
    const saved = await browser.send(page, 'Upload', { avatar: new Blob([picture]) });
    expect([saved.path, saved.words]).toEqual([
      '/accounts/profile',
      expect.stringContaining('Your picture is saved.'),
    ]);
    const source = saved.document.querySelector('img.avatar')?.getAttribute('src') ?? '';
    expect((await fetch(source.replace(PUBLIC_URL, collection.url))).status).toBe(200);
    const removed = await browser.send(await browser.open('/accounts/profile/avatar'), 'Remove the picture');
    expect(removed.document.querySelector('img.avatar')).toBeNull();
    expect((await fetch(source.replace(PUBLIC_URL, collection.url))).status).toBe(404);
  });

  it.each([
    ['no file', '', 'No file was submitted.'],
    ['a text', new Blob(['not a picture']), 'Upload a valid image.'],
  ])('refuses %s as a picture', async (_what, avatar, problem) => {
    const { browser } = await openSignedIn();
    const page = await browser.send(await browser.open('/accounts/profile/avatar'), 'Upload', { avatar });
    expect([page.status, errorOf(page, 'avatar')]).toEqual([400, expect.stringContaining(problem)]);
    expect((await listFiles(collection)).filter((file) => file.includes('.uploads/work'))).toEqual([]);
  });
});

describe('the e-mail address', () => {
  it('changes once the new one is verified', async () => {
    const { user, browser } = await openSignedIn();
    const email = `${newName()}@example.org`;
    const waiting = await browser.send(await browser.open('/accounts/email'), 'Change the address', {
      email,
    });
    expect(waiting.words).toContain(`${email} will replace it once`);
    // A profile that is saved meanwhile leaves that alone.
    await browser.send(await browser.open('/accounts/profile'), 'Save', { location: 'Bonn' });
    const { link = '' } = await mail.lastMailTo(email);
    const { pathname, search } = new URL(link);
    const done = await browser.send(await browser.open(`${pathname}${search}`), 'Verify my e-mail address');
    expect([done.path, factOf(done, 'E-mail address')]).toEqual(['/accounts/', email]);
    expect((await collection.db('users').where({ id: user.id }).first()).email).toBe(email);
  });

  it('stays where the change is called off', async () => {
    const { user, browser } = await openSignedIn();
    const email = `${newName()}@example.org`;
    const waiting = await browser.send(await browser.open('/accounts/email'), 'Change the address', {
      email,
    });
    const kept = await browser.send(waiting, 'Keep the old address');
    expect(kept.words).not.toContain(`${email} will replace it`);
    expect((await collection.db('users').where({ id: user.id }).first()).pending_email).toBeNull();
  });

  it("cannot be another user's", async () => {
    const other = await addUser(collection, newName());
    const { browser } = await openSignedIn();
    const page = await browser.send(await browser.open('/accounts/email'), 'Change the address', {
      email: other.email.toUpperCase(),
    });
    expect([page.status, errorOf(page, 'email')]).toEqual([400, 'A user with that email already exists.']);
  });
});

describe('the password', () => {
  it('is changed with the old one, and other browsers are signed out', async () => {
    const { user, browser } = await openSignedIn();
    const elsewhere = openPageBrowser(replica);
    await elsewhere.signIn(user.username);
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
      '/accounts/',
      expect.stringContaining('Your password is changed, and you are signed out everywhere else.'),
    ]);
    expect((await elsewhere.open('/accounts/')).heading).toBe('Sign in');
    expect((await signIn(collection, user.username, 'copper kettle 77')).status).toBe(200);
  });
});

describe('multi-factor sign-in', () => {
  it('is set up with a QR code, and turned on by a code of the app', async () => {
    const { user, browser } = await openSignedIn();
    const off = await browser.open('/accounts/mfa');
    expect(off.words).toContain('It is off.');
    expect((await browser.open('/accounts/mfa/totp')).path).toBe('/accounts/mfa');
    const setUp = await browser.send(off, 'Set it up');
    expect(setUp.headers.get('Content-Security-Policy')).toContain("img-src 'self' data:");
    const qr = setUp.document.querySelector('img.qr')?.getAttribute('src') ?? '';
    const [type, data = ''] = qr.split(',');
    expect([type, Buffer.from(data, 'base64').toString()]).toEqual([
      'data:image/svg+xml;base64',
      expect.stringMatching(/^<svg /),
    ]);
    const secret = (setUp.document.querySelector('main code')?.textContent ?? '').replaceAll(' ', '');
    const wrong = await browser.send(setUp, 'Turn it on', { code: await wrongCodeOf(secret) });
    expect([wrong.status, errorOf(wrong, 'code')]).toEqual([
      400,
      expect.stringMatching(/^The code is wrong or has expired\. .*recovery code/),
    ]);
    // It is the same secret still: who has scanned it need not do so again.
    expect(wrong.document.querySelector('img.qr')?.getAttribute('src')).toBe(qr);
    const on = await browser.send(wrong, 'Turn it on', { code: await codeOf(secret) });
    expect([on.status, on.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const codes = [...on.document.querySelectorAll('.codes code')].map((each) => each.textContent ?? '');
    expect(codes).toHaveLength(10);
    const later = await browser.open('/accounts/mfa');
    expect(later.words).toContain('10 recovery codes are left.');
    for (const code of codes) expect(later.text).not.toContain(code);
    expect((await browser.open('/accounts/mfa/totp')).path).toBe('/accounts/mfa');
    const other = openPageBrowser(replica);
    const asked = await other.signIn(user.username);
    expect((await other.send(asked, 'Sign in', { code: codes[3] })).path).toBe('/accounts/');
    expect((await other.open('/accounts/mfa')).words).toContain('9 recovery codes are left.');
  });

  it('gets new codes, and ends, with the password', async () => {
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

describe('your data', () => {
  it('can be taken along', async () => {
    const { browser } = await openSignedIn();
    const page = await browser.open('/accounts/data');
    const href = [...page.document.querySelectorAll('a')].find(
      (each) => each.textContent === 'Download',
    )?.href;
    const zip = await browser.request(href ?? '');
    expect([zip.status, zip.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
    await zip.arrayBuffer();
  });

  it('leads to the tables, and to exports and imports in the showcase if there is one, otherwise to the API', async () => {
    const { browser } = await openSignedIn();
    const links = async (own: typeof browser) =>
      [...(await own.open('/accounts/data')).document.querySelectorAll('main a')].map(
        (link) => link.getAttribute('href') ?? '',
      );
    const [csv = '', ndjson = '', ...others] = await links(browser);
    expect(others).toContain('/api/schema');
    for (const [path, type] of [
      [csv, 'text/csv; charset=utf-8'],
      [ndjson, 'application/x-ndjson'],
    ] as const) {
      const table = await browser.request(path);
      expect([table.status, table.headers.get('Content-Type')]).toEqual([200, type]);
      await table.body?.cancel();
    }
    expect(await links(browser.at(replica))).toEqual(
      expect.arrayContaining([`${SHOWCASE_URL}/collection/export`, `${SHOWCASE_URL}/collection/import`]),
    );
  });

  it('go with the account, by the password, on all replicas at once', async () => {
    const { user, browser } = await openSignedIn();
    await addItem(collection, user);
    const headers = withToken(await tokenOf(collection, user));
    const elsewhere = browser.at(replica);
    const form = await browser.open('/accounts/delete');
    const wrong = await browser.send(form, 'Delete my account for good', { password: 'wrong' });
    expect([wrong.status, errorOf(wrong, 'password')]).toEqual([400, 'The password is not correct.']);
    const stolen = openPageBrowser(replica, new Map(elsewhere.cookies));
    const gone = await browser.send(wrong, 'Delete my account for good', { password: PASSWORD });
    expect([gone.heading, gone.words]).toEqual([
      'Sign in',
      expect.stringContaining('Your account is deleted'),
    ]);
    expect((await stolen.open('/accounts/')).heading).toBe('Sign in');
    expect((await replica.ask('/api/users/me/', { headers })).status).toBe(401);
    expect(await collection.db('items').where({ user_id: user.id })).toEqual([]);
  });

  it('of somebody without a password go by the username', async () => {
    const { user, browser } = await openSignedIn();
    await collection.db('users').where({ id: user.id }).update({ password_hash: null });
    const form = await browser.open('/accounts/delete');
    const wrong = await browser.send(form, 'Delete my account for good', { username: 'somebody' });
    expect([wrong.status, errorOf(wrong, 'username')]).toEqual([
      400,
      'This is not the username of the account.',
    ]);
    const { username } = user;
    expect((await browser.send(wrong, 'Delete my account for good', { username })).heading).toBe('Sign in');
  });
});
