import { randomUUID } from 'node:crypto';
import { Agenda, InMemoryNotificationChannel, toJobId, type Job } from 'agenda';
import pg from 'pg';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { connectionOptions, type DatabaseOptions } from '../database/database.ts';
import { openListener } from '../database/listener.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { beginJob, failSpan, nameOf, runTask } from '../telemetry/task.ts';
import { JobRepository, type JobData } from './job-repository.ts';
import { JOBS_CHANNEL, LOCK_MS, RUNS_WITHOUT_PROGRESS, type JobEnd, type JobKind } from './jobs.ts';
import { countQueue } from './queue-metrics.ts';

/** A running job queue. */
export interface Queue {
  /** Takes no more jobs, lets the running ones finish for up to `graceMs`, and requeues the rest. */
  stop(graceMs: number): Promise<void>;
}

interface QueueOptions {
  database: DatabaseOptions;
  log: Logger;
  kinds: Readonly<Record<string, JobKind>>;
  metrics: Metrics;
}

/** The interval between polls of the queue, for each kind of job. */
const POLL_MS = 5000;
const HEARTBEAT_MS = LOCK_MS / 4;
/** How often a job that yields checks whether another one is waiting. */
const YIELD_MS = 1000;
/** The pause after a failure. */
const RETRY_MS = 15_000;
/** How often times are corrected. */
const CORRECTION_MS = 60_000;
/** A margin for paused jobs, which are due slightly later by the database's clock. */
const DUE_MS = 250;

/** Ends a job that will not be started again. */
class JobAbandoned extends Error {
  override readonly name = 'JobAbandoned';
}

/**
 * Processes jobs with agenda on PostgreSQL, which polls, and checks immediately when notified of a job. If
 * the database becomes unavailable, jobs continue when it is available again. See docs/decisions for the
 * safeguards.
 */
export async function openQueue({ database, log, kinds, metrics }: QueueOptions): Promise<Queue> {
  const pool = new pg.Pool({ ...connectionOptions(database), max: 1 });
  pool.on('error', (error) => log.warn({ err: error }, 'the queue lost a connection'));
  const channel = new InMemoryNotificationChannel();
  const worker = randomUUID();
  const shares = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, kind.share ?? kind.concurrency]),
  );
  const stopping = new AbortController();
  const check = (name: string) => {
    // A stopping queue takes no more jobs, and its channel is closed soon.
    if (!stopping.signal.aborted) void notifyAgenda(channel, name);
  };
  // Agenda counts a job as running until its event or removal has been handled.
  const checkSoon = (name: string) => void setImmediate(check, name);
  const repository = new JobRepository({ pool, log, worker, shares, onRemoved: checkSoon });
  const counts = countQueue(metrics, Object.keys(kinds));
  const agenda = new Agenda({
    // Agenda's own channel crashes the process when its connection is lost, and occupies a connection of the
    // pool.
    notificationChannel: channel,
    backend: {
      name: 'PostgreSQL',
      repository,
      ownsConnection: false,
      connect: () => repository.connect(),
      disconnect: () => repository.disconnect(),
    },
    name: worker,
    processEvery: POLL_MS,
    defaultLockLifetime: LOCK_MS,
    maxConcurrency: Object.values(kinds).reduce((sum, { concurrency }) => sum + concurrency, 0),
    removeOnComplete: true,
  });
  agenda.on('error', (error: unknown) => log.warn({ err: error }, 'the queue could not be read'));
  // A process takes only as many jobs as it can run. Without this check, further ones would wait for the next
  // poll.
  agenda.on('complete', ({ attrs: { name, nextRunAt } }: Job) => {
    if (kinds[name]?.every) return;
    const pauseMs = nextRunAt ? Math.max(0, nextRunAt.getTime() - Date.now()) : 0;
    checkSoon(name);
    if (pauseMs > 0) setTimeout(check, pauseMs + DUE_MS, name).unref();
  });
  const { running, ended } = followRuns(agenda, stopping.signal);

  async function run(job: Job, name: string, kind: JobKind): Promise<JobEnd> {
    const { key, begun } = job.attrs.data as JobData;
    if (begun > 1) counts.restarts.inc({ kind: name });
    if (begun > RUNS_WITHOUT_PROGRESS) {
      await kind.abandon?.(key);
      counts.abandoned.inc({ kind: name });
      log.error({ job: name, key }, 'a job was started three times without progress; giving up');
      if (kind.every) return 'done';
      throw new JobAbandoned(`started ${RUNS_WITHOUT_PROGRESS} times without progress`);
    }
    const heart = startHeartbeat(job, kind);
    try {
      return await kind.run({ key, signal: heart.signal });
    } finally {
      heart.stop();
    }
  }

  /**
   * Renews the job's lock regularly, so that no other process takes it over, and aborts the signal of a run
   * that should yield.
   */
  function startHeartbeat(job: Job, { yields = false }: JobKind) {
    const { _id: id } = job.attrs;
    const yielding = new AbortController();
    const begunAt = performance.now();
    let preparedMs: number | undefined;
    const beat = async () => {
      const heartbeat = await repository.renewLock(String(id));
      if (!yields || !heartbeat?.hasProgressed) return;
      const elapsedMs = performance.now() - begunAt;
      preparedMs ??= elapsedMs;
      // The preparation may have to be repeated, so a run works for at least as long as it took.
      if (heartbeat.isAwaited && elapsedMs >= 2 * preparedMs) yielding.abort();
    };
    const timer = setInterval(
      () => {
        beat().catch((error: unknown) => log.debug({ err: error }, 'job heartbeat failed'));
      },
      yields ? YIELD_MS : HEARTBEAT_MS,
    );
    return {
      signal: yields ? AbortSignal.any([stopping.signal, yielding.signal]) : stopping.signal,
      stop: () => clearInterval(timer),
    };
  }

  function define(name: string, kind: JobKind): void {
    agenda.define(
      name,
      // oxlint-disable-next-line typescript/no-misused-promises -- agenda waits for the promise
      async (job: Job) => {
        const { key, traceparent = '' } = job.attrs.data as JobData;
        const stopTimer = metrics.jobRuns.startTimer({ kind: name });
        const span = beginJob(name, { traceparent });
        await runTask({ id: randomUUID(), job: name, span }, async () => {
          try {
            const end = await run(job, name, kind);
            if (end !== 'done') runAgain(job, end === 'unfinished' ? 0 : end.afterMs);
            stopTimer({ outcome: end === 'done' ? 'done' : 'unfinished' });
          } catch (error) {
            if (isDatabaseUnavailable(error)) {
              log.warn(
                { err: error, job: name, key },
                'the database became unavailable during a job; will retry',
              );
              stopTimer({ outcome: 'unfinished' });
              runAgain(job, RETRY_MS);
              return;
            }
            if (!(error instanceof JobAbandoned)) {
              log.error({ err: error, job: name, key }, 'a job failed');
              runAgain(job, RETRY_MS);
            }
            stopTimer({ outcome: 'failed' });
            if (span) failSpan(span, nameOf(error));
            throw error;
          } finally {
            span?.end();
          }
        });
      },
      { concurrency: kind.concurrency, lockLimit: kind.concurrency, lockLifetime: LOCK_MS },
    );
  }

  async function correctTimes(): Promise<void> {
    for (const kind of await repository.correctTimes()) {
      counts.timesCorrected.inc({ kind });
      log.warn({ job: kind }, 'corrected the time of a job, which was further ahead than its schedule');
    }
  }

  for (const [name, kind] of Object.entries(kinds)) define(name, kind);
  await agenda.ready;
  await repository.removeUnknownKinds(Object.keys(kinds));
  for (const [name, { every }] of Object.entries(kinds)) if (every) await agenda.every(every, name);
  await correctTimes();
  await agenda.start();
  const timers = [
    setInterval(() => void repository.saveAgain(), HEARTBEAT_MS),
    setInterval(() => {
      correctTimes().catch((error: unknown) =>
        log.warn({ err: error }, 'failed to correct the times of jobs'),
      );
    }, CORRECTION_MS),
  ];
  const listener = openListener(
    { ...database, channel: JOBS_CHANNEL, log },
    { onNotification: check, onConnected: () => Object.keys(kinds).forEach(check) },
  );

  return {
    async stop(graceMs) {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      // Agenda starts no more jobs once this is called.
      await Promise.all([agenda.drain({ timeout: graceMs, signal: ended }), listener.close()]);
      // Agenda leaves jobs locked that it has not started.
      await repository.unlockAllBut([...running].map(({ attrs: { _id: id } }) => String(id)));
      await pool.end();
    },
  };
}

/**
 * Schedules another run: Agenda stores the time when this run has ended. Recurring jobs keep their schedule.
 */
function runAgain(job: Job, pauseMs: number): void {
  if (!job.attrs.repeatInterval) job.schedule(new Date(Date.now() + pauseMs));
}

/**
 * Returns the running jobs, and a signal that is aborted once the queue is stopping and none is running.
 * Agenda's own draining checks too early: a job that is still to be removed from the table counts as running,
 * and it does not check again before the timeout.
 */
function followRuns(agenda: Agenda, stopping: AbortSignal) {
  const ended = new AbortController();
  const running = new Set<Job>();
  agenda.on('start', (job: Job) => running.add(job));
  agenda.on('complete', (job: Job) => {
    running.delete(job);
    // Later, when the removal has been sent.
    setImmediate(() => {
      if (running.size === 0 && stopping.aborted) ended.abort();
    });
  });
  return { running, ended: ended.signal };
}

/** Makes Agenda check the table for jobs, whatever the id in the notification is. */
function notifyAgenda(channel: InMemoryNotificationChannel, jobName: string): Promise<void> {
  const timestamp = new Date();
  return channel.publish({ jobId: toJobId(jobName), jobName, nextRunAt: null, priority: 0, timestamp });
}
