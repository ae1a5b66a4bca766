import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startPostgres, type EmbeddedPostgres } from '@kitroom/devstack/embedded-postgres';
import { queryOnce } from '@kitroom/devstack/query-once';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { repository } from './repository.ts';

const SERVICES = ['catalogue', 'collection'] as const;
const PASSWORDS = {
  CATALOGUE_DATABASE_PASSWORD: "it's a 1:1 draw",
  COLLECTION_DATABASE_PASSWORD: 'the other one',
};
const NOT_ALLOWED = '42501';

let folder: string;
let postgres: EmbeddedPostgres;

// A separate server, as roles belong to the whole server.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-roles-'));
  chmodSync(folder, 0o755);
  postgres = await startPostgres({ dataDir: folder, forTests: true });
  await runAsPsql(readFileSync(join(repository, 'infra/postgres/roles.sql'), 'utf8'), PASSWORDS);
}, 60_000);

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

describe.each([
  { role: 'catalogue', otherRole: 'collection' },
  { role: 'collection', otherRole: 'catalogue' },
] as const)('the role $role', ({ role, otherRole }) => {
  it('migrates and owns its database', async () => {
    const url = urlOf(role, role);
    const env = { DATABASE_URL: url, SECRET_KEY: 'only-for-the-tests-of-the-roles-0123456789' };
    expect(await runServiceCommand(role, ['migrate'], { env })).toMatchObject({ status: 0 });
    const owners = await queryOnce(
      url,
      `select distinct tableowner as owner from pg_tables where schemaname = 'public'`,
    );
    expect(owners).toEqual([{ owner: role }]);
  }, 60_000);

  it.each([otherRole, 'postgres', 'template1'])('cannot connect to the database %s', async (database) => {
    await expect(queryOnce(urlOf(role, database), 'select 1')).rejects.toMatchObject({ code: NOT_ALLOWED });
  });

  it('cannot create databases or roles, or change the password of another role', async () => {
    for (const statement of [
      `create database more`,
      `create role more`,
      `alter role ${otherRole} password 'x'`,
    ]) {
      await expect(queryOnce(urlOf(role, role), statement)).rejects.toMatchObject({ code: NOT_ALLOWED });
    }
  });
});

describe('the role of the catalogue', () => {
  it('has pg_trgm, which fuzzy search needs, in its database', async () => {
    const [row] = await queryOnce(
      urlOf('catalogue', 'catalogue'),
      `select similarity('arsenal', 'arsenel') > 0 as yes`,
    );
    expect(row).toEqual({ yes: true });
  });
});

describe('roles of other applications', () => {
  it('cannot connect to either database', async () => {
    await queryOnce(postgres.url('postgres'), `create role stranger login password 'let me in'`);
    for (const database of SERVICES) {
      const url = new URL(postgres.url(database));
      [url.username, url.password] = ['stranger', 'let me in'];
      await expect(queryOnce(url.href, 'select 1')).rejects.toMatchObject({ code: NOT_ALLOWED });
    }
  });
});

function urlOf(role: (typeof SERVICES)[number], database: string): string {
  const url = new URL(postgres.url(database));
  url.username = role;
  url.password = encodeURIComponent(
    PASSWORDS[`${role === 'catalogue' ? 'CATALOGUE' : 'COLLECTION'}_DATABASE_PASSWORD`],
  );
  return url.href;
}

/** Runs a script as psql does, one statement at a time, with variables from the environment. */
async function runAsPsql(script: string, env: Record<string, string>): Promise<void> {
  const known: Record<string, string> = {};
  const sql = script
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/^\\getenv (\w+) (\w+)$/gm, (_all, name: string, from: string) => {
      known[name] = env[from] ?? '';
      return '';
    })
    .replaceAll(/:'(\w+)'/g, (_all, name: string) => pg.escapeLiteral(known[name] ?? ''));
  for (const statement of sql.split(';').filter((part) => part.trim() !== '')) {
    await queryOnce(postgres.url('postgres'), statement);
  }
}
