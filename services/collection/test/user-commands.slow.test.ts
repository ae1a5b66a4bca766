import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, type CommandResult } from '@kitroom/testing/test-processes';
import { openBrowser } from './test-browser.ts';
import { addCodeUser } from './test-codes.ts';
import { TEST_SECRET_KEY, useCollection } from './test-collection.ts';
import { addUser, PASSWORD, signIn, withToken } from './test-users.ts';

const WITH_EVERYTHING = ['--password', PASSWORD, '--verified', '--staff', '--name', 'Vera Fied'];

const collection = useCollection();

function run(line: string[], options: { input?: string; env?: Record<string, string> } = {}) {
  const env = { DATABASE_URL: collection.database.url, SECRET_KEY: TEST_SECRET_KEY, ...options.env };
  return runServiceCommand('collection', line, { ...options, env });
}

function create(username: string, args: string[], input?: string): Promise<CommandResult> {
  const line = ['users', 'create', '--username', username, '--email', `${username}@example.org`, ...args];
  return run(line, input === undefined ? {} : { input });
}

async function findRow(username: string) {
  const [row] = await collection.db('users').where({ username });
  return row;
}

async function statusOf(token: string): Promise<number> {
  return (await collection.request('/api/users/me/', { headers: withToken(token) })).status;
}

describe('collection users create', () => {
  it('creates a verified user who can sign in immediately', async () => {
    const { status, stdout, stderr } = await create('verified', WITH_EVERYTHING);
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^Created user verified with id \d+\.\n$/);
    expect((await signIn(collection, 'verified')).status).toBe(200);
    const row = await findRow('verified');
    expect(row).toMatchObject({ name: 'Vera Fied', email: 'verified@example.org', is_staff: true });
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('creates a user with an unverified e-mail address who is not staff by default', async () => {
    expect((await create('plain', ['--password', PASSWORD])).status).toBe(0);
    expect((await signIn(collection, 'plain')).body).toEqual({
      non_field_errors: ['E-mail is not verified.'],
    });
    expect(await findRow('plain')).toMatchObject({ is_staff: false, name: '' });
  });

  it.each([
    ['one-line', `${PASSWORD}\n`],
    ['unended-line', PASSWORD],
    ['first-of-lines', `${PASSWORD}\nmore\n`],
    ['windows-line', `${PASSWORD}\r\n`],
  ])('reads the password from standard input: %s', async (username, input) => {
    const { status, stderr } = await create(username, ['--verified'], input);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining(PASSWORD)]);
    expect((await signIn(collection, username)).status).toBe(200);
  });

  it('reports a missing password in one line and exits 1', async () => {
    const { status, stderr } = await create('no-password', [], '');
    expect([status, stderr]).toEqual([
      1,
      'collection: A password is needed: --password, or a line on standard input.\n',
    ]);
  });

  it('reports all errors of a password in one line without showing it, and exits 1', async () => {
    const { status, stdout, stderr } = await create('weak', ['--password', '12345']);
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      'collection: This password is too short. It must contain at least 8 characters. ' +
        'This password is too common. This password is entirely numeric.\n',
    ]);
    expect(await findRow('weak')).toBeUndefined();
  });

  it('rejects an existing username or e-mail address regardless of case', async () => {
    await addUser(collection, 'Taken');
    const name = await create('tAKEN', ['--password', PASSWORD]);
    expect([name.status, name.stderr]).toEqual([
      1,
      'collection: A user with that username already exists. A user with that email already exists.\n',
    ]);
    const line = [
      'users',
      'create',
      '--username',
      'other',
      '--email',
      'TAKEN@example.org',
      '--password',
      PASSWORD,
    ];
    const email = await run(line);
    expect([email.status, email.stderr]).toEqual([1, 'collection: A user with that email already exists.\n']);
  });

  it.each([
    ['users'],
    ['users create'],
    ['users create --username a'],
    ['users create --username a/b --email a@example.org'],
    ['users create --username me --email a@example.org'],
    ['users create --username a --email nowhere'],
    ['users list anna'],
    ['users set-password'],
    ['users set-password a b'],
    ['tokens'],
    ['tokens show'],
    ['tokens delete a b'],
  ])('exits 2 for wrong usage: collection %s', async (line) => {
    const { status, stdout, stderr } = await run(line.split(' '));
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/error|Usage/);
  });
});

describe('collection users list', () => {
  it('lists users with their state, oldest first, without password hashes or tokens', async () => {
    const staff = await addCodeUser(collection, 'listed-staff', { isStaff: true });
    await addUser(collection, 'listed-blocked', { isPrivate: true });
    await collection.db('users').where({ username: 'listed-blocked' }).update({ is_active: false });
    await addUser(collection, 'listed-new', { isVerified: false, passwordHash: null });
    const { token } = (await signIn(collection, 'listed-staff')).body;
    const { status, stdout, stderr } = await run(['users', 'list']);
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n').filter((line) => line.includes('listed-'));
    const time = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${staff.id}\tlisted-staff\tlisted-staff@example.org\tactive, staff, second factor, token\tcreated ${time}$`,
        ),
      ),
      expect.stringMatching(/^\d+\tlisted-blocked\t[^\t]+\tblocked, private\tcreated/),
      expect.stringMatching(/^\d+\tlisted-new\t[^\t]+\tactive, unverified, no password\tcreated/),
    ]);
    expect(stdout).not.toMatch(new RegExp(`argon2|${token}`));
  });
});

describe('collection users set-password', () => {
  it('sets the password from standard input, ends sessions, and notifies the owner and the audit log', async () => {
    const { id, email } = await addUser(collection, 'forgotten');
    const { token } = (await signIn(collection, 'forgotten')).body;
    const browser = openBrowser(collection);
    await browser.signIn('forgotten');
    const { status, stdout, stderr } = await run(['users', 'set-password', 'FORGOTTEN'], {
      input: 'quite another lantern\nmore\n',
    });
    expect([status, stdout, stderr]).toEqual([
      0,
      '',
      'Set the password of forgotten and ended all sessions. A token remains valid: "tokens delete forgotten" deletes it.\n',
    ]);
    expect(await browser.whoAmI()).toBeUndefined();
    expect(await statusOf(token)).toBe(200);
    expect((await signIn(collection, 'forgotten')).status).toBe(400);
    expect((await signIn(collection, 'forgotten', 'quite another lantern')).body).toEqual({ token });
    expect(await collection.db('audit_log').where({ owner_id: id })).toMatchObject([
      { actor: '(command line)', action: 'set password', label: 'forgotten', before: null, after: null },
    ]);
    await eventually(async () => {
      const names = await readdir(collection.mailRoot);
      const mails = await Promise.all(names.map((name) => readFile(join(collection.mailRoot, name), 'utf8')));
      expect(
        mails.filter((mail) => mail.includes(email) && mail.includes('Your password was changed')),
      ).toHaveLength(1);
    });
  });

  it('invalidates keys of earlier mails and the pending e-mail address', async () => {
    const { id, email } = await addUser(collection, 'stolen');
    await collection.db('users').where({ id }).update({ pending_email: 'thief@example.org' });
    await collection.db('account_keys').insert({
      key_hash: Buffer.from('a key of a mail'),
      purpose: 'reset',
      user_id: id,
      email,
      expires_at: new Date(Date.now() + 60_000),
    });
    expect((await run(['users', 'set-password', 'stolen'], { input: PASSWORD })).status).toBe(0);
    expect(await collection.db('account_keys').where({ user_id: id })).toEqual([]);
    expect(await findRow('stolen')).toMatchObject({ pending_email: null });
  });

  it.each([
    ['a weak password', 'lasting', '12345\n', /^collection: This password is too short\. [^\n]*\n$/],
    ['a password like the username', 'lasting', 'lasting1\n', /too similar to the username/],
    ['no password', 'lasting', '', /^collection: A password is needed: a line on standard input\.\n$/],
    ['an unknown user', 'nobody', PASSWORD, /^collection: There is no user "nobody"\.\n$/],
  ])('changes nothing and exits 1 for %s', async (_what, username, input, line) => {
    if (!(await findRow('lasting'))) await addUser(collection, 'lasting');
    const { status, stdout, stderr } = await run(['users', 'set-password', username], { input });
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(line)]);
    expect((await signIn(collection, 'lasting')).status).toBe(200);
  });
});

describe('collection tokens', () => {
  it('show prints only the token of the token endpoint to standard output', async () => {
    await addUser(collection, 'shown');
    const { status, stdout, stderr } = await run(['tokens', 'show', 'SHOWN']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`${(await signIn(collection, 'shown')).body.token}\n`);
    expect(await statusOf(stdout.trim())).toBe(200);
  });

  it('delete ends the token immediately, and the next sign-in creates a different token', async () => {
    await addUser(collection, 'deleted');
    const { token } = (await signIn(collection, 'deleted')).body;
    expect(await statusOf(token)).toBe(200);
    const { status, stdout, stderr } = await run(['tokens', 'delete', 'deleted']);
    expect([status, stdout, stderr]).toEqual([0, '', 'Deleted the token of deleted.\n']);
    expect(await statusOf(token)).toBe(401);
    const next = (await signIn(collection, 'deleted')).body.token;
    expect(next).not.toBe(token);
    expect([await statusOf(next), await statusOf(token)]).toEqual([200, 401]);
  });

  it('delete reports that a user has no token, and exits 0', async () => {
    await addUser(collection, 'tokenless');
    const { status, stderr } = await run(['tokens', 'delete', 'tokenless']);
    expect([status, stderr]).toEqual([0, 'tokenless has no token.\n']);
  });

  it.each(['show', 'delete'])('reports an unknown user in one line and exits 1: %s', async (command) => {
    const { status, stdout, stderr } = await run(['tokens', command, 'nobody']);
    expect([status, stdout, stderr]).toEqual([1, '', 'collection: There is no user "nobody".\n']);
  });

  it('show prints no token without SECRET_KEY, and exits 1', async () => {
    await addUser(collection, 'keyless');
    const { status, stdout, stderr } = await run(['tokens', 'show', 'keyless'], { env: { SECRET_KEY: '' } });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^collection: SECRET_KEY is required[^\n]*\n$/);
  });

  it('show leaves a token made with another SECRET_KEY unchanged and says what to do', async () => {
    await addUser(collection, 'rotated');
    const { token } = (await signIn(collection, 'rotated')).body;
    const [SECRET_KEY, SECRET_KEY_PREVIOUS] = ['another secret key of thirty-two', TEST_SECRET_KEY];
    const { status, stdout, stderr } = await run(['tokens', 'show', 'rotated'], { env: { SECRET_KEY } });
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      'collection: the token of rotated was made with another SECRET_KEY, and was not changed: set SECRET_KEY to ' +
        'the key that the service runs with, or delete the token with "tokens delete rotated"\n',
    ]);
    expect(await statusOf(token)).toBe(200);
    const shown = await run(['tokens', 'show', 'rotated'], { env: { SECRET_KEY, SECRET_KEY_PREVIOUS } });
    expect([shown.status, shown.stdout]).toEqual([0, `${token}\n`]);
    expect(await statusOf(token)).toBe(200);
  });

  it('show exits 1 on a database without migrations, and names the command to run', async () => {
    const empty = await createEmptyDatabase();
    const { status, stderr } = await run(['tokens', 'show', 'a'], { env: { DATABASE_URL: empty.url } });
    expect([status, stderr]).toEqual([
      1,
      'collection: the database is not up to date: run the command "migrate" first\n',
    ]);
    await empty.drop();
  });
});
