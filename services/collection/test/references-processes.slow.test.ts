import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, query, type Database } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { neverResponding, RECORDS, servingRecords, useStandInCatalogue } from './stand-in-catalogue.ts';
import { createCollectionDatabase } from './test-collection.ts';

const RECOVERY_MS = 60_000;

const catalogue = useStandInCatalogue();
let database: TestDatabase;
let db: Database;
let services: TestService[];

beforeEach(async () => {
  database = await createCollectionDatabase();
  db = openDatabase({ url: database.url, poolMax: 1, applicationName: 'test', statementTimeoutMs: 5000 });
  services = [];
  // The state after an item was saved while the catalogue was unavailable.
  await query(db, 'insert into brands (id) values (3)');
  catalogue.setBehaviour(neverResponding);
  catalogue.seen.length = 0;
});

afterEach(async () => {
  await Promise.all(services.map((service) => service.kill('SIGKILL')));
  await db.destroy();
  await database.drop();
});

async function start(command: 'serve' | 'worker', env: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService(
    'collection',
    { DATABASE_URL: database.url, CATALOGUE_URL: catalogue.url, ...env },
    { command: [command], waits: command === 'serve' },
  );
  services.push(service);
  return service;
}

/** The paths of requested records, without requests of the health report. */
function requestedPaths(): string[] {
  return catalogue.seen.map(({ path }) => path).filter((path) => path.startsWith('/api/brands/'));
}

async function untilRequested(): Promise<void> {
  await eventually(async () => expect(requestedPaths().length).toBeGreaterThan(0), 20_000);
}

async function untilComplete(timeoutMs: number): Promise<void> {
  await eventually(async () => {
    expect(await query(db, 'select name from brands')).toEqual([{ name: 'adidas' }]);
  }, timeoutMs);
}

async function listJobs(): Promise<unknown[]> {
  return query(
    db,
    "select name, next_run_at is not null as waits from agenda_jobs where data ->> 'key' = 'all'",
  );
}

describe('the job that completes pending copies', () => {
  it('is run by the worker command while WORKER is false for the service', async () => {
    catalogue.setBehaviour(servingRecords(RECORDS));
    const service = await start('serve', { WORKER: 'false' });
    const worker = await start('worker');
    await untilComplete(20_000);
    expect(await worker.kill('SIGTERM')).toEqual({ status: 0, signal: null });
    expect(worker.logs().at(-1)).toMatchObject({ service: 'collection', msg: 'stopped' });
    expect(await service.kill('SIGTERM')).toEqual({ status: 0, signal: null });
  }, 60_000);

  it('is released within five seconds by a process that stops', async () => {
    const first = await start('serve');
    await untilRequested();
    const stoppedAt = performance.now();
    expect(await first.kill('SIGTERM')).toEqual({ status: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(5000);
    expect(await listJobs()).toEqual([{ name: 'references', waits: true }]);
    catalogue.setBehaviour(servingRecords(RECORDS));
    await start('serve');
    await untilComplete(15_000);
  }, 60_000);

  it('is taken over from a process that was killed', async () => {
    const doomed = await start('serve');
    await untilRequested();
    await doomed.kill('SIGKILL');
    catalogue.setBehaviour(servingRecords(RECORDS));
    await start('serve');
    await untilComplete(RECOVERY_MS);
  }, 120_000);

  it('runs in only one of two processes at a time', async () => {
    await query(db, 'insert into brands (id) select generate_series(100, 130)');
    let open = 0;
    let most = 0;
    catalogue.setBehaviour((response, url) => {
      if (!url.pathname.startsWith('/api/brands/')) return servingRecords({})(response, url);
      open += 1;
      most = Math.max(most, open);
      response.once('close', () => (open -= 1));
      return setTimeout(() => servingRecords(RECORDS)(response, url), 50);
    });
    await Promise.all([start('serve'), start('worker')]);
    await eventually(async () => {
      expect(await query(db, 'select id from brands where taken_at is null')).toEqual([]);
    }, 40_000);
    expect([most, requestedPaths().length]).toEqual([1, 32]);
  }, 90_000);
});
