import { setTimeout as sleep } from 'node:timers/promises';
import { FORM_REST_BYTES_MAX } from '@kitroom/server/http/form-error';
import { serve, type RunningServer } from '@kitroom/server/service/run-service';
import { openApiKeys } from './api-keys/identify-key.ts';
import { createCatalogueApp } from './app.ts';
import { followChanges } from './follow-changes.ts';
import { closeContext, type Context } from './context.ts';
import { UPLOADED_IMPORT_BYTES_MAX } from './limits.ts';
import { MIGRATIONS } from './catalogue-database.ts';
import { openCatalogueWorker } from './worker.ts';

/** How long the start waits for the index. */
const INDEX_WAIT_MS = 10_000;

/** Starts the HTTP service, which owns the context from then on. */
export async function serveCatalogue(context: Context): Promise<RunningServer> {
  const keys = openApiKeys(context);
  const server = await serve({
    ...context,
    app: (ready) => createCatalogueApp(context, keys, ready),
    worker: openCatalogueWorker(context),
    migrations: MIGRATIONS,
    bodyProgress: { bytesMax: UPLOADED_IMPORT_BYTES_MAX + FORM_REST_BYTES_MAX },
    async onReady() {
      await warnWithoutFuzzySearch(context);
      await Promise.race([context.index.start(), sleep(INDEX_WAIT_MS, undefined, { ref: false })]);
    },
    canAnswer: context.index.isReadable,
    async close() {
      context.index.close();
      await changes.close();
      await closeContext(context);
    },
  });
  const changes = followChanges(context, keys);
  await changes.ready;
  return server;
}

async function warnWithoutFuzzySearch({ isFuzzy, log }: Context): Promise<void> {
  if (await isFuzzy()) return;
  log.warn('the database lacks pg_trgm: searches match substrings only and do not tolerate typos');
}
