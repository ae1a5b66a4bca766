import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres, type EmbeddedPostgres } from '@kitroom/devstack/embedded-postgres';
import { spawnService, waitForHealth } from '@kitroom/devstack/service-process';
import getPort from 'get-port';

type Service = 'catalogue' | 'collection';

/** A process of a service that is measured. */
export interface MeasuredService {
  url: string;
  pid: number;
  /** The size of its output in bytes. */
  logged(): number;
  stop(): Promise<void>;
}

/** Servers for one run, of this checkout or another: PostgreSQL with default settings, and Redis if installed. */
export interface MeasuredStack {
  folder: string;
  postgres: EmbeddedPostgres;
  redis: { url: string; port: number; pid: number } | undefined;
  start(
    service: Service,
    command: string,
    env: Record<string, string>,
    checkout?: string,
  ): Promise<MeasuredService>;
  /** Runs an operator command and returns its output. */
  run(service: Service, args: string[], env: Record<string, string>, checkout?: string): Promise<string>;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');

/** Starts the servers in a temporary folder, which is deleted when they are stopped. */
export async function startMeasuredStack(): Promise<MeasuredStack> {
  const folder = await mkdtemp(join(tmpdir(), 'kitroom-measure-'));
  // PostgreSQL runs as another user when this runs as root.
  await chmod(folder, 0o755);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const redis = await startRedis();
  const running = new Set<MeasuredService>();
  return {
    folder,
    postgres,
    redis: redis && { url: redis.url, port: redis.port, pid: redis.pid },
    async start(service, command, env, checkout = root) {
      const started = await startService(mainOf(checkout, service), command, env);
      running.add(started);
      return { ...started, stop: () => (running.delete(started), started.stop()) };
    },
    run: (service, args, env, checkout = root) => runCommand(mainOf(checkout, service), args, env),
    async stop() {
      await Promise.all([...running].map((service) => service.stop()));
      redis?.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startService(
  main: string,
  command: string,
  env: Record<string, string>,
): Promise<MeasuredService> {
  let bytes = 0;
  const [port, metricsPort] = [await getPort(), await getPort()];
  const child = spawnService({
    main,
    args: [command],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    },
    cwd: root,
    onLine: (line) => (bytes += Buffer.byteLength(line) + 1),
  });
  const health = command === 'serve' ? `:${port}/api/health` : `:${metricsPort}/metrics`;
  await waitForHealth(child, `http://127.0.0.1${health}`, 60_000).catch((cause: unknown) => {
    throw new Error(`${main} does not start: ${child.lastLines().join('\n')}`, { cause });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    logged: () => bytes,
    stop: async () => void (await child.stop(30_000)),
  };
}

async function runCommand(main: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, ...env },
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${main} ${args[0] ?? ''} has failed`);
  return text.trim();
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

function mainOf(checkout: string, service: Service): string {
  return join(checkout, 'services', service, 'src/main.ts');
}
