import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';
import { useStarter } from '@kitroom/testing/use-service';
import { runCommand } from './test-catalogue.ts';

let database: TestDatabase;

const start = useStarter(
  (command: string[], waits: boolean) =>
    startTestService('catalogue', { DATABASE_URL: database.url }, { command, waits }),
  (service) => service.kill('SIGKILL'),
);

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(async () => {
  await database.drop();
});

function migrate() {
  return runCommand(['migrate'], { env: { DATABASE_URL: database.url } });
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function listMigrations(): Promise<string[]> {
  return withClient(async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from knex_migrations order by id');
    return rows.map(({ name }) => name);
  });
}

/**
 * Starts a command that migrates, and kills it while it waits to create the table of kits, which another
 * transaction has created and then rolls back.
 */
async function killHalfWay(command: string[]): Promise<void> {
  await withClient(async (client) => {
    await client.query('begin');
    await client.query('create table kits ()');
    const service = await start(command, false);
    await eventually(async () => {
      const { rows } = await client.query(
        'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      );
      expect(rows).toHaveLength(1);
    });
    expect(await service.kill('SIGKILL')).toEqual({ status: null, signal: 'SIGKILL' });
    await client.query('rollback');
  });
}

describe('catalogue migrate', () => {
  it('migrates an empty database and lists the migrations, and does nothing the second time', async () => {
    const first = await migrate();
    expect([first.status, first.stdout]).toEqual([0, '']);
    const names = await listMigrations();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(first.stderr).toContain(name);
    const second = await migrate();
    expect([second.status, second.stderr]).toEqual([0, 'The database is up to date.\n']);
  });

  it('runs each migration in its own transaction', async () => {
    expect((await migrate()).status).toBe(0);
    const transactions = await withClient((client) =>
      client.query('select distinct xmin from knex_migrations'),
    );
    expect(transactions.rowCount).toBe((await listMigrations()).length);
  });

  it('runs each migration once when four processes start at the same time', async () => {
    const env = { DATABASE_URL: database.url };
    const processes = Array.from({ length: 4 }, () => runServiceCommand('catalogue', ['migrate'], { env }));
    const results = await Promise.all(processes);
    expect(results.map(({ status, stderr }) => [status, status === 0 ? '' : stderr])).toEqual(
      results.map(() => [0, '']),
    );
    expect(results.filter(({ stderr }) => stderr.startsWith('Ran '))).toHaveLength(1);
    const names = await listMigrations();
    expect(new Set(names).size).toBe(names.length);
  });

  it('succeeds after an earlier run was killed halfway', async () => {
    await killHalfWay(['migrate']);
    expect((await migrate()).status).toBe(0);
    const service = await start(['serve'], true);
    expect((await fetch(`${service.url}/api/kits`)).status).toBe(200);
  });

  it('reports in one line that the database is unreachable, and exits with 1', async () => {
    const { status, stdout, stderr } = await runCommand(['migrate'], {
      env: { DATABASE_URL: 'postgres://nobody:geheim123@127.0.0.1:1/none' },
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^catalogue: [^\n]*127\.0\.0\.1:1[^\n]*\n$/);
    expect(stderr).not.toContain('geheim123');
  });
});

describe('catalogue serve', () => {
  it('migrates an empty database before it accepts requests', async () => {
    const service = await start(['serve'], true);
    const response = await fetch(`${service.url}/api/kits`);
    expect([response.status, await response.json()]).toEqual([200, []]);
    expect((await listMigrations()).length).toBeGreaterThan(0);
  });

  it('starts in two processes at the same time on an empty database', async () => {
    const services = await Promise.all([start(['serve'], true), start(['serve'], true)]);
    for (const service of services) expect((await fetch(`${service.url}/api/kits`)).status).toBe(200);
  });

  it('starts after it was killed during a migration', async () => {
    await killHalfWay(['serve']);
    const service = await start(['serve'], true);
    expect((await fetch(`${service.url}/api/kits`)).status).toBe(200);
  });

  it('starts after it was killed while serving, with all data', async () => {
    const service = await start(['serve'], true);
    await withClient((client) =>
      client.query("insert into brands (slug, name) values ('puma-kits', 'Puma')"),
    );
    const requests = Array.from({ length: 20 }, (_, index) =>
      fetch(`${service.url}/api/random-kits/?page=${index + 1}`),
    );
    const ended = service.kill('SIGKILL');
    await Promise.allSettled(requests);
    expect(await ended).toEqual({ status: null, signal: 'SIGKILL' });
    const restarted = await start(['serve'], true);
    const response = await fetch(`${restarted.url}/api/brands/search?keyword=puma`);
    expect(await response.json()).toEqual([expect.objectContaining({ name: 'Puma' })]);
  });

  it('runs on a database that a newer version has migrated further', async () => {
    expect((await migrate()).status).toBe(0);
    await withClient((client) =>
      client.query(
        "insert into knex_migrations (name, batch, migration_time) values ('29990101000000_future', 99, now())",
      ),
    );
    const service = await start(['serve'], true);
    expect((await fetch(`${service.url}/api/kits`)).status).toBe(200);
    expect((await migrate()).status).toBe(0);
  });
});
