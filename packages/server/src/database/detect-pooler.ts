import type { Knex } from 'knex';
import { withDeadline } from '../process/deadline.ts';
import type { Database } from './database.ts';

/** Number of attempts: other clients of a busy pooler can hide in one of them that a connection has moved. */
const ROUNDS = 5;
/** A read takes longer if the transaction has the pooler's last connection. */
const READ_MS = 1000;

/**
 * Whether a pool leads to a pooler in transaction mode. Uses two connections: while one has a transaction
 * open, the statements of the other use changing connections to PostgreSQL, or both share one.
 */
export async function usesTransactionPooler(db: Database): Promise<boolean> {
  const client = db.client as Knex.Client;
  const connection: unknown = await client.acquireConnection();
  try {
    for (let round = 0; round < ROUNDS; round += 1) if (await isMoved(db, connection)) return true;
    return false;
  } finally {
    await client.releaseConnection(connection);
  }
}

async function isMoved(db: Database, connection: unknown): Promise<boolean> {
  const before = await readBackend(db, connection);
  let read: Promise<number> | undefined;
  const isOther = await db.transaction(async (holder) => {
    if ((await readBackend(holder)) === before) return true;
    read = readBackend(db, connection);
    // A time-out proves nothing: the pooler may have no other connection.
    return withDeadline(read, READ_MS).then(
      (after) => after !== before,
      () => false,
    );
  });
  await read;
  return isOther;
}

async function readBackend(db: Database, connection?: unknown): Promise<number> {
  const statement = db.raw<{ rows: Array<{ pid: number }> }>('select pg_backend_pid() as pid');
  const { rows } = await (connection === undefined ? statement : statement.connection(connection));
  return rows[0]?.pid ?? 0;
}
