import { beforeAll, describe, expect, it } from '@jest/globals';
import { useService } from '@kitroom/testing/use-service';
import { newName, openSignedIn, post, useCollectionWithMail, waitForPendingMails } from './test-accounts.ts';
import { openBrowser, openPageBrowser } from './test-browser.ts';
import { addCodeUser, codeOf } from './test-codes.ts';
import { startTestCollection, useReplica, type TestCollection } from './test-collection.ts';
import { signInAtProvider, startOidcProvider } from './test-oidc-provider.ts';
import { addUser, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

const club = useService(() => startOidcProvider());
const { collection: open, mail } = useCollectionWithMail(() => ({
  ...club.env('CLUB'),
  // Tests of e-mails start their own worker.
  WORKER: 'false',
}));
const replicaEnv = { PUBLIC_URL: '', THROTTLE_LOGIN: '1000/60' };
const staffOnly = useReplica(open, () => ({ ...replicaEnv, PASSWORD_SIGN_IN: 'staff' }));
const off = useReplica(open, () => ({ ...replicaEnv, PASSWORD_SIGN_IN: 'off' }));

beforeAll(() => club.register('club', staffOnly, off));

const BAD = { non_field_errors: ['Unable to log in with provided credentials.'] };
const STAFF_ONLY = { non_field_errors: ['Only staff can sign in with a password.'] };
const OFF = {
  non_field_errors: ['Nobody can sign in with a password here: sign in with a provider instead.'],
};

const addStaff = () => addUser(open, newName('staff'), { isStaff: true });

/** Starts a service that also sends e-mails. */
function startWorking(mode: string) {
  return startTestCollection(open.database, { ...open.env, WORKER: 'true', PASSWORD_SIGN_IN: mode });
}

/** The responses of each endpoint and page for signing in with a password. */
async function signInEverywhere(collection: TestCollection, username: string, password = PASSWORD) {
  const responses = [
    await post(collection, 'login/', { username, password }),
    await signIn(collection, username, password),
  ];
  const browser = openPageBrowser(open);
  const form = await browser.open('/accounts/login');
  const page = await openPageBrowser(collection, browser.cookies).send(form, 'Sign in', {
    username,
    password,
  });
  return { responses: responses.map(({ status, body }) => [status, body]), page };
}

describe('PASSWORD_SIGN_IN=staff', () => {
  it('lets staff sign in, and returns the same error to other users on all paths', async () => {
    const [staff, otherUser] = [await addStaff(), await addUser(open, newName())];
    const welcome = await signInEverywhere(staffOnly, staff.username);
    expect([welcome.responses.map(([status]) => status), welcome.page.path]).toEqual([
      [200, 200],
      '/accounts/',
    ]);
    const { responses, page } = await signInEverywhere(staffOnly, otherUser.username);
    expect(responses).toEqual([
      [400, STAFF_ONLY],
      [400, STAFF_ONLY],
    ]);
    expect([page.status, page.words]).toEqual([
      400,
      expect.stringContaining(STAFF_ONLY.non_field_errors[0] ?? ''),
    ]);
  });

  it('returns the same error for wrong passwords of staff, other users and unknown users', async () => {
    const names = [(await addStaff()).username, (await addUser(open, newName())).username, newName()];
    for (const username of names) {
      const { responses } = await signInEverywhere(staffOnly, username, 'wrong');
      expect(responses).toEqual([
        [400, BAD],
        [400, BAD],
      ]);
    }
  });

  it('requests a code from staff only, and rejects the code if the user is no longer staff', async () => {
    const { username, id, secret } = await addCodeUser(open, newName());
    expect(await post(staffOnly, 'login/', { username, password: PASSWORD })).toMatchObject({
      status: 400,
      body: STAFF_ONLY,
    });
    await open.db('users').where({ id }).update({ is_staff: true });
    const browser = openPageBrowser(staffOnly);
    const prompt = await browser.signIn(username);
    expect(prompt.heading).toBe('Enter your code');
    // A pending sign-in that started with a password is rejected, too.
    await open.db('users').where({ id }).update({ is_staff: false });
    const refused = await browser.send(prompt, 'Sign in', { code: await codeOf(secret) });
    expect([refused.status, refused.words]).toEqual([
      400,
      expect.stringContaining(STAFF_ONLY.non_field_errors[0] ?? ''),
    ]);
  });

  it('mails password resets to staff only, with the same response for all addresses', async () => {
    const [staff, otherUser] = [await addStaff(), await addUser(open, newName())];
    await using service = await startWorking('staff');
    const responses = [];
    for (const email of [staff.email, otherUser.email, 'nobody@example.org']) {
      responses.push((await post(service, 'password/reset/', { email })).body);
    }
    expect(new Set(responses.map((body) => JSON.stringify(body))).size).toBe(1);
    await waitForPendingMails(open);
    const recipients = mail.mails.flatMap((sentMail) => sentMail.recipients);
    expect([staff.email, otherUser.email].map((email) => recipients.includes(email))).toEqual([true, false]);
  });

  it('shows on the sign-in page that only staff sign in with a password', async () => {
    const page = await openPageBrowser(staffOnly).open('/accounts/login');
    expect(page.words).toContain(
      'Only staff sign in with a password: everybody else signs in as shown below the form.',
    );
    expect(page.document.querySelector('input[type=password]')).not.toBeNull();
  });
});

describe('PASSWORD_SIGN_IN=off', () => {
  it('returns the same error to all users, whatever the password', async () => {
    const names = [(await addStaff()).username, (await addUser(open, newName())).username, newName()];
    for (const username of names) {
      for (const password of [PASSWORD, 'wrong']) {
        const { responses, page } = await signInEverywhere(off, username, password);
        expect(responses).toEqual([
          [400, OFF],
          [400, OFF],
        ]);
        expect([page.status, page.document.querySelector('input[type=password]')]).toEqual([400, null]);
      }
    }
  });

  it('mails no password resets', async () => {
    const staff = await addStaff();
    await using service = await startWorking('off');
    const { status, body } = await post(service, 'password/reset/', { email: staff.email });
    const unknown = await post(service, 'password/reset/', { email: `${newName()}@example.org` });
    expect([status, body]).toEqual([200, unknown.body]);
    await waitForPendingMails(open);
    expect(mail.mails.flatMap(({ recipients }) => recipients)).not.toContain(staff.email);
  });

  it('replaces the forms on the account pages with a notice', async () => {
    const browser = openPageBrowser(off);
    for (const [path, sentence] of Object.entries({
      '/accounts/login': 'Passwords are not used here: sign in as shown below. Sign in with Club',
      '/accounts/password/reset': 'Passwords are not used here: sign in with a provider instead.',
      '/accounts/signup': 'Sign-up is closed. Sign in as shown below',
    })) {
      const page = await browser.open(path);
      expect([path, page.words, page.document.querySelector('form')]).toEqual([
        path,
        expect.stringContaining(sentence),
        null,
      ]);
    }
  });

  it('offers confirmation with a provider, and returns 400 for unlinking the only provider', async () => {
    const subject = newName();
    club.accounts.set(subject, { email: `${subject}@example.org`, email_verified: true });
    const browser = openBrowser(off);
    await signInAtProvider(browser, { name: 'club', provider: club }, subject);
    await open
      .db('users')
      .where({ email_key: `${subject}@example.org` })
      .update({ password_hash: 'any' });
    const unlinked = await browser.send('DELETE', '/api/accounts/social/club/');
    expect([unlinked.status, unlinked.body]).toEqual([
      400,
      { non_field_errors: ['This is the only way to sign in: link another provider first.'] },
    ]);
    await open.db('sessions').update({ sess: open.db.raw(`sess #- '{confirmation}'`) });
    const page = await openPageBrowser(off, browser.cookies).open('/accounts/confirm');
    expect([page.words, page.document.querySelector('input[type=password]')]).toEqual([
      expect.stringContaining('Sign in again with Club'),
      null,
    ]);
  });

  it('sends no password link to users created by staff, and shows this to staff', async () => {
    const { browser } = await openSignedIn(open, { isStaff: true });
    const pages = openPageBrowser(off, browser.cookies);
    const email = `${newName()}@example.org`;
    const page = await pages.send(await pages.open('/admin/users/new'), 'Create the user and send the mail', {
      username: newName(),
      email,
    });
    expect(page.words).toContain('No e-mail is sent, because this user cannot sign in with a password.');
    expect(page.words).not.toContain('Mail a password link');
    expect(await open.db('mails').where({ email })).toEqual([]);
  });
});

it.each(['staff', 'off'])(
  'PASSWORD_SIGN_IN=%s closes sign-up, is returned by GET /api/limits/, and keeps tokens and sessions',
  async (mode) => {
    const collection = mode === 'off' ? off : staffOnly;
    const { body } = await collection.request('/api/limits/');
    expect([body.password_sign_in, body.sign_up]).toEqual([mode, 'closed']);
    expect(await post(collection, 'signup/', {})).toMatchObject({
      status: 403,
      body: { detail: 'Sign-up is closed.' },
    });
    const { user, browser } = await openSignedIn(open);
    const headers = withToken(await tokenOf(open, user));
    expect((await collection.request('/api/items/', { headers })).status).toBe(200);
    expect(await browser.at(collection).whoAmI()).toBe(user.username);
  },
);
