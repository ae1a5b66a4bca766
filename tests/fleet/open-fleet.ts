import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCollectionClient, type CollectionClient } from '@kitroom/collection-client';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { startPostgres, type EmbeddedPostgres } from '@kitroom/devstack/embedded-postgres';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { describeWhere } from '@kitroom/testing/describe-where';
import { startNginx, type TestNginx } from '@kitroom/testing/test-nginx';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { testVariables } from '@kitroom/testing/test-servers';

/** The two services. */
export type ServiceName = 'catalogue' | 'collection';

/** One of several processes of a service. It keeps its address when it restarts. */
export interface Replica {
  service: ServiceName;
  port: number;
  /** Port of the metrics. */
  metricsPort: number;
  /** The current process, or the last one if none is running. */
  process(): TestService;
  start(): Promise<void>;
  /**
   * Stops it with SIGTERM and starts it again, as a deployment does, with further variables. Returns the exit
   * status.
   */
  restart(further?: Record<string, string>): Promise<number | null>;
}

/** Two replicas of each service behind nginx, with their own PostgreSQL and Redis. */
export interface Fleet {
  nginx: TestNginx;
  replicas: { catalogue: readonly Replica[]; collection: readonly Replica[] };
  all: readonly Replica[];
  redis: TestRedis;
  archive: StandInArchive;
  postgres: {
    url(service: ServiceName): string;
    /** Kills the server, as a crash of the machine would. */
    kill(): Promise<void>;
    /** Starts the server again at the same address, unless it is running. */
    start(): Promise<void>;
  };
  env: Readonly<Record<ServiceName, Record<string, string>>>;
  mediaRoot: string;
  /** Starts every part that is not running. */
  restore(): Promise<void>;
  /** Signs up a collector through nginx. The client does not retry. */
  signUp(): Promise<Collector>;
  close(): Promise<void>;
}

/** A user with an account. */
export interface Collector {
  client: CollectionClient;
  username: string;
  password: string;
  token: string;
}

/** Options of a fleet. */
export interface FleetOptions {
  /** Environment variables of the services in addition to those of the fleet. */
  env?: Partial<Record<ServiceName, Record<string, string>>>;
  /** The catalogue in the import format; the demo catalogue by default. */
  lines?: Iterable<string>;
}

const PASSWORD = 'brass lantern 42';
const REPLICAS = 2;

/**
 * `describe` for tests that need nginx and Redis. If one is not installed, they are skipped with a one-line
 * message; with CI=true they fail instead.
 */
export function describeWithFleet(title: string, tests: () => void): void {
  const { nginx, redisServer } = testVariables;
  const isThere = process.env[nginx] && process.env[redisServer];
  describeWhere(isThere, { title, missing: 'this machine has no nginx or no redis-server' }, tests);
}

/** Starts everything, as an operator would on one machine. */
export async function openFleet({
  env = {},
  lines = writeDemoCatalogue(),
}: FleetOptions = {}): Promise<Fleet> {
  const closers: Array<() => Promise<unknown> | void> = [];
  const close = async () => {
    for (const end of closers.toReversed()) await end();
  };
  try {
    return await open(closers, close, env, [...lines].map((line) => `${line}\n`).join(''));
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  closers: Array<() => Promise<unknown> | void>,
  close: () => Promise<void>,
  further: NonNullable<FleetOptions['env']>,
  lines: string,
): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-fleet-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const database = await openPostgres(join(folder, 'postgres'));
  closers.push(() => database.stop());
  const redis = await startRedis();
  closers.push(() => redis.stop());
  const archive = await startStandInArchive();
  closers.push(() => archive.stop());

  const ports = { catalogue: await reservePorts(), collection: await reservePorts() };
  const nginx = await startNginx(ports);
  closers.push(() => nginx.stop());
  const mediaRoot = join(folder, 'media');
  const common = { REDIS_URL: redis.url, TRUST_PROXY: '1' };
  const catalogue = {
    ...common,
    DATABASE_URL: database.url('catalogue'),
    PUBLIC_URL: nginx.urls.catalogue,
    ARCHIVE_BASE_URL: archive.url,
    ARCHIVE_MIN_INTERVAL_MS: '100',
    RATE_LIMIT_REQUESTS: '10000000',
    ...further.catalogue,
  };
  await run('catalogue', ['import', '-'], catalogue, lines);
  const key = await run(
    'catalogue',
    ['keys', 'create', '--name', 'collection', '--rate-limit', 'none'],
    catalogue,
  );
  const collection = {
    ...common,
    DATABASE_URL: database.url('collection'),
    PUBLIC_URL: nginx.urls.collection,
    CATALOGUE_URL: nginx.urls.catalogue,
    CATALOGUE_API_KEY: key.trim(),
    SECRET_KEY: 'a secret of the tests, of more than 32 characters',
    MEDIA_ROOT: mediaRoot,
    MAIL_ROOT: join(folder, 'mail'),
    THROTTLE_ANON: '10000000/60',
    THROTTLE_USER: '10000000/60',
    THROTTLE_ARCHIVE: '10000000/60',
    THROTTLE_SHARED: '10000000/60',
    ...further.collection,
  };
  const env = { catalogue, collection };
  const replicas = {
    catalogue: await openReplicas('catalogue', ports.catalogue, catalogue),
    collection: await openReplicas('collection', ports.collection, collection),
  };
  const all = [...replicas.catalogue, ...replicas.collection];
  closers.push(() => Promise.all(all.map((replica) => replica.process()?.kill('SIGKILL'))));
  await Promise.all(all.map((replica) => replica.start()));
  const { url, kill, start } = database;
  return {
    nginx,
    replicas,
    all,
    redis,
    archive,
    postgres: { url, kill, start },
    env,
    mediaRoot,
    restore: async () => {
      await database.start();
      for (const replica of all) if (await hasEnded(replica.process())) await replica.start();
    },
    signUp: () => signUp(env.collection, nginx.urls.collection),
    close,
  };
}

/** Starts PostgreSQL with production durability: acknowledged commits must survive a crash. */
async function openPostgres(dataDir: string) {
  let server: EmbeddedPostgres = await startPostgres({ dataDir });
  const { port } = server;
  for (const name of ['catalogue', 'collection']) await server.createDatabase(name);
  return {
    url: (service: ServiceName) => server.url(service),
    kill: async () => {
      // Its child processes would otherwise end one by one a moment later; a machine failure ends all
      // together.
      process.kill(server.pid, 'SIGQUIT');
      await server.ended;
    },
    start: async () => {
      if (!(await hasEnded(server))) return;
      server = await startPostgres({ dataDir, port });
      if (server.port !== port) throw new Error(`somebody took PostgreSQL's port ${port}`);
    },
    stop: () => server.stop(),
  };
}

async function openReplicas(
  service: ServiceName,
  ports: readonly number[],
  env: Record<string, string>,
): Promise<Replica[]> {
  const metricsPorts = await reservePorts();
  return ports.map((port, index) => toReplica(service, { port, metricsPort: metricsPorts[index] ?? 0, env }));
}

function toReplica(
  service: ServiceName,
  { port, metricsPort, env }: { port: number; metricsPort: number; env: Record<string, string> },
): Replica {
  let process: TestService;
  const start = async (further: Record<string, string> = {}) => {
    process = await startTestService(service, {
      ...env,
      ...further,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    });
  };
  return {
    service,
    port,
    metricsPort,
    process: () => process,
    start: () => start(),
    restart: async (further) => {
      const { status } = await process.kill('SIGTERM');
      await start(further);
      return status;
    },
  };
}

async function hasEnded({ ended }: { ended: Promise<unknown> }): Promise<boolean> {
  const stillRuns = Symbol('still runs');
  return (await Promise.race([ended, Promise.resolve(stillRuns)])) !== stillRuns;
}

async function reservePorts(): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < REPLICAS) ports.add(await reserveTestPort());
  return [...ports];
}

async function run(
  service: ServiceName,
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<string> {
  const { status, stdout, stderr } = await runServiceCommand(service, args, { env, input });
  if (status !== 0) throw new Error(`${service} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

let collectors = 0;

async function signUp(env: Record<string, string>, baseUrl: string): Promise<Collector> {
  collectors += 1;
  const username = `collector-${collectors}`;
  const names = ['--username', username, '--email', `${username}@example.org`, '--verified'];
  await run('collection', ['users', 'create', ...names], env, `${PASSWORD}\n`);
  const token = (await run('collection', ['tokens', 'show', username], env)).trim();
  const client = createCollectionClient({ baseUrl, token, retries: 0 });
  return { client, username, password: PASSWORD, token };
}
