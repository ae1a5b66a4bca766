import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres, type EmbeddedPostgres } from '@kitroom/devstack/embedded-postgres';
import { runCommand } from '@kitroom/devstack/stack-commands';
import getPort from 'get-port';

type Service = 'catalogue' | 'collection';

/** A process of a service that is measured. */
export interface MeasuredService {
  url: string;
  port: number;
  pid: number;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

/** Servers for one run: PostgreSQL with default settings, and Redis if installed. */
export interface MeasuredStack {
  folder: string;
  postgres: EmbeddedPostgres;
  redis: { url: string; pid: number } | undefined;
  /** Starts a service without a worker. `waitUntilReady` waits until it accepts requests. */
  start(service: Service, env: Record<string, string>): Promise<MeasuredService>;
  /** Runs an operator command and returns its output. */
  run(service: Service, args: string[], env: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');
const endWithParent = import.meta.resolve('@kitroom/devstack/end-with-parent');
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
 * Starts the servers in a temporary folder, which is deleted when they are stopped. `keep` is another folder for
 * PostgreSQL, which remains.
 */
export async function startMeasuredStack(keep?: string): Promise<MeasuredStack> {
  const folder = await mkdtemp(join(tmpdir(), 'kitroom-measure-'));
  // PostgreSQL runs as another user when this runs as root.
  await chmod(folder, 0o755);
  const postgres = await startPostgres({ dataDir: keep ?? join(folder, 'postgres') });
  const redis = await startRedis();
  const running = new Set<MeasuredService>();
  return {
    folder,
    postgres,
    redis,
    async start(service, env) {
      const started = await startService(folder, service, env);
      running.add(started);
      return started;
    },
    run: async (service, args, env) => {
      const [title, stop] = [`${service} ${args[0] ?? ''}`, new AbortController().signal];
      const whole = { PATH: process.env.PATH, ...AS_IN_IMAGES, ...env };
      return (await runCommand({ title, main: mainOf(service), args, env: whole, cwd: root, stop })).trim();
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
export function spawnCommand(service: Service, args: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, ['--import', endWithParent, mainOf(service), ...args], {
    env: { PATH: process.env.PATH, ...AS_IN_IMAGES, ...env },
    cwd: root,
    // Ctrl-C ends the services through this process.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/**
 * Waits until a service accepts requests and, in case of the catalogue, has built its index. Errors: it exits, or is
 * not ready in two minutes.
 */
export function waitUntilReady(service: MeasuredService): Promise<void> {
  return poll(service, async () => {
    const response = await fetch(`${service.url}/api/health`);
    const { index } = (await response.json()) as { index?: string };
    return response.status === 200 && index !== 'building';
  });
}

/** Waits until the check succeeds; an error counts as no success. Errors: the service exits, or takes too long. */
export async function poll({ url, hasEnded }: MeasuredService, check: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + START_DEADLINE_MS; Date.now() < until; await delay(POLL_MS)) {
    if (hasEnded()) throw new Error(`the service at ${url} has exited: serve it by itself to see why`);
    if (await check().catch(() => false)) return;
  }
  throw new Error(`the service at ${url} is not ready after ${START_DEADLINE_MS / 1000} s`);
}

async function startService(
  folder: string,
  service: Service,
  env: Record<string, string>,
): Promise<MeasuredService> {
  const [port, metricsPort] = [await getPort(), await getPort()];
  const child = spawnCommand(service, ['serve'], {
    BULK_DATA_ROOT: join(folder, 'bulk'),
    WORKER: 'false',
    ...env,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    hasEnded,
    async stop() {
      if (hasEnded()) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await exit;
      clearTimeout(timer);
    },
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

function mainOf(service: Service): string {
  return join(root, 'services', service, 'src/main.ts');
}
