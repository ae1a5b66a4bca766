import * as z from 'zod';
import { checkRedis } from '../cache/redis.ts';
import { POOLER_ADVICE } from '../database/database-errors.ts';
import {
  closeDatabase,
  openDatabase,
  query,
  toDirect,
  type Database,
  type DatabaseOptions,
} from '../database/database.ts';
import { usesTransactionPooler } from '../database/detect-pooler.ts';
import { listPendingMigrations } from '../database/migrate.ts';
import { readClocks } from '../database/watch-clock.ts';
import { isSet, type CheckStep } from '../process/check.ts';
import {
  commonVariables,
  databaseUrlVariable,
  directUrlVariable,
  readConfig,
  type DatabaseConfig,
} from '../process/config.ts';
import { OperatorError } from '../process/process.ts';

/** The oldest supported version of PostgreSQL. */
const VERSION_MIN = 15;

interface ServiceDatabase {
  options(config: DatabaseConfig): DatabaseOptions;
  /** The folder of the service's migrations. */
  migrations: string;
}

const databaseVariables = z.object({
  DATABASE_URL: databaseUrlVariable,
  DATABASE_DIRECT_URL: directUrlVariable,
});

/** The steps of both services: those of the database and Redis, and the clock as the last step. */
export function listCommonSteps(env: NodeJS.ProcessEnv, { options, migrations }: ServiceDatabase) {
  function readOptions(): DatabaseOptions {
    // Two connections are needed to detect a pooler.
    return { ...options({ ...readConfig(databaseVariables, env), DATABASE_POOL_MAX: 1 }), poolMax: 2 };
  }

  function withDirect(use: (db: Database) => Promise<void>): Promise<void> {
    return withDatabase(toDirect(readOptions()), use);
  }

  async function checkPooler(): Promise<void> {
    const pooled = readOptions();
    const [pooledServer, directServer] = [
      await withDatabase(pooled, readServer),
      await withDatabase(toDirect(pooled), readServer),
    ];
    if (pooledServer === directServer) return;
    throw new OperatorError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases');
  }

  async function checkCache(): Promise<void> {
    const { REDIS_URL } = readConfig(z.object({ REDIS_URL: commonVariables.REDIS_URL }), env);
    if (REDIS_URL !== undefined) await checkRedis(REDIS_URL);
  }

  const first: CheckStep[] = [
    { name: 'database', run: () => withDirect((db) => checkDatabase(db, migrations)) },
    ...(isSet(env, 'DATABASE_DIRECT_URL') ? [{ name: 'pooler', run: checkPooler }] : []),
    ...(isSet(env, 'REDIS_URL') ? [{ name: 'redis', run: checkCache }] : []),
  ];
  const last: CheckStep = { name: 'clock', run: () => withDirect(checkClock) };
  return { first, last };
}

async function withDatabase<T>(options: DatabaseOptions, use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(options);
  try {
    return await use(db);
  } finally {
    await closeDatabase(db);
  }
}

/** Identifies a database by its name and the start time of its server. */
async function readServer(db: Database): Promise<string | undefined> {
  const rows = await query<{ server: string }>(
    db,
    `select concat(current_database(), ' ', pg_postmaster_start_time()) as server`,
  );
  return rows[0]?.server;
}

async function checkDatabase(db: Database, migrations: string): Promise<void> {
  const [server] = await query<{ version: string; number: number }>(
    db,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  if (!server || server.number < VERSION_MIN * 10_000) {
    throw new OperatorError(
      `PostgreSQL ${server?.version} is not supported: ${VERSION_MIN} or newer is required`,
    );
  }
  if (await usesTransactionPooler(db)) throw new OperatorError(POOLER_ADVICE);
  const pending = await listPendingMigrations(db, migrations);
  if (pending.length > 0) {
    throw new OperatorError(
      `the database is not up to date: run the command "migrate" first (${pending.join(', ')})`,
    );
  }
}

async function checkClock(db: Database): Promise<void> {
  // The first statement opens the connection, which would count as part of the round trip.
  await query(db, 'select 1');
  const clocks = await readClocks(db);
  if (!clocks) throw new OperatorError('the database responds too slowly to compare the clocks');
  if (clocks.agree) return;
  const seconds = Math.round(clocks.skewMs / 1000);
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  throw new OperatorError(`the clock of this machine is ${Math.abs(seconds)} s ${direction} the database's`);
}
