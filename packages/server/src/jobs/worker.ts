import type { DatabaseOptions } from '../database/database.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { JobKind } from './jobs.ts';
import type { Queue } from './queue.ts';

/** Processes jobs in this process: starts when the database is ready, stops before it is closed. */
export interface Worker {
  start(): Promise<void>;
  /** Lets running jobs finish for up to `graceMs` and requeues the rest; starts no new ones. */
  stop(graceMs: number): Promise<void>;
}

interface WorkerOptions {
  database: DatabaseOptions;
  log: Logger;
  metrics: Metrics;
  /** Loads the kinds of jobs when the worker starts, so that processes that only serve HTTP need not. */
  kinds: () => Promise<Readonly<Record<string, JobKind>>>;
}

/** Creates a worker; nothing is connected before it starts. */
export function openWorker({ kinds, ...options }: WorkerOptions): Worker {
  let queue: Promise<Queue> | undefined;
  let isStopped = false;

  /** Loads the kinds and the queue on demand: a process that runs no jobs needs neither. */
  async function open(): Promise<Queue> {
    const [{ openQueue }, loadedKinds] = await Promise.all([import('./queue.ts'), kinds()]);
    return openQueue({ ...options, kinds: loadedKinds });
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
      // The caller of `start` has received the error.
      const started = await queue?.catch(() => undefined);
      await started?.stop(graceMs);
    },
  };
}
