import { randomUUID } from 'node:crypto';
import { Agenda, InMemoryNotificationChannel, toJobId, type Job } from 'agenda';
import { PostgresBackend } from '@agendajs/postgres-backend';
import pg from 'pg';
import { connectionOptions, type DatabaseOptions } from '../database/database.ts';
import { insertJob, JOBS_CHANNEL, LOCK_MS, type JobKind } from './jobs.ts';
import { openListener } from '../database/listener.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { runTask } from '../telemetry/task.ts';
import { nameOf } from '../telemetry/tracing-span.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** A running job queue. */
export interface Queue {
  /** Takes no more jobs, lets the running ones finish for up to `graceMs`, and requeues the rest. */
  stop(graceMs: number): Promise<void>;
}

export interface QueueOptions {
  database: DatabaseOptions;
  log: Logger;
  kinds: Readonly<Record<string, JobKind>>;
  metrics: Metrics;
  tracing: Tracing | undefined;
}

/** How often the queue is polled: once for each kind of job. */
const POLL_MS = 5000;
const HEARTBEAT_MS = LOCK_MS / 4;
/** Agenda releases a finished job shortly after its event. */
const LET_GO_MS = 50;

/**
 * Processes jobs with agenda on PostgreSQL, which polls, and checks at once when notified of a job. If the database
 * becomes unavailable, jobs continue when it is back. See docs/decisions for the safeguards.
 */
export async function openQueue({ database, log, kinds, metrics, tracing }: QueueOptions): Promise<Queue> {
  const pool = new pg.Pool({ ...connectionOptions(database), max: 1 });
  pool.on('error', (error) => log.warn({ err: error }, 'the queue lost a connection'));
  const calls = new InMemoryNotificationChannel();
  const backend = new PostgresBackend({ pool, ensureSchema: false, disableNotifications: true });
  ignoreUnlockErrors(backend, log);
  keepLockWhileStoring(backend);
  const agenda = new Agenda({
    // Agenda's own channel crashes the process when its connection is lost, and occupies one of the pool.
    notificationChannel: calls,
    backend,
    processEvery: POLL_MS,
    defaultLockLifetime: LOCK_MS,
    maxConcurrency: Object.values(kinds).reduce((sum, { concurrency }) => sum + concurrency, 0),
    removeOnComplete: true,
  });
  agenda.on('error', (error: unknown) => log.warn({ err: error }, 'the queue could not be read'));
  const stopping = new AbortController();
  // A process takes only as many jobs as it can run: others would wait for the next poll.
  agenda.on('complete', (job: Job) => {
    if (readData(job, 'key') === '') return;
    const look = () => {
      // A stopping queue takes no more jobs, and its channel is closed soon.
      if (!stopping.signal.aborted) void call(calls, job.attrs.name);
    };
    setTimeout(look, LET_GO_MS).unref();
  });
  const ended = signalWhenIdle(agenda, stopping.signal);
  const unfinished: Array<{ name: string; key: string }> = [];

  function define(name: string, kind: JobKind): void {
    agenda.define(
      name,
      // oxlint-disable-next-line typescript/no-misused-promises -- agenda waits for the promise
      async (job: Job) => {
        const key = readData(job, 'key');
        const stopHeartbeat = startHeartbeat(job, log);
        const stopTimer = metrics.jobRuns.startTimer({ kind: name });
        const span = tracing?.beginJob(name, { traceparent: readData(job, 'traceparent') });
        await runTask({ id: randomUUID(), job: name, span }, async () => {
          try {
            const end = await kind.run({ key, signal: stopping.signal });
            if (end === 'unfinished') unfinished.push({ name, key });
            stopTimer({ outcome: end });
          } catch (error) {
            log.error({ err: error, job: name, key }, 'a job failed');
            stopTimer({ outcome: 'failed' });
            span?.fail(nameOf(error));
            throw error;
          } finally {
            span?.end();
            stopHeartbeat();
          }
        });
      },
      { concurrency: kind.concurrency, lockLimit: kind.concurrency, lockLifetime: LOCK_MS },
    );
  }

  for (const [name, kind] of Object.entries(kinds)) define(name, kind);
  await agenda.ready;
  for (const [name, { every }] of Object.entries(kinds)) if (every) await agenda.every(every, name);
  await agenda.start();
  const listener = openListener(
    { ...database, channel: JOBS_CHANNEL, log },
    { onNotification: (name) => void call(calls, name), onConnected: () => undefined },
  );

  return {
    async stop(graceMs) {
      stopping.abort();
      await listener.close();
      await agenda.drain({ timeout: graceMs, signal: ended });
      for (const { name, key } of unfinished) await handBack(pool, name, key, log);
      await pool.end();
    },
  };
}

/**
 * Agenda unlocks a job that it decides not to run without awaiting the promise: a rejection would crash the process. A
 * job that stays locked is available again when its lock expires.
 */
function ignoreUnlockErrors({ repository }: PostgresBackend, log: Logger): void {
  const unlock = repository.unlockJob.bind(repository);
  repository.unlockJob = (job) =>
    unlock(job).catch((error: unknown) => log.warn({ err: error }, 'a job could not be unlocked'));
}

/**
 * Agenda unlocks a finished job before storing it. If that takes a while, its regular check finds a running job without
 * a lock and reports an error. So the in-memory job, unlike its row, keeps the lock until it is stored.
 */
function keepLockWhileStoring({ repository }: PostgresBackend): void {
  const store = repository.saveJobState.bind(repository);
  repository.saveJobState = (job, options) => {
    const stored = store(job, options);
    job.lockedAt ??= new Date();
    return stored;
  };
}

/**
 * Aborted when no job is running after the queue was stopped. Agenda's own draining checks too early: a job that is
 * still to be removed from the table counts as running, and it does not check again before the timeout.
 */
function signalWhenIdle(agenda: Agenda, stopping: AbortSignal): AbortSignal {
  const ended = new AbortController();
  let running = 0;
  agenda.on('start', () => (running += 1));
  agenda.on('complete', () => {
    running -= 1;
    // Later, when the removal has been sent.
    setImmediate(() => {
      if (running === 0 && stopping.aborted) ended.abort();
    });
  });
  return ended.signal;
}

/** Agenda has completed the job, so it is queued again. */
async function handBack(pool: pg.Pool, name: string, key: string, log: Logger): Promise<void> {
  try {
    await pool.query(insertJob('$1', '$2'), [name, JSON.stringify({ key })]);
  } catch (error) {
    log.warn({ err: error, job: name, key }, 'could not requeue a job; it will be found later');
  }
}

/** Any name makes agenda check the table, where it finds the job itself. */
function call(calls: InMemoryNotificationChannel, jobName: string): Promise<void> {
  const now = new Date();
  return calls.publish({ jobId: toJobId(jobName), jobName, nextRunAt: now, priority: 0, timestamp: now });
}

function readData(job: Job, field: 'key' | 'traceparent'): string {
  const data = job.attrs.data as Readonly<Record<string, string>> | null | undefined;
  return data?.[field] ?? '';
}

/** Renews the job's lock regularly, so that no other process takes it over. */
function startHeartbeat(job: Job, log: Logger): () => void {
  const timer = setInterval(() => {
    job.touch().catch((error: unknown) => log.debug({ err: error }, 'job heartbeat failed'));
  }, HEARTBEAT_MS);
  return () => clearInterval(timer);
}
