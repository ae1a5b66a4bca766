import pg from 'pg';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from './eventually.ts';

/** A lock that requests wait for until the test releases it. */
export interface Held {
  release(): Promise<void>;
}

/**
 * Sends requests, each after the previous one waits for a lock or has its response, and then releases the
 * lock. Returns their responses.
 */
export async function runUntilBlocked<T>(
  databaseUrl: string,
  hold: () => Promise<Held>,
  requests: ReadonlyArray<() => Promise<T>>,
): Promise<T[]> {
  const held = await hold();
  const responses: Array<Promise<T>> = [];
  try {
    for (const send of requests) {
      const response = send();
      responses.push(response);
      await waitForWaiting(databaseUrl, responses.length, response);
    }
  } finally {
    await held.release();
  }
  return Promise.all(responses);
}

/**
 * Locks one row: changes of it, and new rows that refer to it, wait, and continue in the order of arrival.
 */
export async function holdRow(databaseUrl: string, table: string, id: number | string): Promise<Held> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`select from ${pg.escapeIdentifier(table)} where id = $1 for update`, [id]);
  return { release: () => client.end() };
}

/** Makes transactions that have added or changed rows of a table wait before they commit. */
export async function holdCommits(databaseUrl: string, table: string): Promise<Held> {
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

/** Counts the connections of a database that wait for a lock. */
export async function countWaiting(databaseUrl: string): Promise<number> {
  const [row] = await queryOnce<{ count: number }>(
    databaseUrl,
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

/**
 * Waits until at least this many connections of a database wait for a lock, or the request has its response.
 */
export async function waitForWaiting(
  databaseUrl: string,
  count: number,
  response?: Promise<unknown>,
): Promise<void> {
  let isWaiting = true;
  const settle = () => {
    isWaiting = false;
  };
  response?.then(settle, settle);
  await eventually(async () => {
    const waiting = await countWaiting(databaseUrl);
    if (isWaiting && waiting < count) throw new Error(`${waiting} connections wait for a lock, not ${count}`);
  });
}
