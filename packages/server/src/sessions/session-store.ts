import connectPgSimple from 'connect-pg-simple';
import type { Request } from 'express';
import session from 'express-session';
import type { Pool } from 'pg';
import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/logger.ts';
import { csrfTokenOf } from './csrf-token.ts';

interface SessionStoreOptions {
  db: Database;
  log: Logger;
  /** A session expires after this many seconds without being saved, unless its cookie expires first. */
  idleSeconds: number;
  /** How often expired sessions are removed, in seconds. */
  pruneSeconds: number;
  /** The key under which a session is stored. Default: its id. */
  keyOf?: (sid: string) => string;
}

/** The part of a pooled connection that the store uses. */
interface Connection {
  query(text: string, values: unknown[]): Promise<unknown>;
}

type GetCallback = Parameters<session.Store['get']>[1];

/**
 * Stores sessions in PostgreSQL's table `sessions`, shared by all replicas, using the service's connection
 * pool.
 */
export function openSessionStore(options: SessionStoreOptions): session.Store {
  const { db, log, idleSeconds, pruneSeconds, keyOf = (sid) => sid } = options;
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

  /**
   * Updates a loaded session only if it still exists: connect-pg-simple would insert it again, reviving a
   * session that was ended during the request.
   */
  class SessionStore extends PgStore {
    readonly #existing = new WeakSet<object>();

    override createSession(request: Request, data: session.SessionData) {
      const created = super.createSession(request, data);
      this.#existing.add(created);
      return created;
    }

    override get(sid: string, callback: GetCallback): void {
      super.get(keyOf(sid), callback);
    }

    override destroy(sid: string, callback?: (error?: unknown) => void): void {
      super.destroy(keyOf(sid), callback);
    }

    override set(sid: string, data: session.SessionData, callback?: (error?: unknown) => void): void {
      this.#save(keyOf(sid), data).then(
        () => callback?.(),
        (error: unknown) => callback?.(error),
      );
    }

    async #save(sid: string, data: session.SessionData): Promise<void> {
      const latest = db.raw('now() + make_interval(secs => ?)', [idleSeconds]);
      const columns = {
        sess: JSON.stringify(data),
        expire: db.raw('least(?, ?)', [data.cookie.expires ?? null, latest]),
      };
      await (this.#existing.has(data)
        ? db('sessions').where({ sid }).update(columns)
        : db('sessions').insert({ sid, ...columns }));
      this.#existing.add(data);
    }
  }

  return new SessionStore({
    // The store uses no other method of a pool.
    pool: pool as unknown as Pool,
    tableName: 'sessions',
    // Do not write sessions that were only read.
    disableTouch: true,
    pruneSessionInterval: pruneSeconds,
    errorLog: (...details: unknown[]) =>
      log.warn({ what: details.map(String) }, 'could not remove expired sessions'),
  });
}

/**
 * Replaces the request's session with an empty one under a new id, to prevent session fixation. `save` fills
 * and saves it. If that fails, the browser keeps its former session: an error response neither stores nor
 * sends the new one.
 */
export async function renewSession(
  request: Request,
  save: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { session: former, sessionID: formerId, sessionStore: store } = request;
  const destroy = (sid: string) => toPromise((done) => store.destroy(sid, done));
  store.generate(request);
  const { sessionID: newId } = request;
  try {
    await save();
    await destroy(formerId);
  } catch (error) {
    // If this fails too, an expiring row remains, whose id was never sent.
    await destroy(newId).catch(() => undefined);
    Object.assign(request, { session: former, sessionID: formerId });
    throw error;
  }
}

/**
 * Saves the session now instead of with the response, and creates its CSRF token first: express-session saves
 * a renewed session again with the response, which could overwrite a token created for the browser's next
 * request. If saving fails, the request is left without a session: express-session would save it again with
 * the error, and a sign-in that failed would have succeeded.
 */
export async function saveSession(request: Request): Promise<void> {
  csrfTokenOf(request.session);
  try {
    await toPromise((done) => request.session.save(done));
  } catch (error) {
    Object.assign(request, { session: undefined });
    throw error;
  }
}

/**
 * Saves the session before a redirect, which browsers follow immediately. An error is only logged if it
 * `mayFail`.
 */
export async function saveBeforeRedirect(request: Request, { mayFail }: { mayFail: boolean }): Promise<void> {
  try {
    await saveSession(request);
  } catch (error) {
    if (!mayFail) throw error;
    request.log.warn({ err: error }, 'the session could not be saved before a redirect');
  }
}

export function endSession(request: Request): Promise<void> {
  return toPromise((done) => request.session.destroy(done));
}

function toPromise(act: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    act((error) => (error ? reject(error) : resolve()));
  });
}
