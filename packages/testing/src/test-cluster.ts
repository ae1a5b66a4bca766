import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { startPostgres, type EmbeddedPostgres } from '@kitroom/devstack/embedded-postgres';
import { asAccount, chooseAccount, giveTo } from '@kitroom/devstack/postgres-account';
import { filesIn, serverEnvironment, writeSecret } from '@kitroom/devstack/postgres-cluster';
import { queryOnce } from '@kitroom/devstack/query-once';
import { describeWhere } from './describe-where.ts';
import { eventually } from './eventually.ts';
import { signalServer } from './signal-server.ts';
import { reserveTestPort } from './test-ports.ts';
import { createServersFolder } from './test-servers.ts';

/** A PostgreSQL server of a cluster. It keeps its port and its data while it is not running. */
export interface ClusterNode {
  port: number;
  /** The folder of its data (`PGDATA`). */
  folder: string;
  /** The superuser's URL of a database. */
  url(database: string): string;
  /** Runs one statement in the database `postgres`, or in another one. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  queryIn<Row extends pg.QueryResultRow>(
    database: string,
    sql: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** Standby: receives WAL, but replays none of it. Resolves when replay has stopped. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /**
   * Standby: replays commits this long after they were made (`recovery_min_apply_delay`); 0 replays
   * immediately.
   */
  setApplyDelay(ms: number): Promise<void>;
  /** Resolves when the standby has replayed everything that the other server has written until now. */
  catchUp(primary: ClusterNode): Promise<void>;
  /** Makes a standby a primary. Resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Ends the server like a crash. */
  kill(): Promise<void>;
  /** Shuts the server down cleanly. */
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Suspends the processes of the server (SIGSTOP): it accepts connections but does not respond. */
  freeze(): void;
  thaw(): void;
}

/** A primary and a physical standby of PostgreSQL 15. */
export interface TestCluster {
  primary: ClusterNode;
  standby: ClusterNode;
  /** Stops all servers and removes their data. */
  close(): Promise<void>;
}

/** The embedded PostgreSQL lacks `pg_basebackup`. */
const PROGRAMS = '/usr/lib/postgresql/15/bin';

/**
 * `describe` for tests that need a standby. Without PostgreSQL 15 they are skipped with a message; with
 * CI=true they fail.
 */
export function describeWithCluster(title: string, tests: () => void): void {
  const missing = 'this machine has no PostgreSQL 15';
  describeWhere(existsSync(join(PROGRAMS, 'pg_basebackup')), { title, missing }, tests);
}

/**
 * Starts a primary, and a standby that streams from it. Commits wait for the primary's own WAL; with
 * `synchronous` also until the standby has it. `settings` are of postgresql.conf, for both. `safe` omits the
 * shortcuts of other tests, one of which (`full_page_writes`) pg_rewind does not allow.
 */
export async function startCluster({
  synchronous = false,
  safe = false,
  settings = {},
}: { synchronous?: boolean; safe?: boolean; settings?: Record<string, string> } = {}): Promise<TestCluster> {
  await using closers = new AsyncDisposableStack();
  const folder = createServersFolder();
  closers.defer(() => folder.remove());
  const [primaryFolder, standbyFolder] = [join(folder.path, 'primary'), join(folder.path, 'standby')];

  const primary = await launchNode(primaryFolder, !safe, closers);
  // Sessions of tests otherwise do not wait for their WAL to be written.
  await primary.query('alter role all set synchronous_commit = on');
  for (const [name, value] of Object.entries(settings)) {
    await primary.query(`alter system set ${name} = '${value}'`);
  }
  if (Object.keys(settings).length > 0) {
    await primary.stop();
    await primary.start();
  }
  await copyCluster(primary, standbyFolder);
  const standby = await launchNode(standbyFolder, !safe, closers);
  if (synchronous) await waitForStandby(primary);
  const running = closers.move();
  return { primary, standby, close: () => running.disposeAsync() };
}

/** Makes commits of the primary wait for the standby `standby`. */
async function waitForStandby(primary: ClusterNode): Promise<void> {
  await primary.query("alter system set synchronous_standby_names = 'standby'");
  await primary.query('select pg_reload_conf()');
  await eventually(async () => {
    const rows = await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'");
    if (rows.length === 0) throw new Error('the standby is not synchronous');
  });
}

/** Creates the data folder of the standby `standby` with `pg_basebackup`. */
async function copyCluster(primary: ClusterNode, dataDir: string): Promise<void> {
  const program = join(PROGRAMS, 'pg_basebackup');
  const { folder, cluster, password } = filesIn(dataDir);
  const connection = new URL(primary.url('postgres'));
  writeSecret(password, connection.password);
  connection.searchParams.set('application_name', 'standby');
  const account = chooseAccount(program, folder, cluster);
  mkdirSync(cluster, { mode: 0o700 });
  giveTo(account, cluster);
  const { command, args, user } = asAccount(account, program, [
    `--pgdata=${cluster}`,
    `--dbname=${connection.href}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  ]);
  await promisify(execFile)(command, args, { ...user, cwd: '/', env: serverEnvironment });
}

async function launchNode(
  dataDir: string,
  forTests: boolean,
  closers: AsyncDisposableStack,
): Promise<ClusterNode> {
  const port = await reserveTestPort();
  const launch = () => startPostgres({ dataDir, port, forTests, programs: PROGRAMS });
  let server = await launch();
  const signal = (name: NodeJS.Signals) => signalServer(server.pid, name);
  // When the run is interrupted, Jest kills its workers without running clean-up.
  const onExit = () => signal('SIGKILL');
  process.once('exit', onExit);
  const kill = async () => {
    signal('SIGKILL');
    await server.ended;
  };
  closers.defer(async () => {
    process.off('exit', onExit);
    await kill();
  });
  return {
    port,
    folder: filesIn(dataDir).cluster,
    url: (database) => server.url(database),
    ...queriesOf(() => server),
    kill,
    stop: () => server.stop(),
    start: async () => {
      server = await launch();
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}

function queriesOf(server: () => EmbeddedPostgres) {
  const queryIn: ClusterNode['queryIn'] = (database, sql, values) =>
    queryOnce(server().url(database), sql, values);
  const query: ClusterNode['query'] = (sql, values) => queryIn('postgres', sql, values);
  const waitFor = (condition: string, values?: readonly unknown[]) =>
    eventually(async () => {
      const [row] = await query<{ holds: boolean | null }>(`select ${condition} as holds`, values);
      if (row?.holds !== true) throw new Error(`the server has not reached the state: ${condition}`);
    });
  return {
    query,
    queryIn,
    pauseReplay: async () => {
      await query('select pg_wal_replay_pause()');
      await waitFor("pg_get_wal_replay_pause_state() = 'paused'");
    },
    resumeReplay: async () => {
      await query('select pg_wal_replay_resume()');
    },
    setApplyDelay: async (ms: number) => {
      await query(`alter system set recovery_min_apply_delay = '${ms}ms'`);
      await query('select pg_reload_conf()');
    },
    catchUp: async (primary: ClusterNode) => {
      const [row] = await primary.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
      await waitFor('pg_last_wal_replay_lsn() >= $1::pg_lsn', [row?.lsn]);
    },
    promote: async () => {
      await query('select pg_promote()');
      await waitFor('not pg_is_in_recovery()');
    },
  };
}
