import { PostgresJobRepository } from '@agendajs/postgres-backend';
import { toJobId, type JobParameters, type RemoveJobsOptions } from 'agenda';
import type pg from 'pg';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import { JOBS_CHANNEL, JOBS_TABLE, LOCK_MS, PAUSE_MAX_MS, REST_MS, RUNS_WITHOUT_PROGRESS } from './jobs.ts';

/** The data of a job that a run reads. */
export interface JobData {
  key: string;
  /** Number of starts since the job last made progress, including this run. */
  begun: number;
  traceparent?: string;
}

/** The result of a heartbeat. */
interface Heartbeat {
  hasProgressed: boolean;
  /** Whether a job of another owner is waiting. */
  isAwaited: boolean;
}

interface RepositoryOptions {
  pool: pg.Pool;
  log: Logger;
  /** Identifies this process. */
  worker: string;
  /** By kind: the maximum number of jobs of one owner that this process runs. */
  shares: Readonly<Record<string, number>>;
  /** Called when a completed job was removed. */
  onRemoved: (kind: string) => void;
}

interface JobRow {
  id: string;
  name: string;
  type: JobParameters['type'];
  priority: number;
  repeat_interval: string | null;
  data: Omit<JobData, 'begun'> | null;
  begun: number;
}

/** Agenda compares times with the process's clock; these are in the past and in the future for any clock. */
const LONG_AGO = new Date(0);
const NEVER = new Date(8.64e15);

const LOCK = `interval '${LOCK_MS} milliseconds'`;
const REST = `interval '${REST_MS} milliseconds'`;
const PAUSE_MAX = `interval '${PAUSE_MAX_MS} milliseconds'`;

/**
 * Agenda's repository, with two differences: times are taken from the database, and the owners of jobs take
 * turns.
 */
export class JobRepository extends PostgresJobRepository {
  readonly #options: RepositoryOptions;
  /** Jobs whose release is to be stored when the database is available again. */
  readonly #unsaved = new Map<string, JobParameters>();

  constructor(options: RepositoryOptions) {
    super({ pool: options.pool, tableName: JOBS_TABLE, ensureSchema: false });
    this.#options = options;
  }

  /** Locks the next job of a kind whose owner uses less than its share of this process. */
  override async getNextJobToRun(name: string): Promise<JobParameters | undefined> {
    const { pool, worker, shares } = this.#options;
    const { rows } = await pool.query<JobRow>(
      `
      update ${JOBS_TABLE} set locked_at = now(), begun = begun + 1, last_modified_by = $2
      where id = (
        select id from ${JOBS_TABLE}
        where name = $1 and not disabled
          and (locked_at is null and next_run_at <= now() or locked_at <= now() - ${LOCK})
          and (owner is null or owner <> all (array(
            select owner from ${JOBS_TABLE}
            where name = $1 and owner is not null and last_modified_by = $2 and locked_at > now() - ${LOCK}
            group by owner having count(*) >= $3
          )))
        order by turn, created_at
        limit 1
        for update skip locked
      )
      returning id, name, type, priority, repeat_interval, data, begun
      `,
      [name, worker, shares[name] ?? 1],
    );
    return rows[0] && toParameters(rows[0]);
  }

  /**
   * Stores the start or the end of a run. A job that runs again is queued behind waiting jobs. While the
   * database is unavailable, the end is kept for `saveAgain`; a run whose start could not be stored does not
   * take place, and its job is released.
   */
  override async saveJobState(job: JobParameters): Promise<void> {
    const { _id: id } = job;
    const begins = job.lockedAt !== undefined;
    // Unlike its row, the job in memory keeps its lock while it is stored: agenda reports one without a lock.
    job.lockedAt ??= NEVER;
    try {
      await this.#save(job, begins);
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        this.#unsaved.set(String(id), { ...job, ...(begins && { nextRunAt: new Date() }) });
      }
      throw error;
    }
  }

  /**
   * Releases the jobs whose runs ended while the database was unavailable, and removes completed ones. Logs
   * errors, as no caller awaits it.
   */
  async saveAgain(): Promise<void> {
    const { log } = this.#options;
    for (const [id, job] of this.#unsaved) {
      try {
        await this.#saveEnd(id, job);
      } catch (error) {
        log.warn({ err: error, job: job.name }, 'failed to store the end of a job; trying again');
        return;
      }
      this.#unsaved.delete(id);
    }
  }

  async #saveEnd(id: string, job: JobParameters): Promise<void> {
    await this.#save(job, false).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      this.#options.log.warn({ err: error, job: job.name }, 'failed to store the end of a job');
    });
    if (!job.nextRunAt && !job.failReason) await this.removeJobs({ id });
  }

  async #save({ _id: id, nextRunAt, failReason, failCount }: JobParameters, begins: boolean): Promise<void> {
    const { pool, worker } = this.#options;
    const pauseMs = nextRunAt ? Math.max(0, nextRunAt.getTime() - Date.now()) : null;
    const { rows } = await pool.query<{ name: string; is_due: boolean }>(
      `
      update ${JOBS_TABLE} as job set
        locked_at = case when $3 then now() end,
        last_run_at = case when $3 then now() else last_run_at end,
        last_finished_at = case when $3 then last_finished_at else now() end,
        failed_at = case when $5::text is not null then now() end,
        fail_reason = $5,
        fail_count = $6,
        next_run_at = case
          when repeat_interval is null and $4::float8 is null then case when $3 then null else next_run_at end
          when repeat_interval is null then now() + least(make_interval(secs => $4 / 1000), ${PAUSE_MAX})
          when not $3 then next_run_at
          when begun > ${RUNS_WITHOUT_PROGRESS} then now() + ${REST}
          else now() + repeat_interval::interval
        end,
        begun = case
          when $3 then begun
          when repeat_interval is null and $4 is null and next_run_at is not null then 0
          when repeat_interval is null then greatest(begun - case when $5 is null then 1 else 0 end, 0)
          when begun > ${RUNS_WITHOUT_PROGRESS} then ${RUNS_WITHOUT_PROGRESS - 1}
          else 0
        end,
        turn = case when $3 then turn else greatest(turn, (
          select min(other.turn) + 1 from ${JOBS_TABLE} as other
          where other.name = job.name and other.locked_at is null and other.next_run_at <= now()
        )) end
      where id = $1 and last_modified_by = $2 and locked_at is not null
      returning name, locked_at is null and next_run_at <= now() as is_due
      `,
      [String(id), worker, begins, pauseMs, failReason ?? null, failCount ?? null],
    );
    const [saved] = rows;
    if (!saved)
      throw new Error(`the job ${String(id)} no longer exists, or another process has taken it over`);
    if (saved.is_due) await pool.query('select pg_notify($1, $2)', [JOBS_CHANNEL, saved.name]);
  }

  /** Adds a recurring job, or changes the interval of one that exists. */
  override async saveJob<Data>(job: JobParameters<Data>): Promise<JobParameters<Data>> {
    const { rows } = await this.#options.pool.query<{ id: string }>(
      `
      insert into ${JOBS_TABLE} (name, type, repeat_interval, next_run_at) values ($1, 'single', $2, now())
      on conflict (name) where type = 'single' do update
        set repeat_interval = excluded.repeat_interval, next_run_at = coalesce(${JOBS_TABLE}.next_run_at, now())
      returning id
      `,
      [job.name, job.repeatInterval],
    );
    return { ...job, _id: toJobId(rows[0]?.id ?? '') };
  }

  /**
   * Removes recurring jobs of kinds that this version does not have: without a worker they would stay due
   * forever, and raise an alert.
   */
  async removeUnknownKinds(kinds: readonly string[]): Promise<void> {
    await this.#options.pool.query(
      `delete from ${JOBS_TABLE} where type = 'single' and name <> all ($1) and locked_at is null`,
      [kinds],
    );
  }

  /** Removes a completed job, unless it was queued again while it ran. */
  override async removeJobs({ id }: RemoveJobsOptions): Promise<number> {
    const { pool, onRemoved } = this.#options;
    const { rows } = await pool.query<{ name: string; removed: number }>(
      `
      with removed as (
        delete from ${JOBS_TABLE} where id = $1 and next_run_at is null and locked_at is null
        returning id
      )
      select name, (select count(*)::integer from removed) as removed from ${JOBS_TABLE} where id = $1
      `,
      [String(id)],
    );
    for (const { name } of rows) onRemoved(name);
    return rows[0]?.removed ?? 0;
  }

  /** Releases a job that agenda decided not to run. */
  override unlockJob({ _id: id }: JobParameters): Promise<void> {
    return this.#unlock('id = $2', String(id));
  }

  /** Releases the jobs that were locked but not started before the queue stopped. */
  unlockAllBut(started: readonly string[]): Promise<void> {
    return this.#unlock('locked_at is not null and id <> all ($2)', started);
  }

  /** Agenda does not await this: a rejection would end the process. A job's lock expires in any case. */
  async #unlock(condition: string, value: unknown): Promise<void> {
    const { pool, log, worker } = this.#options;
    const sql = `
      with unlocked as (
        update ${JOBS_TABLE}
        -- A job taken over from a killed process has no time: that was cleared when its run began.
        set locked_at = null, begun = begun - 1, next_run_at = coalesce(next_run_at, now())
        where last_modified_by = $1 and ${condition}
        returning name
      )
      select pg_notify('${JOBS_CHANNEL}', name) from unlocked`;
    await pool.query(sql, [worker, value]).catch((error: unknown) => {
      log.warn({ err: error }, 'jobs could not be unlocked');
    });
  }

  /** Renews a job's lock, so that no other process takes it over. */
  async renewLock(id: string): Promise<Heartbeat | undefined> {
    const { pool, worker } = this.#options;
    const { rows } = await pool.query<Heartbeat>(
      `
      update ${JOBS_TABLE} as job set locked_at = now()
      where id = $1 and last_modified_by = $2 and locked_at is not null
      returning begun = 0 as "hasProgressed", exists (
        select from ${JOBS_TABLE} as other
        where other.name = job.name and other.owner <> job.owner and other.locked_at is null
          and other.next_run_at <= now()
      ) as "isAwaited"
      `,
      [id, worker],
    );
    return rows[0];
  }

  /**
   * Corrects times that are later than any schedule allows, for example after a wrong clock; returns the
   * kinds of the jobs.
   */
  async correctTimes(): Promise<string[]> {
    const latest = `now() + case
      when repeat_interval is null then ${PAUSE_MAX}
      when begun >= ${RUNS_WITHOUT_PROGRESS - 1} then greatest(repeat_interval::interval, ${REST})
      else repeat_interval::interval
    end`;
    const { rows } = await this.#options.pool.query<{ name: string }>(
      `
      update ${JOBS_TABLE} set
        locked_at = least(locked_at, now()),
        next_run_at = case when next_run_at > ${latest} then now() else next_run_at end
      where locked_at > now() + interval '1 second' or next_run_at > ${latest}
      returning name
      `,
    );
    return rows.map(({ name }) => name);
  }
}

function toParameters({ id, name, type, priority, repeat_interval, data, begun }: JobRow): JobParameters {
  const read: JobData = { ...data, key: data?.key ?? '', begun };
  return {
    _id: toJobId(id),
    name,
    type,
    priority,
    ...(repeat_interval !== null && { repeatInterval: repeat_interval }),
    data: read,
    nextRunAt: LONG_AGO,
    lockedAt: NEVER,
  };
}
