import { startPostgres } from '@kitroom/devstack/embedded-postgres';
import { queryOnce } from '@kitroom/devstack/query-once';
import { parentOf } from './process-usage.ts';
import pg from 'pg';

/** The PostgreSQL that is measured. */
export interface MeasuredPostgres {
  /** Of the process that all others are children of. */
  pid: number;
  /** The URL of a database. */
  url(database: string): string;
  /** Creates a database if it does not exist. */
  createDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a folder, or uses the one at a URL, which must run on this machine. */
export async function openPostgres(where: string): Promise<MeasuredPostgres> {
  if (!/^postgres(ql)?:\/\//.test(where)) return startPostgres({ dataDir: where });
  const [checkpointer] = await queryOnce<{ pid: number }>(where, CHECKPOINTER);
  return {
    pid: parentOf(checkpointer?.pid ?? 0),
    // The given database is the catalogue's; others are beside it.
    url: (database) => (database === 'catalogue' ? where : withDatabase(where, database)),
    createDatabase: async (name) => {
      if (name !== 'catalogue') await createDatabase(where, name);
    },
    stop: async () => {},
  };
}

function withDatabase(where: string, database: string): string {
  const url = new URL(where);
  url.pathname = `/${database}`;
  return url.href;
}

/** A process that PostgreSQL's main process has always started. */
const CHECKPOINTER = `select pid from pg_stat_activity where backend_type = 'checkpointer'`;

/** Creates a database unless it exists. */
async function createDatabase(url: string, name: string): Promise<void> {
  const known = await queryOnce(url, 'select 1 from pg_database where datname = $1', [name]);
  if (known.length === 0) await queryOnce(url, `create database ${pg.escapeIdentifier(name)}`);
}
