import { describe, expect, it } from '@jest/globals';
import {
  countStatuses,
  newName,
  post,
  PUBLIC_URL,
  signUpNew,
  useCollectionWithMail,
} from './test-accounts.ts';
import { openBrowser } from './test-browser.ts';
import { startTestCollection } from './test-collection.ts';
import { addUser, PASSWORD, signIn } from './test-users.ts';

const { collection, mail } = useCollectionWithMail();

const UNVERIFIED = { non_field_errors: ['E-mail is not verified.'] };

describe('POST /api/accounts/signup/', () => {
  it('creates an account that can sign in once its e-mail address is verified', async () => {
    const { username, email, key, response } = await signUpNew(collection, mail, { name: 'Ada L.' });
    expect(response.body).toMatchObject({
      username,
      email,
      name: 'Ada L.',
      is_email_verified: false,
      has_password: true,
      mfa_enabled: false,
      url: `${PUBLIC_URL}/api/users/${username}/`,
    });
    expect(await signIn(collection, username)).toMatchObject({ status: 400, body: UNVERIFIED });
    const early = await post(collection, 'login/', { username, password: PASSWORD });
    expect(early).toMatchObject({ status: 400, body: UNVERIFIED });
    expect((await post(collection, 'verify-email/', { key })).status).toBe(200);
    expect((await signIn(collection, username)).status).toBe(200);
    const browser = openBrowser(collection);
    await browser.signIn(username);
    expect(await browser.whoAmI()).toBe(username);
  });

  it('returns 400 with the errors of all fields', async () => {
    const taken = await addUser(collection, newName('Taken'));
    const { status, body } = await post(collection, 'signup/', {
      username: taken.username.toUpperCase(),
      email: taken.email.toUpperCase(),
      password: '1234567',
      name: 'x'.repeat(256),
    });
    expect([status, body]).toEqual([
      400,
      {
        username: ['A user with that username already exists.'],
        email: ['A user with that email already exists.'],
        password: [
          'This password is too short. It must contain at least 8 characters.',
          'This password is too common.',
          'This password is entirely numeric.',
        ],
        name: ['Ensure this field has no more than 255 characters.'],
      },
    ]);
  });

  it.each([
    [
      {},
      {
        username: 'This field is required.',
        email: 'This field is required.',
        password: 'This field is required.',
      },
    ],
    [{ username: 'me' }, { username: 'This username is reserved.' }],
    [
      { username: 'a b' },
      {
        username:
          'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.',
      },
    ],
    [{ username: 'x'.repeat(151) }, { username: 'Ensure this field has no more than 150 characters.' }],
    [{ email: 'nobody' }, { email: 'Enter a valid email address.' }],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, { email: 'Enter a valid email address.' }],
    [{ email: 'a@example.org, b@example.org' }, { email: 'Enter a valid email address.' }],
    [{ email: '"a@b.example\n"@example.org' }, { email: 'Enter a valid email address.' }],
    [{ email: '' }, { email: 'This field may not be blank.' }],
    [{ email: null }, { email: 'This field may not be null.' }],
    [{ email: ['a@example.org'] }, { email: 'Not a valid string.' }],
    [
      { email: `${'x'.repeat(250)}@example.org` },
      { email: 'Ensure this field has no more than 254 characters.' },
    ],
    [{ password: '' }, { password: 'This field may not be blank.' }],
    [{ password: 'password1' }, { password: 'This password is too common.' }],
    [{ password: '83651992047' }, { password: 'This password is entirely numeric.' }],
    [
      { username: 'goalkeeper', password: 'goalkeeper9' },
      { password: 'The password is too similar to the username.' },
    ],
    [
      { password: `${'long '.repeat(200)}!` },
      { password: 'Ensure this field has no more than 1000 characters.' },
    ],
  ])('returns 400 for %j', async (sent, expected) => {
    const username = newName();
    const whole = { username, email: `${username}@example.org`, password: PASSWORD, ...sent };
    const { status, body } = await post(collection, 'signup/', Object.keys(sent).length > 0 ? whole : {});
    expect(status).toBe(400);
    expect(body).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, text]) => [field, [text]])),
    );
  });

  it.each([[[]], ['text'], [null], [7]])('returns 400 for a body that is not an object: %j', async (sent) => {
    const { status } = await post(collection, 'signup/', sent);
    expect(status).toBe(400);
  });

  it('creates a single account for concurrent requests with the same username', async () => {
    const name = newName();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post(collection, 'signup/', {
          username: index % 2 ? name : name.toUpperCase(),
          email: `${name}@example.org`,
          password: PASSWORD,
        }),
      ),
    );
    expect(countStatuses(responses)).toEqual({ 201: 1, 400: 7 });
    const refusals = responses
      .filter(({ status }) => status === 400)
      .flatMap(({ body }) => Object.values(body).flat());
    for (const text of refusals) expect(text).toMatch(/^A user with that (username|email) already exists\.$/);
    await mail.mailsTo(`${name}@example.org`);
    expect(mail.mails.filter(({ to }) => to.includes(name))).toHaveLength(1);
  });

  it('stores neither the password nor the key in plain text', async () => {
    const { key, email } = await signUpNew(collection, mail);
    const tables = ['users', 'account_keys', 'mails', 'agenda_jobs', 'sessions', 'mail_requests'];
    const all = await Promise.all(
      tables.map((table) => collection.db.raw(`select ${table}::text as text from ${table}`)),
    );
    const text = all.flatMap(({ rows }) => rows.map((row: { text: string }) => row.text)).join('\n');
    expect(text).toContain(email);
    for (const secret of [
      key,
      Buffer.from(key).toString('hex'),
      Buffer.from(key, 'base64url').toString('hex'),
      PASSWORD,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('counts towards the limit of anonymous requests, as do resend/ and reset/', async () => {
    await using limitedReplica = await startTestCollection(collection.database, {
      THROTTLE_ANON: '2/3600',
      SMTP_URL: mail.url,
    });
    const results = [];
    for (let turn = 0; turn < 3; turn += 1) results.push((await post(limitedReplica, 'signup/', {})).status);
    expect(results).toEqual([400, 400, 429]);
    expect((await post(limitedReplica, 'password/reset/', { email: 'a@example.org' })).status).toBe(429);
    expect((await post(limitedReplica, 'verify-email/resend/', { email: 'a@example.org' })).status).toBe(429);
  });
});
