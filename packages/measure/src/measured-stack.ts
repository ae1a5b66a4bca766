import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import getPort from 'get-port';
import { messageOf } from '@kitroom/devstack/devstack-error';
import { startPostgres, type EmbeddedPostgres } from '@kitroom/devstack/embedded-postgres';
import {
  runCommand,
  spawnService,
  waitForHealth,
  type ServiceProcess,
} from '@kitroom/devstack/service-process';
import type { Target } from './load/measure-in-turns.ts';
import { cpuOf, threadsCpuOf } from './process-usage.ts';

type Service = 'catalogue' | 'collection';

/** A process of a service that is measured, with the CPU time of all processes that work for it. */
export interface MeasuredService extends Target {
  url: string;
  pid: number;
  /**
   * Waits until the path responds with 200; by default until the service is ready, the catalogue with its
   * index. Errors: it exits, or takes more than two minutes.
   */
  waitFor(path?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Servers for one run: PostgreSQL with default settings, and Redis if installed. */
export interface MeasuredStack {
  folder: string;
  postgres: EmbeddedPostgres;
  redis: { url: string; pid: number } | undefined;
  /** Starts a service without a worker. */
  start(service: Service, env: Record<string, string>): Promise<MeasuredService>;
  /** Runs an operator command and returns its output. */
  run(service: Service, args: string[], env: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');
const GRACE_MS = 30_000;
const START_DEADLINE_MS = 120_000;
const POLL_MS = 5;
/** The environment that infra/images sets. */
const AS_IN_IMAGES = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Starts the servers in a temporary folder, which is deleted when they are stopped. `keep` is another folder
 * for PostgreSQL, which remains.
 */
export async function startMeasuredStack(keep?: string): Promise<MeasuredStack> {
  const folder = await mkdtemp(join(tmpdir(), 'kitroom-measure-'));
  // PostgreSQL runs as another user when this runs as root.
  await chmod(folder, 0o755);
  const postgres = await startPostgres({ dataDir: keep ?? join(folder, 'postgres') });
  const redis = await startRedis();
  const running = new Set<MeasuredService>();
  const servers = {
    postgres: () => cpuOf(postgres.pid),
    ...(redis ? { redis: () => cpuOf(redis.pid) } : {}),
  };
  return {
    folder,
    postgres,
    redis,
    async start(service, env) {
      const started = await startService(service, { BULK_DATA_ROOT: join(folder, 'bulk'), ...env }, servers);
      running.add(started);
      return started;
    },
    run: async (service, args, env) => {
      const [title, stop] = [`${service} ${args[0] ?? ''}`, new AbortController().signal];
      return (await runCommand({ title, stop, ...commandOf(service, args, env) })).trim();
    },
    async stop() {
      await Promise.all([...running].map((service) => service.stop()));
      redis?.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts an operator command or a service, which ends with this process; its log is discarded. */
export function spawnCommand(service: Service, args: string[], env: Record<string, string>): ServiceProcess {
  return spawnService({ ...commandOf(service, args, env), isSilent: true });
}

function commandOf(service: Service, args: string[], env: Record<string, string>) {
  const main = join(root, 'services', service, 'src/main.ts');
  return { main, args, env: { PATH: process.env.PATH, ...AS_IN_IMAGES, ...env }, cwd: root };
}

async function startService(
  service: Service,
  env: Record<string, string>,
  servers: Target['cpu'],
): Promise<MeasuredService> {
  const [port, metricsPort] = [await getPort(), await getPort()];
  const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
  const child = spawnCommand(service, ['serve'], { WORKER: 'false', ...env, ...ports });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    pid: child.pid,
    isFloor: false,
    cpu: { service: () => threadsCpuOf(child.pid), ...servers },
    waitFor: async (path = '/api/ready') => {
      await waitForHealth(child, `${url}${path}`, START_DEADLINE_MS, { pollMs: POLL_MS }).catch((error) => {
        throw new Error(`the ${service} does not start: ${messageOf(error)}`);
      });
    },
    stop: async () => void (await child.stop(GRACE_MS)),
  };
}

async function startRedis() {
  const port = await getPort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  const isInstalled = await Promise.race([
    once(server, 'spawn').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  if (!isInstalled) return undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    stop: () => void server.kill('SIGTERM'),
  };
}
