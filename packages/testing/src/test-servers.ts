import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import {
  startPostgres,
  stopLeftoverPostgres,
  type EmbeddedPostgres,
} from '@kitroom/devstack/embedded-postgres';
import { takeProcessLock } from '@kitroom/devstack/process-lock.mjs';

/** Environment variables with the servers' locations for test workers. */
export const testVariables = {
  /** The superuser's URL of PostgreSQL's database `postgres`. */
  postgres: 'KITROOM_TEST_POSTGRES',
  /** The path of redis-server; empty if missing. */
  redisServer: 'KITROOM_TEST_REDIS_SERVER',
  /** The path of Chromium or a compatible browser; empty if missing. */
  chromium: 'KITROOM_TEST_CHROMIUM',
  /** The path of nginx; empty if missing. */
  nginx: 'KITROOM_TEST_NGINX',
  /** The path of Caddy; empty if missing. */
  caddy: 'KITROOM_TEST_CADDY',
  /** The path of PgBouncer; empty if missing. */
  pgbouncer: 'KITROOM_TEST_PGBOUNCER',
  /** A folder for the images that a run builds. */
  images: 'KITROOM_TEST_IMAGES',
} as const;

/** The servers of a test run. */
export interface TestServers {
  stop(): Promise<void>;
}

const prefix = 'kitroom-test-';
/**
 * A file system in memory, where creating and removing the files of a database takes a fraction of the time.
 */
const MEMORY = '/dev/shm';
/** A run uses up to a few hundred MiB. */
const SERVERS_BYTES = 2 * 1024 ** 3;
/** Building images takes up to three. */
const IMAGES_BYTES = 4 * 1024 ** 3;
/** The headless shell is Chromium without its windows: it needs two thirds of the time. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/**
 * Starts a PostgreSQL in a temporary folder, in memory if there is room, and looks for redis-server,
 * Chromium, nginx, Caddy and PgBouncer. POSTGRES_BIN names a folder with another PostgreSQL's programs.
 */
export async function startTestServers(): Promise<TestServers> {
  await removeLeftovers();
  const servers = createServersFolder();
  const images = createFolder(hasMemory(IMAGES_BYTES) && mayRunPrograms());
  const programs = process.env.POSTGRES_BIN || undefined;
  const postgres = await startPostgres({ dataDir: join(servers.path, 'postgres'), forTests: true, programs });
  process.env[testVariables.postgres] = postgres.url('postgres');
  process.env[testVariables.redisServer] = findOnPath('redis-server') ?? '';
  process.env[testVariables.chromium] = BROWSERS.map(findOnPath).find(Boolean) ?? '';
  process.env[testVariables.nginx] = findOnPath('nginx') ?? '';
  process.env[testVariables.caddy] = findOnPath('caddy') ?? '';
  process.env[testVariables.pgbouncer] = findOnPath('pgbouncer') ?? '';
  process.env[testVariables.images] = images.path;
  const stop = async () => {
    await postgres.stop();
    for (const folder of [servers, images]) folder.remove();
  };
  const forget = stopOnSignals(stop, postgres);
  return {
    stop: async () => {
      forget();
      await stop();
    },
  };
}

/**
 * Creates a folder for the data of servers, in memory if there is room. The next run removes it if this one
 * cannot.
 */
export function createServersFolder() {
  return createFolder(hasMemory(SERVERS_BYTES));
}

function createFolder(isInMemory: boolean) {
  const path = mkdtempSync(join(isInMemory ? MEMORY : tmpdir(), prefix));
  // PostgreSQL and containers run as other users when the tests run as root.
  chmodSync(path, 0o755);
  const lock = takeProcessLock(join(path, 'lock'));
  const remove = () => {
    if (lock.taken) lock.release();
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}

// Jest exits on a signal without running its global teardown.
function stopOnSignals(stop: () => Promise<void>, postgres: EmbeddedPostgres): () => void {
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  const handlers = Object.entries(signals).map(([signal, status]) => {
    const handler = () => {
      // The next run stops servers that could not be stopped.
      stop().then(
        () => process.exit(status),
        () => process.exit(status),
      );
    };
    process.once(signal, handler);
    return () => process.off(signal, handler);
  });
  const onExit = () => {
    try {
      process.kill(postgres.pid, 'SIGQUIT');
    } catch {
      // The process has ended already.
    }
  };
  process.once('exit', onExit);
  return () => {
    process.off('exit', onExit);
    for (const remove of handlers) remove();
  };
}

// Removes leftovers of killed runs.
async function removeLeftovers(): Promise<void> {
  const parents = [tmpdir(), MEMORY].filter((parent) => existsSync(parent));
  const folders = parents.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)));
  for (const folder of folders.filter((leftover) => basename(leftover).startsWith(prefix))) {
    try {
      const lock = takeProcessLock(join(folder, 'lock'));
      if (!lock.taken) continue;
      await stopLeftoverPostgres(join(folder, 'postgres'));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user.
    }
  }
}

function hasMemory(bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= bytes;
  } catch {
    // The system is not Linux.
    return false;
  }
}

/** Containers may not run programs that are in memory. */
function mayRunPrograms(): boolean {
  return !/^\S+ \/dev\/shm .*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'));
}

function findOnPath(program: string): string | undefined {
  // Servers may be in folders that are not on a user's PATH.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].filter(
    (folder) => folder !== '',
  );
  return folders
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        // The file does not exist or is not executable.
        return false;
      }
    });
}
