import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chooseAccount } from '@kitroom/devstack/postgres-account';
import { describeWhere } from './describe-where.ts';
import { startDaemon, waitForPort } from './test-daemon.ts';
import { reserveTestPort } from './test-ports.ts';
import { testVariables } from './test-servers.ts';

/** A PgBouncer in transaction mode. */
export interface TestPgbouncer {
  port: number;
  /** The URL of a database of the same server and user through it. */
  urlOf(databaseUrl: string): string;
  /** Logged lines. */
  lines(): string[];
  stop(): Promise<void>;
}

interface PgbouncerOptions {
  /** URL of a database on the server behind it. Only this URL's user and password are accepted. */
  databaseUrl: string;
  /** Connections to PostgreSQL for each database. */
  poolSize: number;
  /** Further settings. Default: those of `infra/pgbouncer`. */
  settings?: Readonly<Record<string, string>>;
}

const CONFIGURATION = resolve(import.meta.dirname, '../../../infra/pgbouncer/pgbouncer.ini');

/**
 * `describe` for tests that need PgBouncer. Without it they are skipped with a message; with CI=true they
 * fail.
 */
export function describeWithPgbouncer(title: string, tests: () => void): void {
  const missing = 'this machine has no pgbouncer';
  describeWhere(process.env[testVariables.pgbouncer], { title, missing }, tests);
}

/** Starts the machine's PgBouncer with the repository's production configuration on a free port. */
export async function startPgbouncer(options: PgbouncerOptions): Promise<TestPgbouncer> {
  const program = process.env[testVariables.pgbouncer];
  if (!program) throw new Error('this machine has no pgbouncer');
  const port = await reserveTestPort();
  await using closers = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-pgbouncer-'));
  closers.defer(() => rmSync(folder, { recursive: true, force: true }));
  // Like PostgreSQL, it refuses to run as root.
  chmodSync(folder, 0o755);
  const file = writeConfiguration(folder, port, options);
  const account = chooseAccount(program, folder, folder);
  const daemon = startDaemon({ account, program, args: [file], log: join(folder, 'log') });
  closers.defer(() => daemon.kill());
  await waitForPort(daemon, 'PgBouncer', port);
  const running = closers.move();
  return {
    port,
    urlOf: (databaseUrl) => withPort(databaseUrl, port),
    lines: () => daemon.output().split('\n').filter(Boolean),
    stop: () => running.disposeAsync(),
  };
}

/** The repository's file for every database of the server; later settings replace earlier ones. */
function writeConfiguration(folder: string, port: number, options: PgbouncerOptions): string {
  const { databaseUrl, poolSize, settings } = options;
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const userFile = join(folder, 'userlist.txt');
  writeFileSync(userFile, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const overrides = {
    listen_port: port,
    auth_file: userFile,
    default_pool_size: poolSize,
    // Its folder could belong to another user.
    unix_socket_dir: '',
    ...settings,
  };
  const databases = /(?<=^\[databases\]\n)(?:(?!\[).*\n)*/m;
  const text = readFileSync(CONFIGURATION, 'utf8').replace(
    databases,
    `* = host=${hostname} port=${serverPort}\n`,
  );
  const lines = Object.entries(overrides).map(([name, value]) => `${name} = ${value}\n`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, text + lines.join(''));
  return file;
}

function withPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.port = String(port);
  return url.href;
}
