import { query, type Database } from '../database/database.ts';
import { currentTask, traceHeaders } from '../telemetry/task.ts';

/** The arguments of a job run. */
export interface JobRun {
  /** Identifies the job among those of its name, for example a collector's id. */
  key: string;
  /** Aborted when the process stops, or when a job that yields should do so: the run must end soon. */
  signal: AbortSignal;
}

/**
 * How a run ended. `unfinished`: it was stopped and continues immediately, in another process if this one
 * stops. `afterMs`: it continues after that time, at most a minute. Neither counts as a run without progress.
 */
export type JobEnd = 'done' | 'unfinished' | { afterMs: number };

/** A kind of job. It may run again after a crash, so it must be resumable. */
export interface JobKind {
  /** Concurrent runs per process. */
  concurrency: number;
  run(job: JobRun): Promise<JobEnd>;
  /** The interval of a recurring job, such as `30 seconds`. */
  every?: string;
  /** Concurrent runs per process of one owner's jobs; default: `concurrency`. */
  share?: number;
  /** Whether a run that has made progress is interrupted when a job of another owner is waiting. */
  yields?: boolean;
  /**
   * Records that a job has failed permanently, after three starts without progress. The queue also logs and
   * counts it.
   */
  abandon?(key: string): Promise<void>;
}

/** Agenda's table of jobs. */
export const JOBS_TABLE = 'agenda_jobs';

/**
 * An SQL condition: a job is queued or running for a key, which is an SQL expression. The binding is the
 * array of job names. Other folders use this function because the table is private to this one.
 */
export function hasJob(key: string): string {
  return `exists (
    select from ${JOBS_TABLE} as jobs
    where jobs.name = any (?) and jobs.data ->> 'key' = ${key}
      and (jobs.next_run_at is not null or jobs.locked_at is not null)
  )`;
}

/** Jobs of a process without a heartbeat for this long are taken over. */
export const LOCK_MS = 20_000;

/** A job fails permanently after this many starts without progress. */
export const RUNS_WITHOUT_PROGRESS = 3;

/** The error that users see for such a job. */
export const NO_PROGRESS = `This was started ${RUNS_WITHOUT_PROGRESS} times without any progress and will not be tried again.`;

/** The longest pause between two runs of a job, and the pause of a recurring job that made no progress. */
export const PAUSE_MAX_MS = 60_000;
export const REST_MS = 3_600_000;

/** How long operators can see and retry a failed job. */
const FAILED_DAYS = 7;

/** The channel that announces queued jobs, so that workers check immediately. */
export const JOBS_CHANNEL = 'kitroom_jobs';

const IS_OPEN = '(next_run_at is not null or locked_at is not null)';

/**
 * Queues a job, within the caller's transaction if `db` is one. Does nothing if a job with the same name and
 * key is waiting; one that is running runs again when it ends. Owners take turns: the second job of one owner
 * waits for the first job of another.
 */
export async function enqueue(db: Database, name: string, key: string, owner?: number): Promise<void> {
  const cause = traceHeaders(currentTask()?.span);
  const turnOf = (value: string, condition: string) =>
    `coalesce((select ${value} from ${JOBS_TABLE} where name = new.name and ${IS_OPEN}${condition}), 0)`;
  await query(
    db,
    `
    with added as (
      insert into ${JOBS_TABLE} as job (name, data, owner, turn, next_run_at)
      select new.name, new.data, new.owner,
        greatest(${turnOf('min(turn)', '')}, ${turnOf('max(turn) + 1', ' and owner = new.owner')}), now()
      from (values (?::text, ?::jsonb, ?::bigint)) as new (name, data, owner)
      on conflict (name, (data ->> 'key')) where data ->> 'key' is not null and ${IS_OPEN}
      do update set next_run_at = excluded.next_run_at
      where job.locked_at is not null and job.next_run_at is null
      returning name
    )
    select pg_notify('${JOBS_CHANNEL}', name) from added
    `,
    [name, JSON.stringify({ key, ...cause }), owner ?? null],
  );
}

/**
 * Records that a running job has made progress that survives the end of its process, within the caller's
 * transaction if `db` is one.
 */
export async function recordProgress(
  db: Database,
  { name, key }: { name: string; key: string },
): Promise<void> {
  await db(JOBS_TABLE)
    .where({ name })
    .whereRaw("data ->> 'key' = ?", [key])
    .whereNotNull('locked_at')
    .where('begun', '>', 0)
    .update({ begun: 0 });
}

/**
 * Removes jobs that failed more than a week ago, and the earlier failures of a job that failed again.
 * Successful jobs remove themselves; this also removes those whose process ended before it could.
 */
export async function removeFailedJobs(db: Database): Promise<void> {
  await query(
    db,
    `
    with ended as (
      select id, failed_at,
        row_number() over (partition by name, coalesce(data ->> 'key', id::text) order by failed_at desc nulls last) as age
      from ${JOBS_TABLE}
      where not ${IS_OPEN}
    )
    delete from ${JOBS_TABLE} using ended
    where ended.id = ${JOBS_TABLE}.id and not ${IS_OPEN}
      and (ended.failed_at is null or ended.failed_at < now() - interval '${FAILED_DAYS} days' or ended.age > 1)
    `,
  );
}

/** The connections that a worker opens in addition to the pool: one for the queue, one to listen for jobs. */
export const WORKER_CONNECTIONS = 2;
