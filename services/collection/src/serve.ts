import { IMPORT_ZIP_BYTES_MAX } from '@kitroom/collection-client';
import type { BodyProgress } from '@kitroom/server/http/body-progress';
import { serve, type RunningServer } from '@kitroom/server/service/run-service';
import { createCollectionApp } from './app.ts';
import { closeContext, type Context } from './context.ts';
import { FORM_REST_BYTES_MAX } from '@kitroom/server/http/form-error';
import { MIGRATIONS } from './migrate.ts';
import { openCollectionWorker } from './worker.ts';

/**
 * Starts the HTTP service. Takes over the context, and closes it when stopped. `bodyProgress` overrides the required
 * speed of request bodies.
 */
export function serveCollection(
  context: Context,
  bodyProgress: Partial<BodyProgress> = {},
): Promise<RunningServer> {
  return serve({
    ...context,
    app: (ready) => createCollectionApp(context, ready),
    worker: openCollectionWorker(context),
    migrations: MIGRATIONS,
    bodyProgress: { bytesMax: IMPORT_ZIP_BYTES_MAX + FORM_REST_BYTES_MAX, ...bodyProgress },
    close: () => closeContext(context),
  });
}
