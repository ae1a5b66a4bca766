import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import type { CommandOutput } from '@kitroom/testing/captured-output';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase } from '@kitroom/testing/test-databases';
import { runCommand, useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue({ env: { API_ENABLE_AUTH: '1' } });

function keys(...args: string[]): Promise<CommandOutput> {
  return runCommand(['keys', ...args], { env: { DATABASE_URL: catalogue.databaseUrl } });
}

async function createKey(name: string, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await keys('create', '--name', name, ...args);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^kitroom_[\w-]{43}\n$/);
  return stdout.trim();
}

async function statusWith(key: string): Promise<number> {
  return (await catalogue.request('/api/kits', { headers: { 'X-API-Key': key } })).status;
}

/** The line of `keys list` about a key. */
async function listLine(name: string): Promise<string> {
  const { status, stdout, stderr } = await keys('list');
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').filter((line) => line.split('\t')[1] === name);
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

async function expiryOf(name: string): Promise<Date | null | undefined> {
  const [row] = await query<{ expires_at: Date | null }>(
    catalogue.db,
    'select expires_at from api_keys where name = ?',
    [name],
  );
  return row?.expires_at;
}

describe('catalogue keys create', () => {
  it('prints only the key, which is valid immediately', async () => {
    expect(await statusWith(await createKey('works'))).toBe(200);
  });

  it('shows the key only once', async () => {
    const key = await createKey('shown once');
    const { stdout } = await keys('list');
    expect(stdout).toContain('shown once');
    expect(stdout).not.toContain(key);
    expect(stdout).not.toContain(key.slice('kitroom_'.length));
    const rows = await query<{ text: string }>(catalogue.db, 'select api_keys::text as text from api_keys');
    expect(rows.map(({ text }) => text).join()).not.toContain(key.slice('kitroom_'.length));
  });

  it.each([
    ['a date, which means its end in UTC', '2027-01-31', '2027-01-31T23:59:59.999Z'],
    ['the leap day', '2028-02-29', '2028-02-29T23:59:59.999Z'],
    ['a time in UTC', '2027-01-31T12:30:00Z', '2027-01-31T12:30:00.000Z'],
    ['a time in another zone', '2027-01-31T12:30:00+02:00', '2027-01-31T10:30:00.000Z'],
    ['a time without a zone, which means UTC', '2027-01-31 12:30', '2027-01-31T12:30:00.000Z'],
  ])('sets the expiry from %s', async (title, expiry, expected) => {
    await createKey(title, '--expires', expiry);
    expect((await expiryOf(title))?.toISOString()).toBe(expected);
    expect(await listLine(title)).toContain(`expires ${expected}`);
  });

  it('creates a key that is valid until the end of its last day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await statusWith(await createKey('today', '--expires', today))).toBe(200);
    expect(await statusWith(await createKey('yesterday', '--expires', '2026-01-01'))).toBe(401);
  });

  it('sets a separate rate limit for the key, or disables the limit', async () => {
    const limited = await createKey('limited', '--rate-limit', '2');
    expect([await statusWith(limited), await statusWith(limited), await statusWith(limited)]).toEqual([
      200, 200, 403,
    ]);
    expect(await listLine('limited')).toContain('2 requests per window');
    await createKey('unlimited', '--rate-limit', 'none');
    expect(await listLine('unlimited')).toContain('no limit');
    await createKey('usual');
    expect(await listLine('usual')).toContain('default requests per window');
  });
});

describe('catalogue keys revoke', () => {
  it('makes the key invalid within a second', async () => {
    const key = await createKey('to revoke');
    expect(await statusWith(key)).toBe(200);
    const id = (await listLine('to revoke')).split('\t')[0] ?? '';
    expect((await keys('revoke', id)).status).toBe(0);
    await eventually(async () => expect(await statusWith(key)).toBe(401), 1000);
    expect(await listLine('to revoke')).toContain('revoked 20');
  });

  it('reports in one line that the key does not exist, and exits with 1', async () => {
    const { status, stdout, stderr } = await keys('revoke', '2147483647');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^catalogue: There is no key 2147483647[^\n]*\n$/);
  });
});

describe('catalogue keys', () => {
  it('requires a database that has been migrated', async () => {
    const empty = await createEmptyDatabase();
    const env = { DATABASE_URL: empty.url };
    const { status, stderr } = await runCommand(['keys', 'create', '--name', 'a'], { env });
    expect([status, stderr]).toEqual([
      1,
      'catalogue: the database is not up to date: run the command "migrate" first\n',
    ]);
    await empty.drop();
  });
});
