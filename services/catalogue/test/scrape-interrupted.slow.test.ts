import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { closeDatabase, openDatabase, query, type Database } from '@kitroom/server/database/database';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { expireJobLocks } from '@kitroom/testing/expire-job-locks';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { useStarter } from '@kitroom/testing/use-service';
import { createWrongClock, FAKETIME } from '@kitroom/testing/wrong-clock';
import { createCatalogueDatabase } from './test-catalogue.ts';

const { withThreeKits: userid, withManyKits } = STAND_IN_COLLECTORS;
/** An unclaimed job is found within 5 s; the rest allows for a busy machine. */
const TAKEN_OVER_MS = 45_000;
const HOUR = 3600;

let archive: StandInArchive;
let database: TestDatabase;
let db: Database;
let front: TestService;

const serve = useStarter(
  (env: Record<string, string> = {}) =>
    startTestService('catalogue', {
      DATABASE_URL: database.url,
      ARCHIVE_BASE_URL: archive.url,
      ARCHIVE_MIN_INTERVAL_MS: '100',
      RATE_LIMIT_REQUESTS: '1000000',
      ...env,
    }),
  (service) => service.kill('SIGKILL'),
);

beforeEach(async () => {
  [archive, database] = await Promise.all([startStandInArchive(), createCatalogueDatabase()]);
  db = openDatabase({ url: database.url, poolMax: 1, applicationName: 'test', statementTimeoutMs: 5000 });
  front = await serve({ WORKER: 'false' });
}, 90_000);

afterEach(async () => {
  await archive.stop();
  await closeDatabase(db);
  await database.drop();
});

async function scrape(collector: number, method = 'GET'): Promise<unknown> {
  const response = await fetch(`${front.url}/api/user-collection/${collector}/scrape`, { method });
  return response.json();
}

/** Waits until a process works on the scrape and gets no response of the archive. */
async function untilHanging(requests: number): Promise<void> {
  await eventually(
    async () => expect(archive.requests().length).toBeGreaterThanOrEqual(requests),
    TAKEN_OVER_MS,
  );
}

async function killAndExpire(doomed: TestService): Promise<void> {
  await doomed.kill('SIGKILL');
  await expireJobLocks(database.url);
}

describe('a scrape', () => {
  it('fails permanently after three kills at its first page, while other scrapes complete', async () => {
    archive.setBehaviour((request) => (request.userid === userid ? { hang: true } : undefined));
    await scrape(userid, 'POST');
    for (let kills = 1; kills <= 3; kills += 1) {
      const doomed = await serve();
      await untilHanging(kills);
      await killAndExpire(doomed);
    }
    await scrape(withManyKits, 'POST');
    const next = await serve();
    await eventually(async () => {
      expect(await scrape(userid)).toMatchObject({
        status: 'failed',
        error: 'This was started 3 times without any progress and will not be tried again.',
      });
      expect(await scrape(withManyKits)).toMatchObject({ status: 'ready' });
    }, TAKEN_OVER_MS);
    expect(archive.requests().filter(({ path }) => path.includes(`${userid}`))).toHaveLength(3);
    // The nightly bulk files may have been killed three times as well.
    const errors = next.logs().filter(({ level, job }) => level === 'error' && job === 'scrape-collection');
    expect(errors).toMatchObject([
      { msg: 'a job was started three times without progress; giving up', key: String(userid) },
    ]);
  }, 300_000);
});

describeWhere(
  FAKETIME,
  { title: 'a worker whose clock is wrong', missing: 'this machine has no libfaketime' },
  () => {
    it.each([24 * HOUR, -24 * HOUR])(
      'runs recurring jobs on time, and its scrape is taken over by another worker: %d seconds',
      async (seconds) => {
        const folder = await mkdtemp(join(tmpdir(), 'kitroom-clock-'));
        try {
          const clock = createWrongClock(join(folder, 'clock'));
          const worker = await serve(clock.env);
          await runRecurringJobs();
          clock.set(seconds);
          await runRecurringJobs();
          clock.set(0);
          await runRecurringJobs();

          clock.set(seconds);
          archive.setBehaviour(() => (archive.requests().length === 1 ? { hang: true } : undefined));
          await scrape(userid, 'POST');
          await untilHanging(1);
          await killAndExpire(worker);
          await serve();
          await eventually(
            async () => expect(await scrape(userid)).toMatchObject({ status: 'ready', error: null }),
            TAKEN_OVER_MS,
          );
        } finally {
          await rm(folder, { recursive: true });
        }
      },
      180_000,
    );
  },
);

/** Makes the recurring jobs due; each must run once and be scheduled again by the database's clock. */
async function runRecurringJobs(): Promise<void> {
  const [due] = await query<{ count: number }>(
    db,
    `with due as (
       update agenda_jobs set next_run_at = now(), last_finished_at = null where repeat_interval is not null returning id
     ) select count(*)::int as count from due`,
  );
  expect(due?.count).toBeGreaterThan(0);
  await eventually(async () => {
    const unplanned = await query(
      db,
      `select name, next_run_at - now() as ahead, locked_at - now() as locked, last_finished_at - now() as ended
       from agenda_jobs
       where repeat_interval is not null and (
         locked_at is not null
         or next_run_at not between now() and now() + repeat_interval::interval
         or last_finished_at is null
         or last_finished_at not between now() - interval '30 seconds' and now()
       )`,
    );
    expect(unplanned).toEqual([]);
  });
}
