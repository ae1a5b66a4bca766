import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { OperatorError } from '../process/process.ts';
import type { Logger } from '../telemetry/logger.ts';
import {
  isDatabaseRefused,
  isDatabaseUnavailable,
  isLockTimeout,
  isRejectedByPooler,
  POOLER_ADVICE,
} from './database-errors.ts';
import { openDatabase, query, type Database } from './database.ts';
import { usesTransactionPooler } from './detect-pooler.ts';

/** The key of the lock for migrations, the same for all services. */
const LOCK_KEY = 5_471_640_017;

/** How long a migration waits for a table, well below PostgreSQL's `deadlock_timeout` of a second. */
const LOCK_TIMEOUT_MS = 200;
/** The pause before the next attempt, and how long attempts are made. */
const LOCK_PAUSE_MS = 300;
const LOCK_PATIENCE_MS = 300_000;

/** The migrations that a baseline replaced, which it exports as `replaces`. */
interface Replaced {
  /** The name of the last one. A database that has it has the baseline's schema. */
  last: string;
  /** A commit with all of them, for databases that have only some. */
  commit: string;
}

/**
 * Runs pending migrations of `folder` and returns their names. An advisory lock makes it safe to call from
 * several processes at the same time. Throws an OperatorError for a database that is older than the baseline.
 * Calls `onPooler` first if the URL is that of a pooler in transaction mode.
 */
export async function migrateDatabase(options: {
  url: string;
  folder: string;
  onPooler?: () => void;
}): Promise<string[]> {
  const db = openDatabase({
    url: options.url,
    poolMax: 2,
    applicationName: 'kitroom-migrate',
    statementTimeoutMs: null,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
  try {
    if (options.onPooler && (await usesTransactionPooler(db))) options.onPooler();
    return await db.transaction(async (lock) => {
      await lock.raw('set local lock_timeout = 0');
      await lock.raw('select pg_advisory_xact_lock(?)', [LOCK_KEY]);
      const settings: Settings = {
        migrationSource: migrationsIn(options.folder),
        // A newer version may have migrated this database already while this one is still running.
        disableMigrationsListValidation: true,
      };
      // PostgreSQL releases the advisory lock when a process dies, but Knex's own lock would remain. Holding
      // the former makes it safe to free the latter.
      await db.migrate.forceFreeMigrationsLock(settings);
      await recordBaseline(db, settings);
      return runEach(db, settings);
    });
  } finally {
    await db.destroy();
  }
}

/** The names of the migrations in `folder` that have not run. Rejects if none has ever run. */
export async function listPendingMigrations(db: Database, folder: string): Promise<string[]> {
  const source = migrationsIn(folder);
  const rows = await query<{ name: string }>(db, 'select name from knex_migrations');
  const completed = new Set(rows.map(({ name }) => name));
  const files = await source.getMigrations([]);
  return files.map((file) => source.getMigrationName(file)).filter((name) => !completed.has(name));
}

type Settings = Knex.MigratorConfig & { migrationSource: Knex.MigrationSource<string> };

/** Records a baseline as completed in a database that has all migrations that it replaced. */
async function recordBaseline(
  db: Database,
  { migrationSource: source, ...settings }: Settings,
): Promise<void> {
  const [completed] = (await db.migrate.list({ ...settings, migrationSource: source })) as [
    ReadonlyArray<{ name: string }>,
  ];
  const names = completed.map(({ name }) => name);
  for (const file of await source.getMigrations([])) {
    const name = source.getMigrationName(file);
    const { replaces } = (await source.getMigration(file)) as Knex.Migration & { replaces?: Replaced };
    if (!replaces || names.length === 0 || names.includes(name)) continue;
    if (!names.includes(replaces.last)) {
      throw new OperatorError(
        `The database was last migrated by a version before 1.0.0: run the command "migrate" of commit ${replaces.commit} first.`,
      );
    }
    await db('knex_migrations').insert({
      name,
      batch: db('knex_migrations').max('batch'),
      migration_time: db.fn.now(),
    });
  }
}

/**
 * Runs each migration in its own transaction: a single one would hold the locks of all their tables, and a
 * query of a running service that takes these in another order would end in a deadlock.
 */
async function runEach(db: Database, settings: Settings): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const ran = await withRetries(async () => ((await db.migrate.up(settings)) as [number, string[]])[1]);
    if (ran.length === 0) return names;
    names.push(...ran);
  }
}

/**
 * Runs a migration again if a table was in use. Waiting longer for a lock would make all requests wait behind
 * it, and a request that holds this table and waits for another one of the migration would end in a deadlock.
 */
async function withRetries<T>(migrate: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return await migrate();
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > giveUpAt) throw error;
      await delay(LOCK_PAUSE_MS);
    }
  }
}

function migrationsIn(folder: string): Knex.MigrationSource<string> {
  return {
    getMigrations: async () =>
      (await readdir(folder)).filter((name) => /^\d+_.*\.(ts|js)$/.test(name)).toSorted(),
    // The name must not change when .ts is compiled to .js.
    getMigrationName: (file) => path.parse(file).name,
    getMigration: (file) => import(pathToFileURL(path.join(folder, file)).href) as Promise<Knex.Migration>,
  };
}

const RETRY_MS = 1000;

/**
 * Migrates a service's database before it starts listening, then runs `onReady`. If the database is
 * unavailable, retries every second in the background; any other error of the first attempt is thrown. Warns
 * once if `url` is that of a pooler in transaction mode.
 */
export async function prepareDatabase(options: {
  url: string;
  migrations: string;
  log: Logger;
  onReady?: () => Promise<void>;
}): Promise<{ stop(): void }> {
  const { log } = options;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isFirst = true;
  let isWarned = false;

  function warn(): void {
    if (!isWarned) log.warn(POOLER_ADVICE);
    isWarned = true;
  }

  async function prepare(): Promise<void> {
    try {
      const names = await migrateDatabase({ url: options.url, folder: options.migrations, onPooler: warn });
      if (names.length > 0) log.info({ migrations: names }, 'migrated the database');
      await options.onReady?.();
    } catch (error) {
      if (isFirst && (!isDatabaseUnavailable(error) || isDatabaseRefused(error))) throw error;
      if (isRejectedByPooler(error)) warn();
      log.warn({ err: error }, 'the database is not ready; retrying every second');
      if (!stopped) timer = setTimeout(() => void prepare(), RETRY_MS);
    } finally {
      isFirst = false;
    }
  }

  await prepare();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
