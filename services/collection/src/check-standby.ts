import * as z from 'zod';
import { closeDatabase, openDatabase, query } from '@kitroom/server/database/database';
import { readConfig } from '@kitroom/server/process/config';
import { OperatorError } from '@kitroom/server/process/process';
import { variables } from './config.ts';
import { databaseOptions } from './database.ts';

interface Server {
  is_standby: boolean;
  system: string;
  database: string;
  synchronous_commit: string;
}

const SERVER = `
  select pg_is_in_recovery() as is_standby, (select system_identifier::text from pg_control_system()) as system,
    current_database() as database, current_setting('synchronous_commit') as synchronous_commit
`;

/** Checks that DATABASE_READ_URL is a standby of DATABASE_URL. */
export async function checkStandby(env: NodeJS.ProcessEnv): Promise<void> {
  const { DATABASE_URL, DATABASE_READ_URL } = variables.shape;
  const config = readConfig(z.object({ DATABASE_URL, DATABASE_READ_URL }), env);
  const [primary, standby] = await Promise.all([
    readServer(config.DATABASE_URL),
    readServer(config.DATABASE_READ_URL ?? ''),
  ]);
  if (!standby.is_standby) throw new OperatorError('the server of DATABASE_READ_URL is not a standby');
  if (standby.system !== primary.system || standby.database !== primary.database) {
    throw new OperatorError('DATABASE_READ_URL is not a standby of the database of DATABASE_URL');
  }
  if (primary.synchronous_commit === 'off') {
    throw new OperatorError(
      'synchronous_commit is off: with reads from a standby, it must be on, so that commits wait for the log',
    );
  }
}

async function readServer(url: string): Promise<Server> {
  const db = openDatabase(databaseOptions({ DATABASE_URL: url, DATABASE_POOL_MAX: 1 }));
  try {
    const [server] = await query<Server>(db, SERVER);
    if (!server) throw new OperatorError('PostgreSQL returned no information about the server');
    return server;
  } finally {
    await closeDatabase(db);
  }
}
