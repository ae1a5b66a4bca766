import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { testVariables } from './test-servers.ts';

/** A database for a test file. */
export interface TestDatabase {
  name: string;
  /** The superuser's URL. */
  url: string;
  /** Drops it, terminating open connections. */
  drop(): Promise<void>;
}

/**
 * Creates a database with the tables of a service (`catalogue`, `collection`): a clone of a template that the
 * first caller of the run migrates. `migrate` must have closed its connections when it resolves.
 */
export async function createTestDatabase(
  service: string,
  migrate: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const template = `template_${service}`;
  await withServer((client) => ensureTemplate(client, template, migrate));
  return createDatabase(`${service}_${randomName()}`, template);
}

export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(`empty_${randomName()}`, 'template1');
}

/** Runs `work` while holding a lock that is shared by all test processes. */
export async function withTestLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return withServer(async (client) => {
    await lock(client, name);
    return work();
  });
}

/** Held until the client disconnects. */
async function lock(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
}

// Tests run in several processes: one of them migrates while the others wait.
async function ensureTemplate(
  client: pg.Client,
  template: string,
  migrate: (url: string) => Promise<void>,
): Promise<void> {
  await lock(client, template);
  const name = pg.escapeIdentifier(template);
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
    template,
  ]);
  if (rowCount === 1) return;
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await migrate(urlOf(template));
  // Marks the complete template; it allows no connections, because they would prevent cloning.
  await client.query(`alter database ${name} with is_template true allow_connections false`);
}

async function createDatabase(name: string, template: string): Promise<TestDatabase> {
  const [database, source] = [pg.escapeIdentifier(name), pg.escapeIdentifier(template)];
  await withServer((client) =>
    client.query(`create database ${database} template ${source} strategy file_copy`),
  );
  return {
    name,
    url: urlOf(name),
    drop: async () => {
      await withServer((client) => client.query(`drop database if exists ${database} with (force)`));
    },
  };
}

async function withServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const server = process.env[testVariables.postgres];
  if (!server) throw new Error('the tests’ PostgreSQL does not run: start the tests with npm test');
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function randomName(): string {
  return randomBytes(6).toString('hex');
}

/** Returns the default folder for bulk data of a test's catalogues that share a database. */
export function bulkFolderOf(databaseUrl: string): string {
  const { port, pathname } = new URL(databaseUrl);
  return join(tmpdir(), 'kitroom-test-bulk', port, pathname.slice(1));
}
