import type { RequestListener } from 'node:http';
import type { Database } from '../database/database.ts';
import { prepareDatabase } from '../database/migrate.ts';
import { watchClock } from '../database/watch-clock.ts';
import type { BodyProgress } from '../http/body-progress.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { openReadiness } from '../http/health.ts';
import { listen, openMetrics } from '../http/http-server.ts';
import type { Worker } from '../jobs/worker.ts';
import { directUrlOf, type TrustProxy } from '../process/config.ts';
import type { Running } from '../process/process.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createGauge, type Metrics } from '../telemetry/metrics.ts';

/** Options of a process that runs jobs. */
interface WorkOptions {
  worker: Worker;
  db: Database;
  config: {
    DATABASE_URL: string;
    DATABASE_DIRECT_URL?: string | undefined;
    SHUTDOWN_GRACE_SECONDS: number;
    HOST: string;
    METRICS_PORT?: number | undefined;
  };
  /** The folder of the service's migrations, which run first. */
  migrations: string;
  log: Logger;
  metrics: Metrics;
  /** Closes the process's resources; called last. */
  close(): Promise<void>;
}

/** Options of a process that serves HTTP. */
interface ServeOptions extends WorkOptions {
  config: WorkOptions['config'] & {
    PORT: number;
    TRUST_PROXY: TrustProxy;
    CORS_ORIGINS: readonly string[];
    WORKER: boolean;
  };
  /** Creates the app, which serves `ready` without a key or a rate limit. */
  app(ready: Endpoint): RequestListener;
  /** Runs once the database is migrated. */
  onReady?: () => Promise<void>;
  /** Whether the process can serve its reads. Default: while the database responds. */
  canRespond?: () => boolean;
  bodyProgress?: Partial<BodyProgress>;
}

/** A running HTTP service. */
export interface RunningServer extends Running {
  /** The port it listens on. */
  port: number;
}

/**
 * Serves HTTP, and processes jobs unless `WORKER` is off, until stopped. While the database is unavailable,
 * responds with 503; migrates it when it becomes available.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { config, log, worker, app, onReady, bodyProgress } = options;
  const readiness = openReadiness(options.db, options.canRespond);
  const preparation = await prepare(options, async () => {
    await onReady?.();
    readiness.start();
    if (config.WORKER) await worker.start();
  });
  const server = await listen(app(readiness.route), {
    host: config.HOST,
    port: config.PORT,
    isBehindProxy: config.TRUST_PROXY !== false,
    bodyProgress,
  });
  const running = await run(options, preparation, async (graceMs) => {
    await Promise.all([server.close(graceMs), worker.stop(graceMs)]);
  });
  // Distinguishes this process from workers, which export the same metrics: an alert checks whether any
  // process serves HTTP.
  createGauge(options.metrics.registry, {
    name: 'http_listening',
    help: 'Present in processes that serve HTTP',
    read: () => 1,
  });
  log.info({ host: config.HOST, port: server.port, origins: config.CORS_ORIGINS }, 'listening');
  return { ...running, port: server.port };
}

/** Processes jobs without serving HTTP, until stopped. */
export async function workQueue(options: WorkOptions): Promise<Running> {
  const { worker, log } = options;
  const preparation = await prepare(options, () => worker.start());
  const running = await run(options, preparation, (graceMs) => worker.stop(graceMs));
  log.info('processing jobs');
  return running;
}

type Preparation = Awaited<ReturnType<typeof prepareDatabase>>;

function prepare(
  { config, migrations, log }: WorkOptions,
  onReady: () => Promise<void>,
): Promise<Preparation> {
  return prepareDatabase({ url: directUrlOf(config), migrations, log, onReady });
}

async function run(
  options: WorkOptions,
  preparation: Preparation,
  stop: (graceMs: number) => Promise<void>,
): Promise<Running> {
  const { config } = options;
  const metrics = await openMetrics(options);
  const clock = watchClock(options);
  return {
    async stop() {
      preparation.stop();
      clock.stop();
      await stop(config.SHUTDOWN_GRACE_SECONDS * 1000);
      metrics?.close();
      await options.close();
    },
  };
}
