import { query, type Database } from '../database/database.ts';
import { currentTask } from '../telemetry/task.ts';

/** What a run of a job gets. */
export interface JobRun {
  /** Which of the jobs of this name: a collector's id, say. */
  key: string;
  /** Aborted when the process is told to stop: come to an end soon. */
  signal: AbortSignal;
}

/** A kind of job. It may run again after a crash, so it must know where it was. */
export interface JobKind {
  /** Runs at once in one process. */
  concurrency: number;
  /** Does it; answers `unfinished` when it was told to stop, and another process goes on at once. */
  run(job: JobRun): Promise<'done' | 'unfinished'>;
  /** For a job that runs again and again, `30 seconds`. */
  every?: string;
}

/** Agenda's table of jobs. */
export const JOBS_TABLE = 'agenda_jobs';

/** A process that has not been heard of for so long is dead, and its jobs are taken over. */
export const LOCK_MS = 20_000;

/** The channel that names a job that was put into the queue: a process that hears of it looks at once. */
export const JOBS_CHANNEL = 'kitroom_jobs';

/**
 * Puts a job into the queue, inside the caller's transaction if it is one; a job of the same name and key that
 * waits or runs already is enough.
 */
export async function enqueue(db: Database, name: string, key: string): Promise<void> {
  const cause = currentTask()?.span?.headers() ?? {};
  await query(db, insertJob('?', '?'), [name, JSON.stringify({ key, ...cause })]);
}

/** The SQL that adds a job unless it is there, and tells whoever works the queue. It takes name and data as given. */
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

/** Removes jobs that failed; those that succeed remove themselves. Answers how many. */
export async function removeFailedJobs(db: Database): Promise<number> {
  const rows = await query(
    db,
    `delete from ${JOBS_TABLE} where next_run_at is null and locked_at is null returning id`,
  );
  return rows.length;
}
