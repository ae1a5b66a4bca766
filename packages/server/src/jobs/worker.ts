import type { DatabaseOptions } from '../database/database.ts';
import type { JobKind } from './jobs.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Queue } from './queue.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** The working of the queue in this process: it starts when the database is ready, and stops before it closes. */
export interface Worker {
  start(): Promise<void>;
  /** Lets the running jobs come to an end for at most `graceMs`, and hands them back; nothing starts any more. */
  stop(graceMs: number): Promise<void>;
}

/** What a worker needs. */
export interface WorkerOptions {
  database: DatabaseOptions;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing | undefined;
  /** Loads and makes the table of jobs when the worker starts: a process that only serves needs none of it. */
  kinds: () => Promise<Readonly<Record<string, JobKind>>>;
}

/** Prepares to work a service's queue; nothing is connected before it starts. */
export function openWorker({ kinds, ...options }: WorkerOptions): Worker {
  let queue: Promise<Queue> | undefined;
  let isStopped = false;

  /** A process that works no jobs loads neither them nor the queue's library. */
  async function open(): Promise<Queue> {
    const [{ openQueue }, table] = await Promise.all([import('./queue.ts'), kinds()]);
    return openQueue({ ...options, kinds: table });
  }

  return {
    async start() {
      if (isStopped) return;
      queue ??= open();
      try {
        await queue;
      } catch (error) {
        queue = undefined;
        throw error;
      }
    },
    async stop(graceMs) {
      isStopped = true;
      const started = await queue?.catch(() => undefined);
      await started?.stop(graceMs);
    },
  };
}
