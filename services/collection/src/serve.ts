import { IMPORT_ZIP_BYTES_MAX } from '@kitroom/collection-client';
import type { AddStoredGauges } from '@kitroom/server/database/database-metrics';
import type { BodyProgress } from '@kitroom/server/http/body-progress';
import { FORM_REST_BYTES_MAX } from '@kitroom/server/http/form-error';
import { measureQueue } from '@kitroom/server/jobs/queue-metrics';
import { openWorker, type Worker } from '@kitroom/server/jobs/worker';
import type { Running } from '@kitroom/server/process/process';
import { serve, workQueue, type RunningServer } from '@kitroom/server/service/run-service';
import { MAIL_BACKLOG } from './accounts/mail/mail-queries.ts';
import { createCollectionApp } from './app.ts';
import { closeContext, type Context } from './context.ts';
import { databaseOptions, MIGRATIONS } from './database.ts';
import { PHOTO_BACKLOG } from './photos/rendition-queries.ts';

/**
 * Starts the HTTP service. Takes over the context, and closes it when stopped. `bodyProgress` overrides the
 * required speed of request bodies.
 */
export function serveCollection(
  context: Context,
  bodyProgress: Partial<BodyProgress> = {},
): Promise<RunningServer> {
  context.standby?.measure(context.metrics);
  return serve({
    ...context,
    app: (ready) => createCollectionApp(context, ready),
    worker: openCollectionWorker(context),
    migrations: MIGRATIONS,
    bodyProgress: { bytesMax: IMPORT_ZIP_BYTES_MAX + FORM_REST_BYTES_MAX, ...bodyProgress },
    close: () => closeContext(context),
  });
}

/** Opens the worker of the collection service's jobs, and adds its metrics. */
function openCollectionWorker(context: Context): Worker {
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

/** Adds gauges of the pending work in the database, which all replicas share. */
function measureBacklog(add: AddStoredGauges): void {
  add({
    ...PHOTO_BACKLOG,
    gauges: {
      waiting: { name: 'photos_waiting', help: 'Photos whose renditions are pending' },
      abandoned: { name: 'photos_abandoned', help: 'Photos whose renditions failed permanently' },
      oldest_seconds: {
        name: 'photos_oldest_waiting_seconds',
        help: 'Age of the oldest waiting photo; 0 if none',
      },
    },
  });
  add({
    sql: MAIL_BACKLOG,
    gauges: {
      waiting: { name: 'mails_waiting', help: 'Unsent mails' },
      oldest_seconds: {
        name: 'mails_oldest_waiting_seconds',
        help: 'Age of the oldest unsent mail; 0 if none',
      },
    },
  });
}
