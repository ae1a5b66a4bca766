import type { Running } from '@kitroom/server/process';
import { openWorker, workQueue, type Worker } from '@kitroom/server/worker';
import { closeContext, databaseOptions, type Context } from './context.ts';
import { collectionJobs } from './jobs.ts';
import { MIGRATIONS } from './migrate.ts';

/** Prepares to work the collection service's queue. */
export function openCollectionWorker(context: Context): Worker {
  const { config, log } = context;
  return openWorker({ database: databaseOptions(config), log, kinds: () => collectionJobs(context) });
}

/** Works the queue alone, without HTTP. Takes over the context, and closes it when stopped. */
export function workCollection(context: Context): Promise<Running> {
  return workQueue({
    ...context,
    worker: openCollectionWorker(context),
    migrations: MIGRATIONS,
    close: () => closeContext(context),
  });
}
