import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import getPort from 'get-port';
import pg from 'pg';
import { DevstackError } from './devstack-error.ts';
import { checkPort } from './ports.ts';
import { asAccount, chooseAccount, giveTo, type ServerAccount } from './postgres-account.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { ensureCluster, filesIn, serverEnvironment, type PostgresFiles } from './postgres-cluster.ts';
import { endServer, readPostmasterFile, stopLeftoverServer } from './postgres-leftover.ts';
import { queryOnce } from './query-once.ts';

export interface PostgresOptions {
  /**
   * Contains the cluster, the superuser's password and the server's log. Only one run at a time may use it.
   */
  dataDir: string;
  /** The preferred local port. If it is taken or undefined, any free port is used. */
  port?: number;
  /** Trades durability for speed: a crash of the machine may lose data. */
  forTests?: boolean;
  /** The folder with the programs of another PostgreSQL. Default: PostgreSQL 18 from the npm package. */
  programs?: string | undefined;
}

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  port: number;
  pid: number;
  /** The URL of a database for the superuser. */
  url(database: string): string;
  /** Creates a database if it does not exist. */
  createDatabase(name: string): Promise<void>;
  /** Stops the server and waits until it has exited. Aborting `hurry` skips the checkpoint. */
  stop(hurry?: AbortSignal): Promise<void>;
  /** Resolves when the server has exited for any reason. */
  ended: Promise<void>;
}

const testSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  jit: 'off',
  // Kept small because the data folder may be in memory.
  max_wal_size: '256MB',
};

/**
 * Starts PostgreSQL on 127.0.0.1 with a persistent data folder, after stopping a server left behind by a
 * killed run. Errors: DevstackError with a one-line explanation.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const files = filesIn(resolve(options.dataDir));
  const binaries = await findPostgresBinaries(options.programs);
  await stopLeftoverServer(files.cluster);
  const account = chooseAccount(binaries.postgres, files.folder, files.cluster);
  const password = await ensureCluster(files, binaries, account, options.forTests ?? false);
  giveTo(account, files.cluster);
  const { child, port } = await startServer(files, binaries.postgres, account, options);
  return toEmbeddedPostgres(child, port, password);
}

/** Stops a server left behind on a data folder; returns whether there was one. */
export async function stopLeftoverPostgres(dataDir: string): Promise<boolean> {
  return stopLeftoverServer(filesIn(resolve(dataDir)).cluster);
}

function toEmbeddedPostgres(child: ChildProcess, port: number, password: string): EmbeddedPostgres {
  const pid = child.pid ?? 0;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  return {
    port,
    pid,
    url,
    createDatabase: (name) => createDatabase(url('postgres'), name),
    stop: async (hurry) => {
      if (!hasEnded()) await endServer(pid, hasEnded, hurry);
    },
    ended: new Promise((done) => {
      if (hasEnded()) done();
      child.once('exit', () => done());
    }),
  };
}

async function createDatabase(serverUrl: string, name: string): Promise<void> {
  const known = await queryOnce(serverUrl, 'select 1 from pg_database where datname = $1', [name]);
  if (known.length === 0) await queryOnce(serverUrl, `create database ${pg.escapeIdentifier(name)}`);
}

async function startServer(
  files: PostgresFiles,
  program: string,
  account: ServerAccount,
  options: PostgresOptions,
): Promise<{ child: ChildProcess; port: number }> {
  const until = Date.now() + 30_000;
  for (let requested = options.port; ;) {
    const isFree = requested !== undefined && (await checkPort(requested)) === 'free';
    const port = isFree && requested !== undefined ? requested : await getPort({ host: '127.0.0.1' });
    const child = spawnServer(files, program, account, port, options.forTests ?? false);
    const failure = await waitUntilReady(child, files.cluster, until);
    if (failure === undefined) return { child, port };
    const reason = failure.message ?? lastFailure(files.log);
    // Retried if the port was taken in the meantime, or processes of a killed server are still exiting.
    const isTransient = /address already in use|could not create any TCP|pre-existing shared memory/i.test(
      reason,
    );
    if (!isTransient || Date.now() > until) throw new DevstackError(`PostgreSQL does not start: ${reason}`);
    requested = undefined;
    await delay(100);
  }
}

function spawnServer(
  files: PostgresFiles,
  program: string,
  account: ServerAccount,
  port: number,
  forTests: boolean,
): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // No Unix socket, because its folder could be writable by other users, or its path too long.
    unix_socket_directories: '',
    ...(forTests ? { ...testSettings, timezone: process.env.TZ || 'UTC' } : {}),
  };
  const { command, args, user } = asAccount(account, program, [
    '-D',
    files.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = openSync(files.log, 'w');
  try {
    // PostgreSQL has its own process group, because on Ctrl-C the services must stop first.
    const detached = { detached: true, cwd: '/', env: serverEnvironment };
    return spawn(command, args, { ...user, ...detached, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
}

async function waitUntilReady(
  child: ChildProcess,
  cluster: string,
  until: number,
): Promise<{ message?: string } | undefined> {
  const seen: { failure?: { message?: string } } = {};
  child.once('error', ({ message }) => (seen.failure = { message }));
  child.once('exit', () => (seen.failure ??= {}));
  while (seen.failure === undefined) {
    const file = readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.ready) return undefined;
    if (Date.now() > until) {
      child.kill('SIGQUIT');
      return { message: 'it is not ready after 30 seconds' };
    }
    await delay(10);
  }
  return seen.failure;
}

function lastFailure(log: string): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? 'no output';
}
