import { query, type Database } from '../database/database.ts';
import { oneOf, type ListSource } from '../pages/list-queries.ts';
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

const STATES = {
  failed: 'next_run_at is null and locked_at is null',
  running: 'locked_at is not null',
  waiting: 'locked_at is null and next_run_at <= now()',
  planned: 'locked_at is null and next_run_at > now()',
} as const;

export const JOB_STATES = Object.keys(STATES) as Array<AdminJob['state']>;

const STATE = `case ${Object.entries(STATES)
  .map(([state, condition]) => `when ${condition} then '${state}'`)
  .join(' ')} end`;

const COLUMNS = `
  id::text as id, name, data ->> 'key' as key, next_run_at, last_run_at, ${STATE} as state,
  case when ${STATES.failed} then fail_reason end as fail_reason
`;

/** The list of jobs; by state, failed ones come first, then running, waiting and planned ones. */
export const JOB_LIST: ListSource = {
  table: JOBS_TABLE,
  keyType: 'uuid',
  columns: COLUMNS,
  filters: {
    name: (value) => ({ sql: 'strpos(name, ?) > 0', bindings: [value] }),
    state: oneOf(STATES),
  },
  orders: {
    name: ['name'],
    state: [`array_position(array['${JOB_STATES.join("', '")}'], ${STATE})`, 'next_run_at'],
    next: ['next_run_at'],
    last: ['last_run_at'],
  },
};

/** The number of jobs in each state. */
export async function countJobs(db: Database): Promise<Record<AdminJob['state'], number>> {
  const [row] = await query<Record<AdminJob['state'], number>>(
    db,
    `select ${JOB_STATES.map((state) => `count(*) filter (where ${STATES[state]}) as ${state}`).join(', ')}
     from ${JOBS_TABLE}`,
  );
  return row ?? { failed: 0, running: 0, waiting: 0, planned: 0 };
}

/** Requeues a failed job, unless an equal one is waiting; returns it, or undefined if it has not failed. */
export async function retryJob(db: Database, id: string): Promise<AdminJob | undefined> {
  const [job] = await query<AdminJob>(
    db,
    `delete from ${JOBS_TABLE} where id = ? and ${STATES.failed} returning ${COLUMNS}`,
    [id],
  );
  if (job && job.key !== null) await enqueue(db, job.name, job.key);
  return job;
}

/** Makes a recurring job due now; returns its name, or undefined if it is not waiting. */
export async function runJobNow(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db<{ id: string; name: string; next_run_at: Date | null }>(JOBS_TABLE)
    .where({ id })
    .whereRaw(`${STATES.planned} and repeat_interval is not null`)
    .update({ next_run_at: db.fn.now() })
    .returning('name');
  return row?.name;
}
