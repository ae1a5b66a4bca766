import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { closeDatabase, openDatabase, query, type Database } from '../database/database.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import {
  enqueue,
  JOBS_CHANNEL,
  LOCK_MS,
  recordProgress,
  removeFailedJobs,
  type JobEnd,
  type JobKind,
  type JobRun,
} from './jobs.ts';
import { createJobsTable } from './queue-schema.ts';
import { openQueue, type Queue } from './queue.ts';

/** Interval at which agenda checks whether a running job still has its lock. */
const LOCK_CHECK_MS = LOCK_MS / 2;

let database: TestDatabase;
let db: Database;
const queues: Queue[] = [];

beforeAll(async () => {
  database = await createEmptyDatabase();
  db = openDatabase({ ...optionsOf(database), poolMax: 3 });
  await createJobsTable(db);
});

afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop(1000)));
  await query(db, 'delete from agenda_jobs');
});

afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

function optionsOf({ url }: TestDatabase) {
  return { url, poolMax: 1, applicationName: 'queue test', statementTimeoutMs: null };
}

/** A queue of one kind of job, its metrics, and the messages that it logs as warnings or worse. */
async function openTestQueue(run: (job: JobRun) => Promise<JobEnd>, kind: Partial<JobKind> = {}) {
  const problems: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void problems.push(line) });
  const metrics = createMetrics();
  const kinds = { chore: { concurrency: 1, run, ...kind } };
  const queue = await openQueue({ database: optionsOf(database), log, kinds, metrics });
  queues.push(queue);
  const count = async (name: string) => {
    const line = new RegExp(`^${name}\\{kind="chore"\\} (\\d+)$`, 'm');
    return Number(line.exec(await metrics.registry.metrics())?.[1]);
  };
  return { queue, problems, count };
}

interface Row {
  key: string;
  begun: number;
  fail_reason: string | null;
  waits: boolean;
}

function rows(): Promise<Row[]> {
  return query(
    db,
    `select data ->> 'key' as key, begun, fail_reason, next_run_at is not null as waits from agenda_jobs
     order by created_at, key`,
  );
}

/** Leaves jobs as a killed process would, with expired locks. */
async function killRuns(): Promise<void> {
  await query(db, `update agenda_jobs set ${KILLED}`);
}

const KILLED = "locked_at = now() - interval '1 minute', last_modified_by = 'dead'";

/** Simulates processes that started the job this many times and were killed each time. */
async function startAndKill(key: string, times: number): Promise<void> {
  await enqueue(db, 'chore', key);
  await query(db, "update agenda_jobs set begun = ?, next_run_at = null where data ->> 'key' = ?", [
    times,
    key,
  ]);
  await killRuns();
}

describe('the queue', () => {
  it(
    'logs no problem while the end of a job takes long to store',
    async () => {
      const hold = await db.transaction();
      const { problems } = await openTestQueue(async ({ key }) => {
        await query(hold, "select id from agenda_jobs where data ->> 'key' = ? for update", [key]);
        return 'done';
      });
      try {
        await enqueue(db, 'chore', 'slow to store');
        await eventually(async () => expect(await countWaiting()).toBe(1));
        await delay(LOCK_CHECK_MS);
        await hold.commit();
        await eventually(async () => expect(await rows()).toEqual([]));
        expect(problems).toEqual([]);
      } finally {
        if (!hold.isCompleted()) await hold.rollback();
      }
    },
    6 * LOCK_CHECK_MS,
  );
});

/** Counts the statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const waiting = await query(
    db,
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return waiting.length;
}

describe('the queue on a busy database', () => {
  /** Makes a statement on a row take longer than the queue waits for a connection. */
  const delayRows = (event: 'delete' | 'update', condition: string, seconds: number) =>
    query(
      db,
      `create function take_long() returns trigger language plpgsql as
         $$ begin perform pg_sleep(${seconds}); return coalesce(new, old); end $$;
       create trigger take_long before ${event} on agenda_jobs for each row when (${condition})
         execute function take_long()`,
    );
  afterEach(() => query(db, 'drop function take_long cascade'));

  it('removes a finished job without a second run, although its end could not be stored', async () => {
    await delayRows('update', "old.data ->> 'key' = 'slow' and old.locked_at is null", 4);
    const { promise: end, resolve } = Promise.withResolvers<JobEnd>();
    const keys: string[] = [];
    await openTestQueue(
      async ({ key }) => {
        keys.push(key);
        return key === 'slow' ? 'done' : end;
      },
      { concurrency: 2 },
    );
    await enqueue(db, 'chore', 'quick');
    await eventually(async () => expect(keys).toEqual(['quick']));
    await enqueue(db, 'chore', 'slow');
    await eventually(async () => expect(await countSleeping()).toBe(1));
    resolve('done');
    await eventually(async () => expect(await rows()).toEqual([]), LOCK_MS - 5000);
    expect(keys).toEqual(['quick', 'slow']);
  });

  it('starts the next job as soon as the previous job is removed', async () => {
    await delayRows('delete', 'true', 0.7);
    await openTestQueue(async () => 'done');
    for (const key of ['first', 'second', 'third']) await enqueue(db, 'chore', key);
    await eventually(async () => expect(await rows()).toEqual([]), 5000);
  });
});

/** Counts the statements that sleep in a trigger. */
async function countSleeping(): Promise<number> {
  const sleeping = await query(
    db,
    "select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
  );
  return sleeping.length;
}

describe('a job that is queued while it is running', () => {
  it('runs exactly one more time', async () => {
    const ends: Array<() => void> = [];
    await openTestQueue(() => new Promise((resolve) => void ends.push(() => resolve('done'))));
    await enqueue(db, 'chore', 'twice');
    await eventually(async () => expect(ends).toHaveLength(1));
    await enqueue(db, 'chore', 'twice');
    await enqueue(db, 'chore', 'twice');
    ends[0]?.();
    await eventually(async () => expect(ends).toHaveLength(2));
    expect(await rows()).toMatchObject([{ begun: 1, waits: false }]);
    ends[1]?.();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(ends).toHaveLength(2);
  });

  it('starts with a reset count after its previous run failed permanently', async () => {
    await startAndKill('again', 3);
    const keys: string[] = [];
    const run = async ({ key }: JobRun) => {
      keys.push(key);
      return 'done' as const;
    };
    await openTestQueue(run, { abandon: (key) => enqueue(db, 'chore', key) });
    await eventually(async () => expect([keys, await rows()]).toEqual([['again'], []]));
  });
});

describe('a job without progress', () => {
  it('is started three times, then fails permanently and is counted', async () => {
    const [runs, abandoned]: [string[], string[]] = [[], []];
    await startAndKill('third', 2);
    await startAndKill('fourth', 3);
    const run = async ({ key }: JobRun) => {
      runs.push(key);
      return 'done' as const;
    };
    const abandon = async (key: string) => void abandoned.push(key);
    const { problems, count } = await openTestQueue(run, { abandon });
    const failed = { key: 'fourth', waits: false, fail_reason: 'started 3 times without progress' };
    await eventually(async () => expect(await rows()).toMatchObject([failed]));
    expect([runs, abandoned]).toEqual([['third'], ['fourth']]);
    expect(problems).toEqual([expect.stringContaining('a job was started three times without progress')]);
    expect([await count('queue_job_restarts_total'), await count('queue_jobs_abandoned_total')]).toEqual([
      2, 1,
    ]);
  });

  it.each([
    { job: 'a new job', begun: 0 },
    { job: 'a job of a killed process', begun: 1 },
  ])(
    '$job is immediately available if the process that locked it stops before the job starts',
    async ({ begun }) => {
      const { queue } = await openTestQueue(async () => 'done');
      const hold = await db.transaction();
      try {
        await query(hold, 'lock table agenda_jobs in exclusive mode');
        await query(db, 'select pg_notify(?, ?)', [JOBS_CHANNEL, 'chore']);
        await eventually(async () => expect(await countWaiting()).toBe(1));
        await enqueue(hold, 'chore', 'locked');
        if (begun > 0) await query(hold, `update agenda_jobs set begun = 1, next_run_at = null, ${KILLED}`);
        const stopped = queues.splice(queues.indexOf(queue))[0]?.stop(1000);
        await hold.commit();
        await stopped;
      } finally {
        if (!hold.isCompleted()) await hold.rollback();
      }
      expect(await rows()).toMatchObject([{ begun, waits: true }]);
      await openTestQueue(async () => 'done');
      await eventually(async () => expect(await rows()).toEqual([]), 2000);
    },
  );

  it('is started again after recorded progress, which resets its count of starts', async () => {
    await startAndKill('slow', 3);
    await recordProgress(db, { name: 'chore', key: 'slow' });
    expect(await rows()).toMatchObject([{ begun: 0 }]);
    let begun = 0;
    await openTestQueue(async () => {
      begun += 1;
      return 'done';
    });
    await eventually(async () => expect([begun, await rows()]).toEqual([1, []]));
  });

  it('does not count a start if the process stops or the database becomes unavailable', async () => {
    await startAndKill('stopped', 2);
    const { queue } = await openTestQueue(async ({ signal }) => {
      if (!signal.aborted) await once(signal, 'abort');
      return 'unfinished';
    });
    await eventually(async () => expect(await rows()).toMatchObject([{ begun: 3 }]));
    await queues.splice(queues.indexOf(queue))[0]?.stop(1000);
    expect(await rows()).toMatchObject([{ begun: 2, waits: true }]);
    const { problems } = await openTestQueue(async () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    await eventually(async () => expect(problems).toHaveLength(1));
    await eventually(async () => expect(await rows()).toMatchObject([{ begun: 2, waits: true }]));
    expect(problems[0]).toContain('the database became unavailable during a job');
  });

  it('pauses for an hour if it is a recurring job', async () => {
    await query(
      db,
      `insert into agenda_jobs (name, type, repeat_interval, next_run_at, begun)
       values ('chore', 'single', '1 minute', now(), 3)`,
    );
    const { count } = await openTestQueue(async () => 'done', { every: '1 minute' });
    await eventually(async () => expect(await count('queue_jobs_abandoned_total')).toBe(1));
    await eventually(async () => expect(await rows()).toMatchObject([{ begun: 2 }]));
    const [planned] = await query(
      db,
      `select next_run_at between now() + interval '59 minutes' and now() + interval '1 hour' as in_an_hour
       from agenda_jobs`,
    );
    expect(planned).toEqual({ in_an_hour: true });
  });
});

describe('a recurring job of a kind that this version does not have', () => {
  it('is removed when the queue starts, unless another process is running the job', async () => {
    await query(
      db,
      `insert into agenda_jobs (name, type, repeat_interval, next_run_at, locked_at)
       values ('waiting', 'single', '1 minute', now(), null), ('running', 'single', '1 minute', null, now())`,
    );
    await openTestQueue(async () => 'done', { every: '1 minute' });
    const names = await query(db, `select name from agenda_jobs where type = 'single' order by name`);
    expect(names).toEqual([{ name: 'chore' }, { name: 'running' }]);
  });
});

describe('removeFailedJobs', () => {
  const addFailed = (key: string, ago: string, reason: string) =>
    query(
      db,
      `insert into agenda_jobs (name, data, failed_at, fail_reason)
       values ('chore', jsonb_build_object('key', ?::text), now() - ?::interval, ?)`,
      [key, ago, reason],
    );
  const remaining = async () => (await rows()).map(({ key, fail_reason: reason }) => `${key}: ${reason}`);

  it('keeps failed jobs for seven days', async () => {
    await addFailed('recent', '6 days 23 hours', 'no progress');
    await addFailed('old', '7 days 1 hour', 'no progress');
    await removeFailedJobs(db);
    expect(await remaining()).toEqual(['recent: no progress']);
  });

  it('keeps only the last failure of a job that fails repeatedly', async () => {
    for (const [ago, reason] of [
      ['2 days', 'first'],
      ['1 hour', 'last'],
      ['1 day', 'second'],
    ] as const)
      await addFailed('again', ago, reason);
    await addFailed('another', '3 days', 'only');
    await removeFailedJobs(db);
    expect((await remaining()).toSorted()).toEqual(['again: last', 'another: only']);
  });

  it('removes finished jobs that their process did not remove, but keeps their earlier failures', async () => {
    await addFailed('finished', '1 day', 'an earlier failure');
    await query(db, `insert into agenda_jobs (name, data) values ('chore', '{"key":"finished"}')`);
    await removeFailedJobs(db);
    expect(await remaining()).toEqual(['finished: an earlier failure']);
  });

  it('keeps waiting, running and interrupted jobs', async () => {
    for (const key of ['waits', 'runs']) await enqueue(db, 'chore', key);
    await query(
      db,
      `update agenda_jobs set next_run_at = null, locked_at = now(), failed_at = now() - interval '8 days'
       where data ->> 'key' = 'runs'`,
    );
    await removeFailedJobs(db);
    expect((await rows()).map(({ key }) => key)).toEqual(['waits', 'runs']);
  });
});

describe('a failed job', () => {
  it('does not prevent a job with the same key from being queued and run', async () => {
    await query(
      db,
      `insert into agenda_jobs (name, data, failed_at, fail_reason)
     values ('chore', '{"key":"again"}', now(), 'no progress')`,
    );
    const keys: string[] = [];
    await enqueue(db, 'chore', 'again');
    await openTestQueue(async ({ key }) => {
      keys.push(key);
      return 'done';
    });
    const failed = { key: 'again', fail_reason: 'no progress', waits: false };
    await eventually(async () => expect([keys, await rows()]).toMatchObject([['again'], [failed]]));
  });
});

describe('the queue with several owners', () => {
  it("runs jobs by the owners' turns, and then by age", async () => {
    for (const key of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
      await enqueue(db, 'chore', key, key.charCodeAt(0));
    const order: string[] = [];
    await openTestQueue(async ({ key }) => {
      order.push(key);
      if (key === 'a1') await enqueue(db, 'chore', 'd1', 100);
      return 'done';
    });
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(order).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'a3']);
  });

  it('limits the jobs of an owner to its share of a process', async () => {
    for (const key of ['a1', 'a2', 'b1']) await enqueue(db, 'chore', key, key.charCodeAt(0));
    const running: string[] = [];
    const end = new AbortController();
    await openTestQueue(
      async ({ key }) => {
        running.push(key);
        if (!end.signal.aborted) await once(end.signal, 'abort');
        return 'done';
      },
      { concurrency: 3, share: 1 },
    );
    await eventually(async () => expect(running.toSorted()).toEqual(['a1', 'b1']));
    end.abort();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(running).toHaveLength(3);
  });

  it('interrupts a run that has made progress when a job of another owner waits', async () => {
    const order: string[] = [];
    await openTestQueue(
      async ({ key, signal }) => {
        order.push(key);
        if (key !== 'long' || order.length > 1) return 'done';
        await enqueue(db, 'chore', 'short', 2);
        await recordProgress(db, { name: 'chore', key });
        await once(signal, 'abort');
        return 'unfinished';
      },
      { yields: true },
    );
    await enqueue(db, 'chore', 'long', 1);
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(order).toEqual(['long', 'short', 'long']);
  });

  it('runs other jobs while a job is postponed', async () => {
    const order: string[] = [];
    await openTestQueue(async ({ key }) => {
      order.push(key);
      return key === 'waits' && order.length === 1 ? { afterMs: 1000 } : 'done';
    });
    await enqueue(db, 'chore', 'waits', 1);
    await enqueue(db, 'chore', 'works', 2);
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(order).toEqual(['waits', 'works', 'waits']);
  });
});

describe('the queue', () => {
  it('corrects implausible times of a job, logs a warning and counts them', async () => {
    await enqueue(db, 'chore', 'tomorrow');
    await query(
      db,
      `update agenda_jobs set next_run_at = now() + interval '1 day', locked_at = now() + interval '2 hours'`,
    );
    const keys: string[] = [];
    const { problems, count } = await openTestQueue(async ({ key }) => {
      keys.push(key);
      return 'done';
    });
    expect(await count('queue_times_corrected_total')).toBe(1);
    expect(problems).toEqual([expect.stringContaining('corrected the time of a job')]);
    await killRuns();
    await eventually(async () => expect(keys).toEqual(['tomorrow']));
  });
});
