import { setTimeout as sleep } from 'node:timers/promises';
import { EVERYTHING, type Cache } from '@kitroom/server/cache/cache';
import { openListener, type Listener } from '@kitroom/server/database/listener';
import { FORM_REST_BYTES_MAX } from '@kitroom/server/http/form-error';
import { serve, type RunningServer } from '@kitroom/server/service/run-service';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { openApiKeys, type ApiKeys } from './api-keys/identify-key.ts';
import { createCatalogueApp } from './app.ts';
import { databaseOptions, MIGRATIONS } from './catalogue-database.ts';
import { CHANGES_CHANNEL } from './changes/change-queries.ts';
import type { Config } from './config.ts';
import { closeContext, type Context } from './context.ts';
import { UPLOADED_IMPORT_BYTES_MAX } from './limits.ts';
import { hasTrigrams } from './search/index/index-queries.ts';
import type { SearchIndex } from './search/index/open-index.ts';
import { openCatalogueWorker } from './worker.ts';

/** How long the start-up waits for the index. */
const INDEX_WAIT_MS = 10_000;

/** Starts the HTTP service, which takes over the context and closes it when stopped. */
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
    canRespond: context.index.isReadable,
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

async function warnWithoutFuzzySearch({ db, log }: Context): Promise<void> {
  if (await hasTrigrams(db)) return;
  log.warn('the database lacks pg_trgm: searches match substrings only and do not tolerate typos');
}

/**
 * Keeps the search index and cached responses up to date with the database, including changes by other
 * processes. After a lost connection the whole cache is invalidated, because changes may have been missed.
 */
function followChanges(
  context: { cache: Cache; config: Config; index: SearchIndex; log: Logger },
  keys: ApiKeys,
): Listener {
  const { cache, config, index, log } = context;

  /** Updates the index first, so that no response computed from an outdated index is cached as current. */
  async function apply(invalidate: () => Promise<void>): Promise<void> {
    await index
      .follow()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to update the index; retrying'));
    await invalidate().catch((error: unknown) => log.error({ err: error }, 'failed to invalidate the cache'));
  }

  let caughtUp: Promise<void> | undefined;
  const listener = openListener(
    { ...databaseOptions(config), channel: CHANGES_CHANNEL, log },
    {
      onNotification(table) {
        if (table === 'api_keys') {
          keys.forget();
          return;
        }
        if (table === EVERYTHING) index.rebuild();
        void apply(() => cache.invalidate([table]));
      },
      onConnected() {
        keys.forget();
        caughtUp = apply(() => cache.invalidateAll());
      },
      onLost: () => index.markStale(),
    },
  );
  return { ...listener, ready: listener.ready.then(() => caughtUp) };
}
