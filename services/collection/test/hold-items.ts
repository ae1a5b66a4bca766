import pg from 'pg';
import { endConnections } from '@kitroom/testing/database-switch';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';

/** A transaction that has changed items: other changes of them wait until it is committed. */
export interface HeldItems {
  commit(): Promise<void>;
}

/**
 * Changes items in a transaction that stays open; waits for other changes of them first. `isAlone` keeps all
 * other changes out, which get their turns in the order in which they came.
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

/**
 * Locks one row: changes of it, and new rows that refer to it, wait, and continue in the order of arrival.
 */
export async function holdRow(
  databaseUrl: string,
  table: string,
  id: number,
): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`select from ${pg.escapeIdentifier(table)} where id = $1 for update`, [id]);
  return { release: () => client.end() };
}

/** Makes transactions that have added or changed rows of a table wait before they commit. */
export async function holdCommits(databaseUrl: string, table: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    create function hold_commit() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock_shared(1); return null; end';
    create constraint trigger hold_commit after insert or update on ${pg.escapeIdentifier(table)}
      deferrable initially deferred for each row execute function hold_commit();
    select pg_advisory_lock(1)`);
  return {
    async release() {
      await client.query('select pg_advisory_unlock(1)');
      await client.query('drop function hold_commit cascade');
      await client.end();
    },
  };
}

/**
 * Makes everything that writes a table, and by default everything that reads it, wait until it is released.
 */
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

/** Sends a request, and ends its connection to the database as soon as it reads a table. */
export async function endReaderOf<T>(
  database: Pick<TestDatabase, 'name' | 'url'>,
  table: string,
  send: () => Promise<T>,
): Promise<T> {
  const held = await holdTable(database.url, table);
  try {
    const response = send();
    await waitForWaiting(database.url, 1);
    await endConnections(database, `%from%${table}%`);
    return await response;
  } finally {
    await held.release();
  }
}

/** How many connections of a database wait for a lock. */
export async function countWaiting(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

/** Waits until a request waits for a lock, as so many do then, or has its response. */
export async function waitForWaitingOrResponse(
  databaseUrl: string,
  count: number,
  response: Promise<unknown>,
): Promise<void> {
  let isWaiting = true;
  const settle = () => {
    isWaiting = false;
  };
  response.then(settle, settle);
  await eventually(async () => {
    const waiting = await countWaiting(databaseUrl);
    if (isWaiting && waiting < count) throw new Error(`${waiting} connections wait for a lock, not ${count}`);
  });
}

/** Waits until at least so many connections of a database wait for a lock. */
export function waitForWaiting(databaseUrl: string, count: number): Promise<void> {
  return eventually(async () => {
    const waiting = await countWaiting(databaseUrl);
    if (waiting < count) throw new Error(`${waiting} connections wait for a lock, not ${count}`);
  });
}
