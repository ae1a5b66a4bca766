import pg from 'pg';
import { endConnections } from '@kitroom/testing/database-switch';
import { waitForWaiting } from '@kitroom/testing/hold-rows';
import type { TestDatabase } from '@kitroom/testing/test-databases';

/** An open transaction that has changed items: other changes to them wait until it is committed. */
export interface HeldItems {
  commit(): Promise<void>;
}

/**
 * Changes items in a transaction that stays open, after waiting for other changes to them. `isAlone` locks
 * the whole table, so that other changes proceed in the order in which they arrived.
 */
export async function holdItems(
  databaseUrl: string,
  ids: readonly number[],
  { isAlone = false } = {},
): Promise<HeldItems> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  if (isAlone) await client.query('lock table items in exclusive mode');
  await client.query('update items set updated_at = now() where id = any ($1)', [ids]);
  return {
    async commit() {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Locks a table, so that all writes, and by default all reads, wait until it is released. */
export async function holdTable(
  databaseUrl: string,
  table: string,
  mode: 'access exclusive' | 'share' = 'access exclusive',
): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${pg.escapeIdentifier(table)} in ${mode} mode`);
  return { release: () => client.end() };
}

/**
 * Sends a request, and terminates its database connection as soon as it reads a table. Idle connections stay
 * open, because the service could use one before it notices the end.
 */
export async function disconnectReaderOf<T>(
  database: Pick<TestDatabase, 'name' | 'url'>,
  table: string,
  send: () => Promise<T>,
): Promise<T> {
  const held = await holdTable(database.url, table);
  try {
    const response = send();
    await waitForWaiting(database.url, 1);
    await endConnections(database, "wait_event_type = 'Lock'");
    return await response;
  } finally {
    await held.release();
  }
}
