import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitForHealth } from '@kitroom/devstack/service-process';
import { runCommand } from '@kitroom/devstack/stack-commands';
import getPort from 'get-port';
import { openPostgres, type MeasuredPostgres } from './measured-postgres.ts';

type Service = 'catalogue' | 'collection';

/** A process of a service that is measured. */
export interface MeasuredService {
  url: string;
  port: number;
  pid: number;
  /** The size of its output in bytes; 0 if it is discarded. */
  logged(): number;
  stop(): Promise<void>;
}

/** Servers for one run: PostgreSQL with default settings, and Redis if installed. */
export interface MeasuredStack {
  folder: string;
  postgres: MeasuredPostgres;
  redis: { url: string; port: number; pid: number } | undefined;
  /** Starts a service and waits until it is healthy; its log goes to a file, or with `discards` nowhere. */
  start(
    service: Service,
    command: string,
    env: Record<string, string>,
    options?: StartOptions,
  ): Promise<MeasuredService>;
  /** Runs an operator command and returns its output. */
  run(service: Service, args: string[], env: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
}

/** How to start a service. */
export interface StartOptions {
  /** As the log of floor C. */
  discardsLog?: boolean;
  /** Whether to wait until it is healthy. Default: it does. */
  waits?: boolean;
}

const root = resolve(import.meta.dirname, '../../..');
const endWithParent = import.meta.resolve('@kitroom/devstack/end-with-parent');
const GRACE_MS = 30_000;
/** The environment that infra/images sets. */
const AS_IN_IMAGES = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Starts the servers in a temporary folder, which is deleted when they are stopped. `keep` is the URL of a database, or
 * a folder, to use for PostgreSQL instead and to leave as it is.
 */
export async function startMeasuredStack(keep?: string): Promise<MeasuredStack> {
  const folder = await mkdtemp(join(tmpdir(), 'kitroom-measure-'));
  // PostgreSQL runs as another user when this runs as root.
  await chmod(folder, 0o755);
  const postgres = await openPostgres(keep ?? join(folder, 'postgres'));
  const redis = await startRedis();
  const running = new Set<MeasuredService>();
  return {
    folder,
    postgres,
    redis: redis && { url: redis.url, port: redis.port, pid: redis.pid },
    async start(service, command, env, options = {}) {
      const started = await startService(folder, { service, command, env }, options);
      running.add(started);
      return { ...started, stop: () => (running.delete(started), started.stop()) };
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

/** Starts an operator command or a service; it ends with this process. */
export function spawnCommand(
  service: Service,
  args: readonly string[],
  env: Record<string, string>,
  output: number | 'ignore',
) {
  return spawn(process.execPath, ['--import', endWithParent, mainOf(service), ...args], {
    env: { PATH: process.env.PATH, ...AS_IN_IMAGES, ...env },
    cwd: root,
    // Ctrl-C ends the services through this process.
    detached: true,
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
}

async function startService(
  folder: string,
  { service, command, env }: { service: Service; command: string; env: Record<string, string> },
  { discardsLog = false, waits = true }: StartOptions,
): Promise<MeasuredService> {
  const [port, metricsPort] = [await getPort(), await getPort()];
  // A file: reading a pipe would cost CPU time that the measured processes need.
  const log = join(folder, `${service}-${port}.log`);
  const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
  const child = spawnCommand(
    service,
    [command],
    { BULK_DATA_ROOT: join(folder, 'bulk'), ...env, ...ports },
    discardsLog ? 'ignore' : openSync(log, 'w'),
  );
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const health = command === 'serve' ? `:${port}/api/health` : `:${metricsPort}/metrics`;
  if (waits) {
    await waitForHealth({ hasEnded }, `http://127.0.0.1${health}`, 60_000).catch((cause: unknown) => {
      const output = discardsLog ? '' : readFileSync(log, 'utf8');
      throw new Error(`the ${service} does not start: ${output}`, { cause });
    });
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    logged: () => (discardsLog ? 0 : statSync(log).size),
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
  const isThere = await Promise.race([
    once(server, 'spawn').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  if (!isThere) return undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: server.pid ?? 0,
    stop: () => void server.kill('SIGTERM'),
  };
}

function mainOf(service: Service): string {
  return join(root, 'services', service, 'src/main.ts');
}
