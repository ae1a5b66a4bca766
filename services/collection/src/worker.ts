import type { Running } from '@kitroom/server/process/process';
import { measureQueue } from '@kitroom/server/jobs/queue-metrics';
import { openWorker, type Worker } from '@kitroom/server/jobs/worker';
import { workQueue } from '@kitroom/server/service/run-service';
import { closeContext, type Context } from './context.ts';
import { databaseOptions } from './database-options.ts';
import { measureBacklog } from './measure-backlog.ts';
import { MIGRATIONS } from './migrate.ts';

/** Prepares to process the collection service's jobs, and to report on them. */
export function openCollectionWorker(context: Context): Worker {
  measureQueue(context.addGauges);
  measureBacklog(context.addGauges);
  return openWorker({
    ...context,
    database: databaseOptions(context.config),
    kinds: async () => (await import('./jobs.ts')).collectionJobs(context),
  });
}

/** Processes jobs without serving HTTP. Takes over the context, and closes it when stopped. */
export function workCollection(context: Context): Promise<Running> {
  return workQueue({
    ...context,
    worker: openCollectionWorker(context),
    migrations: MIGRATIONS,
    close: () => closeContext(context),
  });
}
