import type { BodyProgress } from '@kitroom/server/http/body-progress';
import { listen } from '@kitroom/server/http/http-server';
import { openMetrics } from '@kitroom/server/http/metrics-server';
import { prepareDatabase } from '@kitroom/server/database/prepare-database';
import type { Running } from '@kitroom/server/process/process';
import { watchClock } from '@kitroom/server/database/watch-clock';
import { createCollectionApp } from './app.ts';
import { closeContext, type Context } from './context.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_REST_BYTES_MAX } from './limits.ts';
import { MIGRATIONS } from './migrate.ts';
import { openCollectionWorker } from './worker.ts';

/** A collection service that serves. */
export interface RunningCollection extends Running {
  /** The port it listens on. */
  port: number;
}

/**
 * Starts the HTTP service; the database may be away, as for the catalogue. Takes over the context, and closes it
 * when stopped. `bodyProgress` is what differs from how fast bodies usually have to arrive.
 */
export async function serveCollection(
  context: Context,
  bodyProgress: Partial<BodyProgress> = {},
): Promise<RunningCollection> {
  const { config, log } = context;
  const worker = openCollectionWorker(context);
  const preparation = await prepareDatabase({
    url: config.DATABASE_URL,
    migrations: MIGRATIONS,
    log,
    onReady: async () => {
      if (config.WORKER) await worker.start();
    },
  });
  const server = await listen(createCollectionApp(context), {
    host: config.HOST,
    port: config.PORT,
    isBehindProxy: config.TRUST_PROXY !== false,
    bodyProgress: { bytesMax: UPLOAD_BYTES_MAX + UPLOAD_REST_BYTES_MAX, ...bodyProgress },
  });
  const metrics = await openMetrics(context.metrics, config);
  const clock = watchClock(context);
  log.info({ host: config.HOST, port: server.port }, 'listening');
  return {
    port: server.port,
    async stop() {
      preparation.stop();
      clock.stop();
      const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1000;
      await Promise.all([server.close(graceMs), worker.stop(graceMs)]);
      metrics?.close();
      await closeContext(context);
    },
  };
}
