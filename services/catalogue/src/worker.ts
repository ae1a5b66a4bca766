import { openMetrics } from '@kitroom/server/metrics';
import { prepareDatabase } from '@kitroom/server/prepare-database';
import type { Running } from '@kitroom/server/process';
import { closeContext, type Context } from './context.ts';
import { MIGRATIONS } from './migrate.ts';
import { openWorker } from './work-queue.ts';

/** Works the queue alone, without HTTP. Takes over the context, and closes it when stopped. */
export async function workCatalogue(context: Context): Promise<Running> {
  const { config, log } = context;
  const worker = openWorker(context);
  const preparation = await prepareDatabase({
    url: config.DATABASE_URL,
    migrations: MIGRATIONS,
    log,
    onReady: () => worker.start(),
  });
  const metrics = await openMetrics(context.metrics, config);
  log.info('working the queue');
  return {
    async stop() {
      preparation.stop();
      await worker.stop(config.SHUTDOWN_GRACE_SECONDS * 1000);
      metrics?.close();
      await closeContext(context);
    },
  };
}
