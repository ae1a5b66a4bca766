import { describe, expect, it } from '@jest/globals';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { runCommand } from './test-catalogue.ts';

// No command here connects to the database.
const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };

function split(line: string): string[] {
  return line === '' ? [] : line.split(' ');
}

describe('catalogue --help', () => {
  it.each([
    '',
    'serve',
    'worker',
    'migrate',
    'import',
    'export',
    'keys',
    'keys create',
    'keys list',
    'keys revoke',
    'operators',
    'operators create',
    'operators set-password',
    'operators list',
    'operators delete',
  ])(
    'prints the usage of "%s" to standard output and exits with 0, without any configuration',
    async (command) => {
      const { status, stdout, stderr } = await runCommand([...split(command), '--help']);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`Usage: ${['catalogue', ...split(command)].join(' ')}`);
    },
  );

  it('lists every command', async () => {
    const { stdout } = await runCommand(['--help']);
    for (const command of ['serve', 'worker', 'migrate', 'import', 'export', 'keys', 'operators']) {
      expect(stdout).toMatch(new RegExp(`^ +${command}\\b`, 'm'));
    }
  });
});

describe('invalid usage of the catalogue command', () => {
  it.each([
    '',
    'fly',
    'serve --fast',
    'migrate up',
    'import',
    'import a b',
    'keys',
    'keys create',
    'keys create --name a b',
    'keys create --name a --expires tomorrow',
    'keys create --name a --expires 2027-02-30',
    'keys create --name a --expires 31.01.2027',
    'keys create --name a --expires 2027-01-31T25:00:00Z',
    'keys create --name a --rate-limit 0',
    'keys create --name a --rate-limit many',
    'keys create --name a --rate-limit 2147483648',
    'keys revoke',
    'keys revoke x',
    'keys revoke 2147483648',
    'operators',
    'operators create',
    'operators create --name a b',
    'operators set-password',
    'operators set-password admin',
    'operators delete',
    'operators delete a b',
  ])('exits with 2 and reports the error on standard error: catalogue %s', async (line) => {
    const { status, stdout, stderr } = await runCommand(split(line));
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/error|Usage/);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it('exits with 2 in a separate process too', async () => {
    expect(await runServiceCommand('catalogue', ['fly'])).toMatchObject({ status: 2, stdout: '' });
  });

  it.each(['  ', 'x'.repeat(101)])('exits with 2 for the invalid key name "%s"', async (name) => {
    const { status, stdout } = await runCommand(['keys', 'create', '--name', name]);
    expect([status, stdout]).toEqual([2, '']);
  });
});

describe('a failing catalogue command', () => {
  it.each([
    'migrate',
    'export',
    'keys list',
    'keys revoke 7',
    'keys create --name a',
    'operators list',
    'operators delete a',
    'import -',
  ])('reports the error in one line on standard error and exits with 1: catalogue %s', async (line) => {
    const { status, stdout, stderr } = await runCommand(split(line), { env });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^catalogue: [^\n]+\n$/);
  });
});
