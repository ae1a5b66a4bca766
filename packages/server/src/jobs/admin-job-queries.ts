import { query, type Database } from '../database/database.ts';
import { enqueue, JOBS_TABLE } from './jobs.ts';

/** A job as an admin interface shows it. */
export interface AdminJob {
  id: string;
  name: string;
  /** Which of that name; null for those that run again and again. */
  key: string | null;
  state: 'waiting' | 'planned' | 'running' | 'failed';
  next_run_at: Date | null;
  last_run_at: Date | null;
  fail_reason: string | null;
}

const JOBS = `
  select id::text as id, name, data ->> 'key' as key, next_run_at, last_run_at,
    case when locked_at is not null then 'running' when next_run_at is null then 'failed'
      when next_run_at > now() then 'planned' else 'waiting' end as state,
    case when next_run_at is null and locked_at is null then fail_reason end as fail_reason
  from ${JOBS_TABLE}
`;

/** Jobs: those that failed first, then those that run, those that wait, and those of later. */
export function listJobs(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminJob[]> {
  return query<AdminJob>(
    db,
    `${JOBS} order by next_run_at is not null or locked_at is not null, locked_at is null, next_run_at, id
     limit ? offset ?`,
    [limit, offset],
  );
}

/** A job that failed and was not put into the queue again; it is kept from others until the transaction ends. */
export async function lockFailedJob(db: Database, id: string): Promise<AdminJob | undefined> {
  const [row] = await query<AdminJob>(
    db,
    `${JOBS} where id = ?::uuid and next_run_at is null and locked_at is null for update`,
    [id],
  );
  return row;
}

/** Puts a failed job into the queue anew, unless the same one waits there already. */
export async function retryJob(db: Database, { id, name, key }: AdminJob): Promise<void> {
  await query(db, `delete from ${JOBS_TABLE} where id = ?::uuid`, [id]);
  if (key !== null) await enqueue(db, name, key);
}

/** Has a job that runs again and again run at the next look; answers its name, or undefined where it does not wait. */
export async function runJobNow(db: Database, id: string): Promise<string | undefined> {
  const [row] = await query<{ name: string }>(
    db,
    `update ${JOBS_TABLE} set next_run_at = now()
     where id = ?::uuid and locked_at is null and next_run_at > now() and repeat_interval is not null
     returning name`,
    [id],
  );
  return row?.name;
}
