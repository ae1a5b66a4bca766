import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { startDaemon, waitForPort } from './test-daemon.ts';
import { reserveTestPort } from './test-ports.ts';
import { testVariables } from './test-servers.ts';

/** A running nginx. */
export interface RunningNginx {
  port: number;
  /** Its configuration, cache and temporary files. */
  folder: string;
  /** Lines of standard output and standard error so far. */
  lines(): string[];
  stop(): Promise<void>;
}

/** An nginx with the configuration of `infra/nginx`: logs one line of JSON per request, and its errors. */
export interface TestNginx extends RunningNginx {
  /** The URL of each service through nginx, with two local host names. */
  urls: { catalogue: string; collection: string };
}

/** The upstreams of nginx. */
export interface TestNginxOptions {
  /** Local ports of the service's replicas. */
  catalogue: readonly number[];
  collection: readonly number[];
  /** The templates to use. Default: `base` and `hosts`. */
  templates?: readonly string[];
  /** The local port of `internal.conf`, which is left out by default. */
  internalPort?: number;
}

const CONFIGURATION = resolve(import.meta.dirname, '../../../infra/nginx');

/** Starts the machine's nginx with the repository's production configuration. */
export async function startNginx(options: TestNginxOptions): Promise<TestNginx> {
  const nginx = await runNginx((folder, port) => writeConfiguration(folder, port, options));
  const { port } = nginx;
  const urls = { catalogue: `http://127.0.0.1:${port}`, collection: `http://localhost:${port}` };
  return { ...nginx, urls };
}

/**
 * Starts the machine's nginx with the `nginx.conf` that `configure` writes to a folder, once it listens on
 * the port: a free one by default.
 */
export async function runNginx(
  configure: (folder: string, port: number) => void,
  listen?: number,
): Promise<RunningNginx> {
  const program = process.env[testVariables.nginx];
  if (!program) throw new Error('this machine has no nginx');
  const port = listen ?? (await reserveTestPort());
  await using closers = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-nginx-'));
  closers.defer(() => rmSync(folder, { recursive: true, force: true }));
  // Its workers run as another user when the tests run as root.
  chmodSync(folder, 0o755);
  configure(folder, port);
  const settings = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const daemon = startDaemon({
    program,
    args: [...settings, '-g', `daemon off; pid ${folder}/pid;`],
    log: join(folder, 'log'),
    // Ends its workers too.
    exitSignal: 'SIGTERM',
  });
  closers.defer(() => daemon.kill('SIGTERM'));
  await waitForPort(daemon, 'nginx', port);
  const running = closers.move();
  const lines = () => daemon.output().split('\n').filter(Boolean);
  return { port, folder, lines, stop: () => running.disposeAsync() };
}

/** Expands the templates like nginx's image does: only the variables that are given. */
function writeConfiguration(folder: string, port: number, options: TestNginxOptions): void {
  const { templates = ['base', 'hosts'] } = options;
  const variables: Readonly<Record<string, string>> = {
    NGINX_LISTEN: `127.0.0.1:${port}`,
    NGINX_CACHE: join(folder, 'cache'),
    NGINX_ACCESS_LOG: '/dev/stdout',
    CATALOGUE_HOST: '127.0.0.1',
    COLLECTION_HOST: 'localhost',
    CATALOGUE_SERVERS: toServers(options.catalogue),
    COLLECTION_SERVERS: toServers(options.collection),
  };
  for (const name of ['cache', 'conf.d', 'tls']) mkdirSync(join(folder, name));
  for (const name of ['nginx.conf', 'kitroom']) {
    cpSync(join(CONFIGURATION, name), join(folder, name), { recursive: true });
  }
  const files = readdirSync(join(CONFIGURATION, 'templates'));
  for (const file of files.filter((name) => templates.includes(basename(name, '.conf.template')))) {
    const text = readFileSync(join(CONFIGURATION, 'templates', file), 'utf8');
    const filled = text.replaceAll(/\$\{(\w+)\}/g, (all, name: string) => variables[name] ?? all);
    writeFileSync(join(folder, 'conf.d', basename(file, '.template')), filled);
  }
  if (options.internalPort !== undefined) writeInternal(folder, options.internalPort);
}

/** Writes `internal.conf` with this port. */
function writeInternal(folder: string, port: number): void {
  const text = readFileSync(join(CONFIGURATION, 'internal.conf'), 'utf8');
  const listen = /(?<=listen 127\.0\.0\.1:)\d+(?=;)/;
  writeFileSync(join(folder, 'conf.d/internal.conf'), text.replace(listen, String(port)));
}

function toServers(ports: readonly number[]): string {
  return ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');
}
