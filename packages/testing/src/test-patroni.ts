import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { chooseAccount, giveTo, type ServerAccount } from '@kitroom/devstack/postgres-account';
import { readPostmasterFile } from '@kitroom/devstack/postgres-leftover';
import { describeWhere } from './describe-where.ts';
import { eventually } from './eventually.ts';
import { signalServer } from './signal-server.ts';
import { startDaemon, type TestDaemon } from './test-daemon.ts';
import { startHaproxy } from './test-haproxy.ts';
import { reserveTestPort } from './test-ports.ts';
import { createServersFolder } from './test-servers.ts';

/** A machine with PostgreSQL and the Patroni that manages it. */
export interface PatroniNode {
  name: string;
  /** Kills both, as a failure of the machine would. */
  kill(): Promise<void>;
  /** Starts Patroni again, which starts PostgreSQL. */
  start(): void;
  /** The superuser's URL of a database of this node, past HAProxy. */
  url(database: string): string;
  /** Suspends both (SIGSTOP): the machine accepts connections but does not respond. */
  freeze(): void;
  thaw(): void;
}

/** State of a node, as reported by Patroni. */
interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
}

/**
 * Three nodes with Patroni, one etcd, and HAProxy in front, configured by `infra/patroni` and
 * `infra/haproxy`.
 */
export interface TestPatroni {
  nodes: readonly PatroniNode[];
  /** The superuser's URL of a database of the leader, through HAProxy. */
  url(database: string): string;
  /** The superuser's URL of a database of a standby, through HAProxy. */
  replicaUrl(database: string): string;
  /** The nodes, as reported by one of them. */
  listMembers(): Promise<Member[]>;
  stop(): Promise<void>;
}

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const CONFIGURATION = resolve(import.meta.dirname, '../../../infra/patroni/patroni.yml');
const NEEDED = ['patroni', 'etcd', 'haproxy', `${PROGRAMS}/postgres`];
/** The nodes have the same ports at different addresses, as HAProxy expects of machines. */
const ADDRESSES = ['127.0.0.11', '127.0.0.12', '127.0.0.13'] as const;
const START_MS = 60_000;

/**
 * `describe` for tests that need Patroni. Without it they are skipped with a message; with CI=true they fail.
 */
export function describeWithPatroni(title: string, tests: () => void): void {
  const folders = ['', ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const isThere = NEEDED.every((program) => folders.some((folder) => existsSync(join(folder, program))));
  const missing = 'this machine lacks Patroni, etcd, HAProxy or PostgreSQL 15';
  describeWhere(isThere, { title, missing }, tests);
}

/** Starts a cluster. Resolves when the leader has a synchronous standby and another one. */
export async function startPatroni(): Promise<TestPatroni> {
  await using closers = new AsyncDisposableStack();
  const { path: folder, remove } = createServersFolder();
  closers.defer(remove);
  const account = chooseAccount(join(PROGRAMS, 'postgres'), folder, join(folder, 'none'));
  const etcd = await startEtcd(folder, account);
  closers.defer(() => etcd.daemon.kill());
  const password = randomBytes(16).toString('hex');
  const [postgresPort, patroniPort] = [await reserveTestPort(), await reserveTestPort()];
  const shared = {
    PATRONI_ETCD_HOSTS: etcd.address,
    PATRONI_POSTGRESQL_BIN_DIR: PROGRAMS,
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_PASSWORD: randomBytes(16).toString('hex'),
    PATRONI_REWIND_PASSWORD: randomBytes(16).toString('hex'),
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: randomBytes(16).toString('hex'),
  };
  const nodes = ADDRESSES.map((address, index) => {
    const name = `node${index + 1}`;
    const data = join(createOwnFolder(folder, name, account), 'data');
    const env = {
      ...shared,
      HOME: join(folder, name),
      PATRONI_NAME: name,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_LISTEN: `${address}:${postgresPort}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${postgresPort}`,
      PATRONI_RESTAPI_LISTEN: `${address}:${patroniPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${patroniPort}`,
    };
    return startNode({ name, data, env, account, folder: join(folder, name) });
  });
  for (const node of nodes) closers.defer(() => node.kill());
  const [primaryPort, replicasPort] = [await reserveTestPort(), await reserveTestPort()];
  const [NODE1, NODE2, NODE3] = ADDRESSES;
  const haproxy = await startHaproxy({
    configuration: 'haproxy.cfg',
    env: {
      NODE1,
      NODE2,
      NODE3,
      POSTGRES_PORT: String(postgresPort),
      PATRONI_PORT: String(patroniPort),
      PRIMARY_LISTEN: `127.0.0.1:${primaryPort}`,
      REPLICAS_LISTEN: `127.0.0.1:${replicasPort}`,
    },
    account,
    folder: createOwnFolder(folder, 'haproxy', account),
  });
  closers.defer(() => haproxy.stop());
  const urlOf = (port: number, database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const listMembers = () => readMembers(ADDRESSES.map((address) => `http://${address}:${patroniPort}`));
  await eventually(async () => {
    const roles = (await listMembers()).map(({ role }) => role).toSorted();
    if (roles.join() !== 'leader,replica,sync_standby') throw new Error(`the nodes are ${roles.join()}`);
  }, START_MS);
  const running = closers.move();
  return {
    nodes,
    url: (database) => urlOf(primaryPort, database),
    replicaUrl: (database) => urlOf(replicasPort, database),
    listMembers,
    stop: () => running.disposeAsync(),
  };
}

/** One member is enough for a test; production needs three. */
async function startEtcd(folder: string, account: ServerAccount) {
  const [clients, peers] = [await reserveTestPort(), await reserveTestPort()];
  const dataFolder = createOwnFolder(folder, 'etcd', account);
  const address = `127.0.0.1:${clients}`;
  const daemon = startDaemon({
    account,
    program: 'etcd',
    args: [
      `--data-dir=${dataFolder}/data`,
      `--listen-client-urls=http://${address}`,
      `--advertise-client-urls=http://${address}`,
      `--listen-peer-urls=http://127.0.0.1:${peers}`,
      '--enable-v2',
    ],
    log: join(dataFolder, 'log'),
  });
  await eventually(async () => {
    if (daemon.hasEnded()) throw new Error(`etcd has ended: ${daemon.output()}`);
    const { ok } = await fetch(`http://${address}/health`);
    if (!ok) throw new Error('etcd is not ready');
  });
  return { daemon, address };
}

function startNode(options: {
  name: string;
  data: string;
  env: Record<string, string>;
  account: ServerAccount;
  folder: string;
}): PatroniNode {
  const { name, data, env, account, folder } = options;
  const file = join(folder, 'patroni.yml');
  writeFileSync(file, readFileSync(CONFIGURATION));
  const launch = () =>
    startDaemon({ account, program: 'patroni', args: [file], env, log: join(folder, 'log') });
  let patroni: TestDaemon = launch();
  const signalPostgres = (signal: NodeJS.Signals) => {
    const pid = readPostmasterFile(data)?.pid;
    // The file remains after a server is killed, and another process may have its id.
    if (pid !== undefined && readFolder(pid) === data) signalServer(pid, signal);
  };
  const signalBoth = (signal: NodeJS.Signals) => {
    process.kill(patroni.pid, signal);
    signalPostgres(signal);
  };
  const onExit = () => signalPostgres('SIGKILL');
  process.once('exit', onExit);
  return {
    name,
    url: (database) =>
      `postgres://postgres:${env.PATRONI_SUPERUSER_PASSWORD}@${env.PATRONI_POSTGRESQL_LISTEN}/${database}`,
    kill: async () => {
      // Patroni first, which would start PostgreSQL again.
      await patroni.kill();
      signalPostgres('SIGKILL');
    },
    start: () => {
      patroni = launch();
    },
    freeze: () => signalBoth('SIGSTOP'),
    thaw: () => signalBoth('SIGCONT'),
  };
}

/** The working directory of a process, if it exists. */
function readFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // The process has ended.
    return undefined;
  }
}

function createOwnFolder(folder: string, name: string, account: ServerAccount): string {
  const path = join(folder, name);
  mkdirSync(path);
  giveTo(account, path);
  return path;
}

/** Returns the report of the first node that responds. */
async function readMembers(nodes: readonly string[]): Promise<Member[]> {
  const responses = nodes.map(async (url) => {
    const response = await fetch(`${url}/cluster`, { signal: AbortSignal.timeout(2000) });
    const { members }: { members: Member[] } = await response.json();
    return members;
  });
  return Promise.any(responses);
}
