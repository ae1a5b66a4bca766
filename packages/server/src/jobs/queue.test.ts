import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { pino } from 'pino';
import { closeDatabase, openDatabase, query, type Database } from '../database/database.ts';
import { enqueue, LOCK_MS, type JobRun } from './jobs.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createJobsTable } from './queue-schema.ts';
import { openQueue } from './queue.ts';

/** Agenda looks that often whether a job that runs still has its lock. */
const LOCK_CHECK_MS = LOCK_MS / 2;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createEmptyDatabase();
  db = openDatabase({ ...optionsOf(database), poolMax: 3 });
  await createJobsTable(db);
});

afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

function optionsOf({ url }: TestDatabase) {
  return { url, poolMax: 1, applicationName: 'queue test', statementTimeoutMs: null };
}

/** A queue of one kind of job, and the messages that it logs as warnings or worse. */
async function openTestQueue(run: (job: JobRun) => Promise<'done'>) {
  const problems: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void problems.push(line) });
  const kinds = { chore: { concurrency: 1, run } };
  const queue = await openQueue({
    database: optionsOf(database),
    log,
    kinds,
    metrics: createMetrics(),
    tracing: undefined,
  });
  return { queue, problems };
}

it(
  'does not complain of a job whose end takes long to be stored',
  async () => {
    const hold = await db.transaction();
    const { queue, problems } = await openTestQueue(async ({ key }) => {
      await query(hold, "select id from agenda_jobs where data ->> 'key' = ? for update", [key]);
      return 'done';
    });
    try {
      await enqueue(db, 'chore', 'slow to store');
      await eventually(async () => expect(await countWaiting()).toBe(1));
      await delay(LOCK_CHECK_MS);
      await hold.commit();
      await eventually(async () => expect(await query(db, 'select id from agenda_jobs')).toEqual([]));
      expect(problems).toEqual([]);
    } finally {
      if (!hold.isCompleted()) await hold.rollback();
      await queue.stop(1000);
    }
  },
  6 * LOCK_CHECK_MS,
);

/** How many statements wait for what another one holds. */
async function countWaiting(): Promise<number> {
  const rows = await query(
    db,
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
