import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import type { CommandOutput } from '@kitroom/testing/captured-output';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { openAdminBrowser, type AdminBrowser } from './admin-browser.ts';
import {
  createCatalogueDatabase,
  runCommand,
  startTestCatalogue,
  type TestCatalogue,
} from './test-catalogue.ts';

const FIRST = 'the first password';
const SECOND = 'the second password';

let database: TestDatabase;
let catalogue: TestCatalogue;
let replica: TestCatalogue;

beforeAll(async () => {
  database = await createCatalogueDatabase();
  // Without ADMIN_PASSWORD, only operators can sign in to the admin interface.
  catalogue = await startTestCatalogue({ database });
  replica = await startTestCatalogue({ database });
});

afterAll(async () => {
  await Promise.all([catalogue.close(), replica.close()]);
  await database.drop();
});

function operators(args: string[], input?: string): Promise<CommandOutput> {
  return runCommand(['operators', ...args], {
    env: { DATABASE_URL: database.url },
    ...(input !== undefined && { input }),
  });
}

async function create(name: string, password = FIRST): Promise<void> {
  const { status, stdout, stderr } = await operators(['create', '--name', name], `${password}\n`);
  expect([status, stdout, stderr]).toEqual([0, '', `Created operator ${name}.\n`]);
}

async function hashOf(name: string): Promise<string | undefined> {
  const [row] = await query<{ password_hash: string }>(
    catalogue.db,
    'select password_hash from operators where name = ?',
    [name],
  );
  return row?.password_hash;
}

function signIn(name: string, password: string) {
  return openAdminBrowser(catalogue).signIn(name, password);
}

/** Browsers on both replicas that share one session. */
async function signInEverywhere(name: string): Promise<AdminBrowser[]> {
  const [first, second] = [openAdminBrowser(catalogue), openAdminBrowser(replica)];
  expect((await first.signIn(name, FIRST)).heading).toBe('Overview');
  for (const [cookie, value] of first.cookies) second.cookies.set(cookie, value);
  const browsers = [first, second];
  expect(await headingsOf(browsers)).toEqual(['Clubs', 'Clubs']);
  return browsers;
}

function headingsOf(browsers: readonly AdminBrowser[]): Promise<string[]> {
  return Promise.all(browsers.map(async (browser) => (await browser.open('/admin/clubs')).heading));
}

describe('catalogue operators create', () => {
  it('opens the admin interface of running services to the new operator', async () => {
    await create('Olga Operator');
    const page = await signIn('olga operator', FIRST);
    expect([page.heading, page.document.querySelector('.person span')?.textContent]).toEqual([
      'Overview',
      'Olga Operator',
    ]);
    expect(await hashOf('Olga Operator')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each([
    ['an unended line', FIRST],
    ['a line of Windows', `${FIRST}\r\n`],
  ])('reads the password from standard input: %s', async (name, input) => {
    const { status, stderr } = await operators(['create', '--name', name], input);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining(FIRST)]);
    expect((await signIn(name, FIRST)).heading).toBe('Overview');
  });

  it.each([
    ['is missing', '', 'A password is needed: a line on standard input.'],
    [
      'has eleven characters',
      'eleven char\n',
      'A password must have 12 to 1000 characters; this one has 11.',
    ],
    [
      'has too many characters',
      `${'x'.repeat(1001)}\n`,
      'A password must have 12 to 1000 characters; this one has 1001.',
    ],
    ['is a common one', 'Administrator\n', 'This password is too common.'],
    ['is the name of the project', 'kitroom-admin-2026\n', 'This password is too common.'],
  ])('reports in one line that a password %s, and exits with 1', async (problem, input, message) => {
    const { status, stdout, stderr } = await operators(['create', '--name', problem], input);
    expect([status, stdout, stderr]).toEqual([1, '', `catalogue: ${message}\n`]);
  });

  it('accepts a password of twelve characters', () => create('twelve', 'zwölf Zeiche'));

  it('rejects an existing name in any case', async () => {
    await create('Straße');
    const { status, stderr } = await operators(['create', '--name', 'STRASSE'], SECOND);
    expect([status, stderr]).toEqual([
      1,
      'catalogue: There is already an operator "STRASSE"; "operators set-password" changes the password.\n',
    ]);
    expect((await signIn('Straße', SECOND)).status).toBe(400);
  });

  it.each(['', '  ', 'x'.repeat(101), 'Ol\u200Bga', 'Ol\nga', 'admin', 'ADMIN'])(
    'exits with 2 for the invalid name "%s"',
    async (name) => {
      const { status, stdout, stderr } = await operators(['create', '--name', name], FIRST);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/A name has 1 to 100 characters|"admin" is the operator whose password/);
    },
  );
});

describe('catalogue operators set-password', () => {
  it('ends all sessions of the operator in every process, and changes the password', async () => {
    await create('Changed');
    const browsers = await signInEverywhere('Changed');
    const { status, stdout, stderr } = await operators(['set-password', 'changed'], SECOND);
    expect([status, stdout, stderr]).toEqual([0, '', 'Set the password of operator Changed.\n']);
    expect(await headingsOf(browsers)).toEqual(['Sign in', 'Sign in']);
    expect((await signIn('Changed', FIRST)).status).toBe(400);
    expect((await signIn('Changed', SECOND)).heading).toBe('Overview');
  });

  it('ends all sessions of the operator even if the password stays the same', async () => {
    await create('Same');
    const browsers = await signInEverywhere('Same');
    expect((await operators(['set-password', 'Same'], FIRST)).status).toBe(0);
    expect(await headingsOf(browsers)).toEqual(['Sign in', 'Sign in']);
  });
});

describe('catalogue operators delete', () => {
  it('ends all sessions of the operator in every process, even if the name is created again', async () => {
    await create('Deleted');
    const browsers = await signInEverywhere('Deleted');
    const { status, stdout, stderr } = await operators(['delete', 'DELETED']);
    expect([status, stdout, stderr]).toEqual([0, '', 'Deleted operator Deleted.\n']);
    expect(await headingsOf(browsers)).toEqual(['Sign in', 'Sign in']);
    expect((await signIn('Deleted', FIRST)).status).toBe(400);
    await create('Deleted');
    expect(await headingsOf(browsers)).toEqual(['Sign in', 'Sign in']);
  });
});

describe('catalogue operators list', () => {
  it('prints names and times, but no password hashes', async () => {
    await create('Listed');
    const { status, stdout, stderr } = await operators(['list']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Listed\tcreated 20[\dT:.-]+Z\tpassword set 20[\dT:.-]+Z$/m);
    expect(stdout).not.toContain('argon2');
  });
});

describe('catalogue operators', () => {
  it.each(['set-password', 'delete'])(
    'reports in one line that an operator does not exist: %s',
    async (command) => {
      const { status, stdout, stderr } = await operators([command, 'nobody'], SECOND);
      expect([status, stdout, stderr]).toEqual([
        1,
        '',
        'catalogue: There is no operator "nobody"; "operators list" shows them.\n',
      ]);
    },
  );

  it('requires a database that has been migrated', async () => {
    const empty = await createEmptyDatabase();
    const env = { DATABASE_URL: empty.url };
    const { status, stderr } = await runCommand(['operators', 'list'], { env });
    expect([status, stderr]).toEqual([
      1,
      'catalogue: the database is not up to date: run the command "migrate" first\n',
    ]);
    await empty.drop();
  });
});
