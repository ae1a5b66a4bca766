import { queryOnce } from '@kitroom/devstack/query-once';
import pg from 'pg';

/** A process that PostgreSQL's main process has always started. */
export const CHECKPOINTER = `select pid from pg_stat_activity where backend_type = 'checkpointer'`;

/** Creates a database unless it exists. */
export async function createDatabase(url: string, name: string): Promise<void> {
  const known = await queryOnce(url, 'select 1 from pg_database where datname = $1', [name]);
  if (known.length === 0) await queryOnce(url, `create database ${pg.escapeIdentifier(name)}`);
}
