import { listen } from '@kitroom/server/http/http-server';
import { openMetrics } from '@kitroom/server/http/metrics-server';
import { prepareDatabase } from '@kitroom/server/database/prepare-database';
import type { Running } from '@kitroom/server/process/process';
import { watchClock } from '@kitroom/server/database/watch-clock';
import { openApiKeys } from './api-keys/identify-key.ts';
import { createCatalogueApp } from './app.ts';
import { followChanges } from './changes.ts';
import { closeContext, type Context } from './context.ts';
import { keepDrawn } from './draws/keep-drawn.ts';
import { MIGRATIONS } from './migrate.ts';
import { openCatalogueWorker } from './worker.ts';

/** A catalogue that serves. */
export interface RunningCatalogue extends Running {
  /** The port it listens on. */
  port: number;
}

/**
 * Starts the HTTP service. The database may be away: the service then answers 503 and takes the database up,
 * migrations included, when it is there. Takes over the context, and closes it when stopped.
 */
export async function serveCatalogue(context: Context): Promise<RunningCatalogue> {
  const { config, log } = context;
  const keys = openApiKeys(context.db);
  const worker = openCatalogueWorker(context);
  const preparation = await prepareDatabase({
    url: config.DATABASE_URL,
    migrations: MIGRATIONS,
    log,
    onReady: async () => {
      await tellFuzziness(context);
      if (config.WORKER) await worker.start();
    },
  });
  const server = await listen(createCatalogueApp(context, keys), {
    host: config.HOST,
    port: config.PORT,
    isBehindProxy: config.TRUST_PROXY !== false,
  });
  const metrics = await openMetrics(context.metrics, config);
  const changes = followChanges(context, keys);
  await changes.ready;
  const draws = keepDrawn(context);
  const clock = watchClock(context);
  log.info({ host: config.HOST, port: server.port }, 'listening');

  return {
    port: server.port,
    async stop() {
      draws.stop();
      preparation.stop();
      clock.stop();
      const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1000;
      await Promise.all([server.close(graceMs), worker.stop(graceMs)]);
      metrics?.close();
      await changes.close();
      await closeContext(context);
    },
  };
}

/** Says once what the database cannot do. */
async function tellFuzziness({ isFuzzy, log }: Context): Promise<void> {
  if (await isFuzzy()) return;
  log.warn(
    'the database lacks pg_trgm: searches fall back to plain containment and forgive no typing mistakes',
  );
}
