import connectPgSimple from 'connect-pg-simple';
import session from 'express-session';
import type { Pool } from 'pg';
import type { Database } from '../database.ts';
import type { Logger } from '../logger.ts';

/** How a service keeps its sessions. */
export interface SessionStoreOptions {
  db: Database;
  log: Logger;
  /** How often ended sessions are removed. */
  pruneSeconds: number;
}

/** What of a connection the store and Knex's pool have in common. */
interface Connection {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/**
 * Keeps sessions in PostgreSQL's table `sessions`, where all replicas see them, through the connections that the
 * service has anyway.
 */
export function openSessionStore({ db, log, pruneSeconds }: SessionStoreOptions): session.Store {
  const PgStore = connectPgSimple(session);
  const client = db.client as {
    acquireConnection(): Promise<Connection>;
    releaseConnection(connection: Connection): Promise<void>;
  };
  const pool = {
    async query(text: string, values: unknown[]): Promise<unknown> {
      const connection = await client.acquireConnection();
      try {
        return await connection.query(text, values);
      } finally {
        await client.releaseConnection(connection);
      }
    },
  };
  return new PgStore({
    // Of a pool it uses this alone.
    pool: pool as unknown as Pool,
    tableName: 'sessions',
    // A session ends at a fixed time: nothing is written when one is only read.
    disableTouch: true,
    pruneSessionInterval: pruneSeconds,
    errorLog: (...what: unknown[]) =>
      log.warn({ what: what.map(String) }, 'the sessions could not be tidied'),
  });
}
