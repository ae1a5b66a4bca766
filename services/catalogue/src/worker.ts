import type { Running } from '@kitroom/server/process';
import { openWorker, workQueue, type Worker } from '@kitroom/server/worker';
import { closeContext, databaseOptions, type Context } from './context.ts';
import { catalogueJobs } from './jobs.ts';
import { MIGRATIONS } from './migrate.ts';

/** Prepares to work the catalogue's queue. */
export function openCatalogueWorker(context: Context): Worker {
  const { config, log } = context;
  return openWorker({ database: databaseOptions(config), log, kinds: () => catalogueJobs(context) });
}

/** Works the queue alone, without HTTP. Takes over the context, and closes it when stopped. */
export function workCatalogue(context: Context): Promise<Running> {
  return workQueue({
    ...context,
    worker: openCatalogueWorker(context),
    migrations: MIGRATIONS,
    close: () => closeContext(context),
  });
}
