import { openQueue, type Queue } from '@kitroom/server/queue';
import { databaseOptions, type Context } from './context.ts';
import { catalogueJobs } from './jobs.ts';

/** The working of the queue in this process: it starts when the database is ready, and stops before it closes. */
export interface Worker {
  start(): Promise<void>;
  stop(graceMs: number): Promise<void>;
}

/** Prepares to work the catalogue's queue. */
export function openWorker(context: Context): Worker {
  let queue: Queue | undefined;
  return {
    async start() {
      queue ??= await openQueue({
        database: databaseOptions(context.config),
        log: context.log,
        kinds: catalogueJobs(context),
      });
    },
    async stop(graceMs) {
      await queue?.stop(graceMs);
    },
  };
}
