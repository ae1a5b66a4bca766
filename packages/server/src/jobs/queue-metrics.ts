import type { AddStoredGauges } from '../database/database-metrics.ts';
import { createCounter, type Metrics } from '../telemetry/metrics.ts';
import { JOBS_TABLE, LOCK_MS } from './jobs.ts';

/** Counters of job events in this process, by kind. */
export function countQueue({ registry }: Metrics, kinds: readonly string[]) {
  const count = (name: string, help: string) =>
    createCounter(registry, { name, help, label: 'kind', values: kinds });
  return {
    restarts: count(
      'queue_job_restarts_total',
      'Jobs started again without progress: the previous run failed, or ended with its process',
    ),
    abandoned: count(
      'queue_jobs_abandoned_total',
      'Jobs that failed permanently, after three starts without progress',
    ),
    timesCorrected: count(
      'queue_times_corrected_total',
      'Jobs whose time was further ahead than their schedule allows, which was corrected',
    ),
  };
}

const OLDEST = `
  extract(epoch from now() - min(next_run_at) filter (where next_run_at <= now() and not is_locked))`;

/**
 * Adds metrics of the queue, which all replicas share. A job waits if it is due and not running; recurring
 * jobs always have a row, so that their age grows if no worker runs.
 */
export function measureQueue(add: AddStoredGauges): void {
  add({
    sql: `
      select name as kind,
        count(*) filter (where next_run_at <= now() and not is_locked) as waiting,
        count(*) filter (where is_locked) as running,
        count(*) filter (where next_run_at is null and locked_at is null) as failed,
        coalesce(${OLDEST}, 0)::float8 as oldest_seconds,
        case when bool_or(is_locked) then 0 else coalesce(${OLDEST}, 0) end::float8 as unclaimed_seconds,
        coalesce(max(begun) filter (where next_run_at is not null or locked_at is not null), 0) as starts
      from (
        select name, next_run_at, locked_at, begun, coalesce(
          locked_at between now() - make_interval(secs => ?) and now() + interval '1 second', false
        ) as is_locked
        from ${JOBS_TABLE}
      ) as jobs
      group by name`,
    bindings: [LOCK_MS / 1000],
    label: 'kind',
    gauges: {
      waiting: { name: 'queue_jobs_waiting', help: 'Due jobs that no worker has claimed' },
      running: { name: 'queue_jobs_running', help: 'Running jobs' },
      failed: {
        name: 'queue_jobs_failed',
        help: 'Jobs that failed in the last seven days and were not retried',
      },
      oldest_seconds: {
        name: 'queue_oldest_waiting_job_seconds',
        help: 'Time since the oldest waiting job became due; 0 if none is waiting',
      },
      unclaimed_seconds: {
        name: 'queue_unclaimed_job_seconds',
        help: 'Time since the oldest waiting job became due if no job of its kind is running; 0 otherwise',
      },
      starts: {
        name: 'queue_job_starts_max',
        help: 'Highest number of starts of an unfinished job since its last progress',
      },
    },
  });
}
