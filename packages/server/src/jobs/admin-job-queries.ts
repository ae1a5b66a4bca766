import { query, type Database } from '../database/database.ts';
import { enqueue, JOBS_TABLE } from './jobs.ts';

/** A job as displayed in an admin interface. */
export interface AdminJob {
  id: string;
  name: string;
  /** The job's key; null for recurring jobs. */
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

/** Lists failed jobs first, then running, waiting and scheduled ones. */
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

/** Locks a failed job that was not requeued, until the transaction ends. */
export async function lockFailedJob(db: Database, id: string): Promise<AdminJob | undefined> {
  const [row] = await query<AdminJob>(
    db,
    `${JOBS} where id = ?::uuid and next_run_at is null and locked_at is null for update`,
    [id],
  );
  return row;
}

/** Requeues a failed job, unless an equal one is waiting. */
export async function retryJob(db: Database, { id, name, key }: AdminJob): Promise<void> {
  await query(db, `delete from ${JOBS_TABLE} where id = ?::uuid`, [id]);
  if (key !== null) await enqueue(db, name, key);
}

/** Makes a recurring job due now; returns its name, or undefined if it is not waiting. */
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
