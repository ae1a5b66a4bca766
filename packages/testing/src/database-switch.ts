import pg from 'pg';
import type { TestDatabase } from './test-databases.ts';

/** Makes a database unavailable: ends its connections and rejects new ones. */
export async function makeDatabaseUnavailable({
  name,
  url,
}: Pick<TestDatabase, 'name' | 'url'>): Promise<void> {
  await onServer(url, async (client) => {
    await client.query(`alter database ${pg.escapeIdentifier(name)} with allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
}

/** Makes the database available again. */
export async function reopenDatabase({ name, url }: Pick<TestDatabase, 'name' | 'url'>): Promise<void> {
  await onServer(url, (client) =>
    client.query(`alter database ${pg.escapeIdentifier(name)} with allow_connections true`),
  );
}

/** Ends the connections of a database; clients may reconnect immediately. */
export async function endConnections(
  { name, url }: Pick<TestDatabase, 'name' | 'url'>,
  lastStatement = '%',
): Promise<number> {
  return onServer(url, async (client) => {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like $2',
      [name, lastStatement],
    );
    return rowCount ?? 0;
  });
}

async function onServer<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
