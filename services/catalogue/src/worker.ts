import { measureQueue } from '@kitroom/server/jobs/queue-metrics';
import { openWorker, type Worker } from '@kitroom/server/jobs/worker';
import type { Running } from '@kitroom/server/process/process';
import { workQueue } from '@kitroom/server/service/run-service';
import { databaseOptions, MIGRATIONS } from './catalogue-database.ts';
import { closeContext, type Context } from './context.ts';

/** Creates the worker and its queue metrics. */
export function openCatalogueWorker(context: Context): Worker {
  measureQueue(context.addGauges);
  return openWorker({
    ...context,
    database: databaseOptions(context.config),
    kinds: async () => (await import('./jobs.ts')).catalogueJobs(context),
  });
}

/** Processes jobs without serving HTTP. Takes over the context and closes it when stopped. */
export function workCatalogue(context: Context): Promise<Running> {
  return workQueue({
    ...context,
    worker: openCatalogueWorker(context),
    migrations: MIGRATIONS,
    close: () => closeContext(context),
  });
}
