import * as z from 'zod';
import { checkRedis } from '../cache/redis.ts';
import {
  closeDatabase,
  openDatabase,
  query,
  type Database,
  type DatabaseOptions,
} from '../database/database.ts';
import { listPendingMigrations } from '../database/migrate.ts';
import { readClocks } from '../database/watch-clock.ts';
import { isSet, type CheckStep } from '../process/check.ts';
import { commonVariables, databaseUrlVariable, readConfig } from '../process/config.ts';
import { OperatorError } from '../process/process.ts';

/** The oldest supported version of PostgreSQL. */
const VERSION_MIN = 15;

interface ServiceDatabase {
  options(config: { DATABASE_URL: string; DATABASE_POOL_MAX: number }): DatabaseOptions;
  /** The folder of the service's migrations. */
  migrations: string;
}

/** The steps that both services have: those of the database and of Redis, and the clock as the last step. */
export function listCommonSteps(env: NodeJS.ProcessEnv, { options, migrations }: ServiceDatabase) {
  async function withDatabase(use: (db: Database) => Promise<void>): Promise<void> {
    const { DATABASE_URL } = readConfig(z.object({ DATABASE_URL: databaseUrlVariable }), env);
    const db = openDatabase(options({ DATABASE_URL, DATABASE_POOL_MAX: 1 }));
    try {
      await use(db);
    } finally {
      await closeDatabase(db);
    }
  }

  async function checkCache(): Promise<void> {
    const { REDIS_URL } = readConfig(z.object({ REDIS_URL: commonVariables.REDIS_URL }), env);
    if (REDIS_URL !== undefined) await checkRedis(REDIS_URL);
  }

  const first: CheckStep[] = [
    { name: 'database', run: () => withDatabase((db) => checkDatabase(db, migrations)) },
    ...(isSet(env, 'REDIS_URL') ? [{ name: 'redis', run: checkCache }] : []),
  ];
  const last: CheckStep = { name: 'clock', run: () => withDatabase(checkClock) };
  return { first, last };
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
