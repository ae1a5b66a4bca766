import { query, type Database } from '../database/database.ts';
import { currentTask } from '../telemetry/task.ts';

/** The arguments of a job run. */
export interface JobRun {
  /** Identifies the job among those of its name, for example a collector's id. */
  key: string;
  /** Aborted when the process stops: finish soon. */
  signal: AbortSignal;
}

/** A kind of job. It may run again after a crash, so it must be resumable. */
export interface JobKind {
  /** Concurrent runs per process. */
  concurrency: number;
  /** Runs the job; returns `unfinished` if it was stopped, so that another process resumes it at once. */
  run(job: JobRun): Promise<'done' | 'unfinished'>;
  /** The interval of a recurring job, such as `30 seconds`. */
  every?: string;
}

/** Agenda's table of jobs. */
export const JOBS_TABLE = 'agenda_jobs';

/** Jobs of a process without a heartbeat for this long are taken over. */
export const LOCK_MS = 20_000;

/** The channel that announces queued jobs, so that workers check at once. */
export const JOBS_CHANNEL = 'kitroom_jobs';

/**
 * Queues a job, within the caller's transaction if `db` is one. Does nothing if a job with the same name and key is
 * waiting or running.
 */
export async function enqueue(db: Database, name: string, key: string): Promise<void> {
  const cause = currentTask()?.span?.headers() ?? {};
  await query(db, insertJob('?', '?'), [name, JSON.stringify({ key, ...cause })]);
}

/**
 * The SQL that inserts a job unless it exists, and notifies workers. `name` and `data` are inserted as SQL expressions.
 */
export function insertJob(name: string, data: string): string {
  return `
    with added as (
      insert into ${JOBS_TABLE} (name, data, next_run_at)
      values (${name}, ${data}::jsonb, now())
      on conflict (name, (data ->> 'key'))
      where data ->> 'key' is not null and (next_run_at is not null or locked_at is not null)
      do nothing
      returning name
    )
    select pg_notify('${JOBS_CHANNEL}', name) from added
  `;
}

/** Removes failed jobs (successful ones remove themselves). Returns how many. */
export async function removeFailedJobs(db: Database): Promise<number> {
  const rows = await query(
    db,
    `delete from ${JOBS_TABLE} where next_run_at is null and locked_at is null returning id`,
  );
  return rows.length;
}
