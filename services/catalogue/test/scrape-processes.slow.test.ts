import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startPostgres } from '@kitroom/devstack/embedded-postgres';
import { queryOnce } from '@kitroom/devstack/query-once';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { startTcpProxy } from './tcp-proxy.ts';
import { createCatalogueDatabase } from './test-catalogue.ts';

const { withThreeKits, withManyKits, withVeryManyKits, rateLimited } = STAND_IN_COLLECTORS;
const RECOVERY_MS = 60_000;

let archive: StandInArchive;
let database: TestDatabase;
let services: TestService[];

beforeEach(async () => {
  [archive, database] = await Promise.all([startStandInArchive(), createCatalogueDatabase()]);
  services = [];
});

afterEach(async () => {
  await Promise.all(services.map((service) => service.kill('SIGKILL')));
  await archive.stop();
  await database.drop();
});

async function serve(env: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService('catalogue', {
    DATABASE_URL: database.url,
    ARCHIVE_BASE_URL: archive.url,
    ARCHIVE_MIN_INTERVAL_MS: '100',
    RATE_LIMIT_REQUESTS: '1000000',
    ...env,
  });
  services.push(service);
  return service;
}

/** The fields that are read from the service's responses. */
interface ScrapeBody {
  task_id: string;
  status: string;
  pages_scraped: number;
  data: { entries: unknown[] };
}

async function request(
  service: TestService,
  userid: number,
  suffix: string,
  method = 'GET',
): Promise<ScrapeBody> {
  const response = await fetch(`${service.url}/api/user-collection/${userid}${suffix}`, { method });
  return (await response.json()) as ScrapeBody;
}

const start = (service: TestService, userid: number) => request(service, userid, '/scrape', 'POST');

async function untilReady(service: TestService, userid: number, timeoutMs = RECOVERY_MS): Promise<void> {
  await eventually(async () => {
    const progress = await request(service, userid, '/scrape');
    expect(progress).toMatchObject({ status: 'ready', error: null });
  }, timeoutMs);
}

async function untilPage(service: TestService, userid: number, pages: number): Promise<void> {
  await eventually(async () => {
    const progress = await request(service, userid, '/scrape');
    expect(progress.pages_scraped).toBeGreaterThanOrEqual(pages);
  }, 30_000);
}

async function untilAskedFor(words: string): Promise<void> {
  await eventually(async () => {
    expect(archive.requests().map(({ path: requested }) => requested)).toContainEqual(
      expect.stringContaining(words),
    );
  });
}

async function entries(service: TestService, userid: number): Promise<unknown[]> {
  const { data } = await request(service, userid, '/scrape', 'POST');
  return data.entries;
}

/** How often each page of a collector was requested, without pages requested once. */
function listRepeated(): string[] {
  const counts = Map.groupBy(archive.requests(), ({ path: requested }) => requested);
  return [...counts].filter(([, requests]) => requests.length > 1).map(([requested]) => requested);
}

describe('two catalogue replicas', () => {
  it('send requests to the archive at least two seconds apart while three scrapes run', async () => {
    const replicas = await Promise.all([
      serve({ ARCHIVE_MIN_INTERVAL_MS: '2000' }),
      serve({ ARCHIVE_MIN_INTERVAL_MS: '2000' }),
    ]);
    const [first, second] = replicas;
    if (!first || !second) throw new Error('two replicas were to be started');
    await Promise.all([start(first, withManyKits), start(second, withThreeKits), start(first, rateLimited)]);
    await Promise.all([withManyKits, withThreeKits, rateLimited].map((userid) => untilReady(second, userid)));
    const times = archive.requests().map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(times.length).toBeGreaterThanOrEqual(9);
    // Sent two seconds apart; a busy machine receives one a little later than the next.
    expect(Math.min(...gaps)).toBeGreaterThan(1900);
  }, 120_000);

  it('run only one scrape of a collector at a time', async () => {
    const [first, second] = await Promise.all([serve(), serve()]);
    const responses = await Promise.all(
      [first, second, first, second].map((replica) => start(replica, withManyKits)),
    );
    expect(new Set(responses.map(({ task_id: id }) => id)).size).toBe(1);
    await untilReady(first, withManyKits);
    expect(listRepeated()).toEqual([]);
  }, 60_000);

  it('hand a running scrape over within ten seconds when one replica is stopped', async () => {
    const first = await serve();
    const second = await serve();
    // It has started before the scrape, which would be over otherwise on a slow machine, and takes no job
    // yet.
    second.signal('SIGSTOP');
    await start(first, withVeryManyKits);
    await untilPage(first, withVeryManyKits, 3);
    second.signal('SIGCONT');
    expect(await first.kill('SIGTERM')).toMatchObject({ status: 0 });
    const { pages_scraped: reached } = await request(second, withVeryManyKits, '/scrape');
    const stopped = performance.now();
    await untilPage(second, withVeryManyKits, reached + 1);
    expect(performance.now() - stopped).toBeLessThan(10_000);
    await untilReady(second, withVeryManyKits);
    expect(listRepeated()).toEqual([]);
  }, 90_000);

  it('do not repeat a page that was being received when one replica was stopped', async () => {
    archive.setBehaviour(({ page, count }) => (page === 2 && count === 1 ? { delayMs: 1500 } : undefined));
    const [first, second] = [await serve(), await serve({ WORKER: 'false' })];
    await start(first, withManyKits);
    await untilAskedFor('page=2');
    expect(await first.kill('SIGTERM')).toMatchObject({ status: 0 });
    expect(await request(second, withManyKits, '/scrape')).toMatchObject({ pages_scraped: 2 });
    await untilReady(await serve(), withManyKits);
    expect(listRepeated()).toEqual([]);
  }, 60_000);

  it('hand a scrape over even if the archive does not respond to the stopping replica', async () => {
    archive.setBehaviour(({ page, count }) => (page === 2 && count === 1 ? { hang: true } : undefined));
    const first = await serve();
    await start(first, withManyKits);
    await untilAskedFor('page=2');
    expect(await first.kill('SIGTERM')).toMatchObject({ status: 0 });
    const stopped = performance.now();
    await untilReady(await serve(), withManyKits);
    // Without having to wait for its lock to become old.
    expect(performance.now() - stopped).toBeLessThan(15_000);
  }, 60_000);
});

describe('an interrupted scrape', () => {
  it('stores the same collection after SIGKILL, and repeats at most the interrupted page', async () => {
    const undisturbed = await serve();
    await start(undisturbed, withVeryManyKits);
    await untilReady(undisturbed, withVeryManyKits);
    const expected = await entries(undisturbed, withVeryManyKits);
    await undisturbed.kill('SIGTERM');
    archive.clear();

    const doomed = await serve();
    await request(doomed, withVeryManyKits, '/scrape?force=true', 'POST');
    await untilPage(doomed, withVeryManyKits, 5);
    await doomed.kill('SIGKILL');
    const killed = performance.now();
    const reached = archive.requests().length;

    const next = await serve();
    await eventually(async () => {
      expect(archive.requests().length).toBeGreaterThan(reached);
    }, RECOVERY_MS);
    expect(performance.now() - killed).toBeLessThan(RECOVERY_MS);
    await untilReady(next, withVeryManyKits);
    expect(await entries(next, withVeryManyKits)).toEqual(expected);
    expect(listRepeated().length).toBeLessThanOrEqual(1);
  }, 180_000);

  it('fails permanently after three starts without progress', async () => {
    const service = await serve({ WORKER: 'false' });
    await start(service, withThreeKits);
    await queryOnce(database.url, "update agenda_jobs set begun = 3 where data ->> 'key' = $1", [
      String(withThreeKits),
    ]);
    await serve();
    await eventually(async () => {
      expect(await request(service, withThreeKits, '/scrape')).toMatchObject({
        status: 'failed',
        error: 'This was started 3 times without any progress and will not be tried again.',
      });
    }, 30_000);
  }, 60_000);

  it('continues after a restart of the database', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kitroom-restart-'));
    let postgres = await startPostgres({ dataDir: folder, forTests: true });
    try {
      await postgres.createDatabase('catalogue');
      const service = await serve({ DATABASE_URL: postgres.url('catalogue') });
      await start(service, withVeryManyKits);
      await untilPage(service, withVeryManyKits, 3);
      const { port } = postgres;
      await postgres.stop();
      postgres = await startPostgres({ dataDir: folder, forTests: true, port });
      await untilReady(service, withVeryManyKits, 2 * RECOVERY_MS);
      expect(await entries(service, withVeryManyKits)).toHaveLength(640);
      // The page that was being read, and the page whose turn was lost.
      expect(listRepeated().length).toBeLessThanOrEqual(1);
      await service.kill('SIGTERM');
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }, 240_000);
});

describe('the scrape queue', () => {
  it('is processed by the worker command while the service has WORKER=false', async () => {
    const service = await serve({ WORKER: 'false' });
    await start(service, withThreeKits);
    const worker = await startTestService(
      'catalogue',
      { DATABASE_URL: database.url, ARCHIVE_BASE_URL: archive.url, ARCHIVE_MIN_INTERVAL_MS: '100' },
      { command: ['worker'], waits: false },
    );
    services.push(worker);
    await untilReady(service, withThreeKits);
    expect(await worker.kill('SIGTERM')).toMatchObject({ status: 0 });
  }, 60_000);

  it('recovers scrapes whose job was lost', async () => {
    const service = await serve({ WORKER: 'false' });
    await start(service, withThreeKits);
    await queryOnce(database.url, 'delete from agenda_jobs');
    await serve();
    await untilReady(service, withThreeKits);
  }, 90_000);

  it('queries the database at most once per second when it is idle', async () => {
    await using proxy = await startTcpProxy(Number(new URL(database.url).port));
    const url = new URL(database.url);
    url.port = String(proxy.port);
    await serve({ DATABASE_URL: url.href });
    // Starting up queries more; it is over when a poll of the queue finds nothing to do.
    await delay(8000);
    const before = proxy.queries();
    await delay(30_000);
    const requested = proxy.queries() - before;
    expect(requested).toBeGreaterThan(0);
    expect(requested).toBeLessThanOrEqual(30);
  }, 60_000);
});
