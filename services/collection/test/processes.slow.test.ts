import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';

/** Created by the service when it checks that the folder is writable. */
const MEDIA_ROOT = join(tmpdir(), 'kitroom-test-media');

let database: TestDatabase;
const started: TestService[] = [];

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.kill('SIGKILL')));
  await database.drop();
});

async function start(env: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService('collection', { DATABASE_URL: database.url, MEDIA_ROOT, ...env });
  started.push(service);
  return service;
}

async function listMigrations(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select name from knex_migrations order by id');
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

describe('collection serve', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'migrates its database, responds to requests, and stops cleanly on %s',
    async (signal) => {
      const service = await start();
      expect((await listMigrations()).length).toBeGreaterThan(0);
      expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
      expect(await service.kill(signal)).toEqual({ status: 0, signal: null });
      expect(service.logs().at(-1)).toMatchObject({ service: 'collection', msg: 'stopped' });
      expect(service.lines().filter((line) => !line.startsWith('{'))).toEqual([]);
    },
  );

  it('starts again after it was killed', async () => {
    const service = await start();
    expect(await service.kill('SIGKILL')).toEqual({ status: null, signal: 'SIGKILL' });
    expect((await fetch(`${(await start()).url}/api/health`)).status).toBe(200);
  });

  it('exposes metrics on METRICS_PORT', async () => {
    const port = await reserveTestPort();
    await start({ METRICS_PORT: String(port) });
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(await response.text()).toContain('http_request_duration_seconds');
  });

  it('exits 1 without SECRET_KEY in production, with an error of one line', async () => {
    const env = { DATABASE_URL: database.url, NODE_ENV: 'production' };
    const { status, stdout, stderr } = await runServiceCommand('collection', ['serve'], { env });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^collection: SECRET_KEY is required[^\n]*32[^\n]*\n$/);
  });

  it('exits 1 if SECRET_KEY is too short, without printing it', async () => {
    const env = { DATABASE_URL: database.url, SECRET_KEY: 'geheim123' };
    const { status, stderr } = await runServiceCommand('collection', ['serve'], { env });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^collection: SECRET_KEY is set to a wrong value[^\n]*32[^\n]*\n$/);
    expect(stderr).not.toContain('geheim123');
  });
});

describe('the job queue', () => {
  async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: database.url, application_name: 'test' });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const JOBS = 'select last_finished_at from agenda_jobs where last_finished_at is not null';

  it.each([{}, { WORKER: 'true' }])('is processed by the service: %j', async (env) => {
    await start(env);
    await eventually(async () => expect((await query(JOBS)).length).toBeGreaterThan(0));
  });

  it('is not processed by a service with WORKER=false', async () => {
    await start({ WORKER: 'false' });
    expect(await query('select name from agenda_jobs')).toEqual([]);
  });

  it('is processed by the worker command, which stops cleanly', async () => {
    const worker = await startTestService(
      'collection',
      { DATABASE_URL: database.url, MEDIA_ROOT },
      { command: ['worker'], waits: false },
    );
    started.push(worker);
    await worker.waitForLine((line) => line.includes('processing jobs'), 20_000);
    await eventually(async () => expect((await query(JOBS)).length).toBeGreaterThan(0));
    expect(await worker.kill()).toEqual({ status: 0, signal: null });
    expect(await query(CONNECTIONS)).toEqual([]);
  });

  const CONNECTIONS =
    "select pid from pg_stat_activity where application_name = 'kitroom-collection' and datname = current_database()";

  it('shares the DATABASE_POOL_MAX connections of a process with requests', async () => {
    const service = await start({ DATABASE_POOL_MAX: '5' });
    const headers = { Authorization: `Token ${'0'.repeat(40)}` };
    const requests = Array.from({ length: 60 }, () =>
      fetch(`${service.url}/api/users/`, { headers }).then((response) => response.status),
    );
    let most = 0;
    const done = Promise.all(requests).then(() => true);
    while (!(await Promise.race([done, delay(1)]))) most = Math.max(most, (await query(CONNECTIONS)).length);
    most = Math.max(most, (await query(CONNECTIONS)).length);
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(5);
  });
});

describe('collection migrate', () => {
  it('succeeds when run three times in parallel on an empty database', async () => {
    const env = { DATABASE_URL: database.url };
    const results = await Promise.all(
      [1, 2, 3].map(() => runServiceCommand('collection', ['migrate'], { env })),
    );
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(results.filter(({ stderr }) => stderr.startsWith('Ran '))).toHaveLength(1);
  });
});

describe('the collection command', () => {
  it.each([['--help'], ['serve', '--help'], ['worker', '--help'], ['migrate', '--help']])(
    'prints its usage: %s',
    async (...args) => {
      const { status, stdout } = await runServiceCommand('collection', args);
      expect(status).toBe(0);
      expect(stdout).toContain('Usage: collection');
    },
  );

  it.each([[], ['fly'], ['migrate', 'up']])('exits 2 on wrong usage: %s', async (...args) => {
    const { status, stdout } = await runServiceCommand('collection', args);
    expect([status, stdout]).toEqual([2, '']);
  });
});
