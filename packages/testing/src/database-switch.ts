import pg from 'pg';
import { queryOnce } from '@kitroom/devstack/query-once';
import type { TestDatabase } from './test-databases.ts';

/** Makes a database unavailable: ends its connections and rejects new ones. */
export async function makeDatabaseUnavailable({
  name,
  url,
}: Pick<TestDatabase, 'name' | 'url'>): Promise<void> {
  await queryOnce(serverOf(url), `alter database ${pg.escapeIdentifier(name)} with allow_connections false`);
  await endConnections({ name, url });
}

/** Makes the database available again. */
export async function reopenDatabase({ name, url }: Pick<TestDatabase, 'name' | 'url'>): Promise<void> {
  await queryOnce(serverOf(url), `alter database ${pg.escapeIdentifier(name)} with allow_connections true`);
}

/**
 * Ends the connections of a database, and returns their number. Clients may reconnect immediately. The
 * condition selects rows of `pg_stat_activity`.
 */
export async function endConnections(
  { name, url }: Pick<TestDatabase, 'name' | 'url'>,
  condition = 'true',
): Promise<number> {
  const ended = await queryOnce(
    serverOf(url),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and ${condition}`,
    [name],
  );
  return ended.length;
}

/** The URL of a database that stays available. */
function serverOf(databaseUrl: string): string {
  return new URL('/postgres', databaseUrl).href;
}
