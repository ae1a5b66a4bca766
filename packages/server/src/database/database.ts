import { setTimeout as sleep } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { isReadOnly, isResponseMissing } from './database-errors.ts';
import { shareConnections, type UserShare } from './share-connections.ts';

/** A connection pool or a transaction. */
export type Database = Knex;

export interface DatabaseOptions {
  url: string;
  /**
   * PostgreSQL itself, if `url` is a pooler in transaction mode. The pool then uses no session features: no
   * named statements, and neither settings nor start-up parameters, so statements are limited by their role's
   * settings too.
   */
  directUrl?: string | undefined;
  /** The maximum number of connections of this process. */
  poolMax: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /**
   * Cancels longer statements. Null connects to PostgreSQL itself, without a limit even if the role has one.
   */
  statementTimeoutMs: number | null;
  /** How long statements wait for locks. Default: no limit. */
  lockTimeoutMs?: number;
  /** Limits what the requests of one user may use. Default: no limit. */
  userShare?: UserShare;
}

const CONNECT_TIMEOUT_MS = 3000;
const ACQUIRE_TIMEOUT_MS = 5000;
const CLOSE_TIMEOUT_MS = 1000;
/** A server that hangs does not cancel statements: the client stops waiting this long after their timeout. */
const LATE_MS = 2000;
/** The property with the id of a connection, in Knex's connections and events. */
const UID = '__knexUid';
const INT8 = 20;
const DATE = 1082;

/** Knex would write warnings to standard output between the log lines; failed statements reject anyway. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} };

const NO_LIMIT = 'set statement_timeout = 0';

/** Creates a pool, which connects on the first query. `destroy()` closes it. */
export function openDatabase(requested: DatabaseOptions): Database {
  const isLimited = requested.statementTimeoutMs !== null;
  const options = isLimited ? requested : toDirect(requested);
  const connections = new Map<string, pg.Client>();
  const db = knex({
    client: 'pg',
    // Knex passes these to pg unchanged; its own type is narrower than pg's.
    connection: connectionOptions(options) as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: options.poolMax,
      afterCreate: (connection: PooledClient, done: (error: Error | null, connection: pg.Client) => void) => {
        connections.set(connection[UID], connection);
        connection.once('end', () => connections.delete(connection[UID]));
        if (isLimited) done(null, connection);
        else connection.query(NO_LIMIT, (error) => done(error, connection));
      },
      validate: (connection: PooledClient) => connections.has(connection[UID]),
    },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    // Error messages are logged: they quote the statement, but not the values, which users have entered.
    compileSqlOnError: false,
    log: SILENT,
  });
  // A connection whose statement got no response is closed: further statements would wait for it, even a
  // rollback. One to a former primary is not used again: a new one may lead to its successor.
  db.on('query-error', (error: Error, { [UID]: uid }: Pick<PooledClient, typeof UID>) => {
    const isMissing = isResponseMissing(error);
    if (isMissing) void connections.get(uid)?.end();
    if (isMissing || isReadOnly(error)) connections.delete(uid);
  });
  // Behind a pooler, no statement is named: the next transaction may use a server connection that has not
  // prepared it.
  if (options.directUrl !== undefined) {
    db.on('start', (statement: Partial<Knex.Raw>) => void statement.options?.({ name: undefined }));
  }
  if (options.userShare) shareConnections(db.client as Knex.Client, options.userShare);
  return db;
}

type PooledClient = pg.Client & { [UID]: string };

/** Closes a pool; waits at most a second for running statements. */
export async function closeDatabase(db: Database): Promise<void> {
  await Promise.race([db.destroy(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
}

/** The options of connections to PostgreSQL itself, which keep settings, locks and notifications. */
export function toDirect(options: DatabaseOptions): DatabaseOptions {
  return { ...options, url: options.directUrl ?? options.url, directUrl: undefined };
}

/** Opens a separate connection to PostgreSQL itself, without a time limit. */
export async function openConnection(options: DatabaseOptions): Promise<pg.Client> {
  const client = new pg.Client(connectionOptions({ ...toDirect(options), statementTimeoutMs: null }));
  // The failing statement reports a lost connection.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(NO_LIMIT);
  return client;
}

/** The `pg` options for a connection outside the pool with the same settings. */
export function connectionOptions(options: DatabaseOptions): pg.ClientConfig {
  const { statementTimeoutMs: ms, lockTimeoutMs, directUrl } = options;
  return {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
    ...(ms !== null && { query_timeout: ms + LATE_MS }),
    // A pooler rejects these start-up parameters.
    ...(directUrl === undefined && {
      ...(ms !== null && { statement_timeout: ms }),
      ...(lockTimeoutMs !== undefined && { lock_timeout: lockTimeoutMs }),
    }),
  };
}

/**
 * Converts bigint, the type of counts, to number; throws if it is too large. Dates stay strings: a Date would
 * need a time zone.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return (text: string) => toSafeNumber(text);
  if (oid === DATE) return (text: string) => text;
  return pg.types.getTypeParser(oid, format);
}

function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

/**
 * Runs a statement with `?` placeholders and returns its rows. A named statement is prepared once per
 * connection, which pays off for frequent ones with many joins. A name must always stand for the same SQL.
 */
export async function query<Row>(
  db: Database,
  sql: string,
  bindings: readonly unknown[] = [],
  name?: string,
): Promise<Row[]> {
  const statement = db.raw(sql, bindings as Knex.RawBinding[]);
  const { rows } = await (name === undefined ? statement : statement.options({ name }));
  return rows as Row[];
}

/** Sets another timeout for the further statements of a transaction. */
export async function setStatementTimeout(transaction: Database, ms: number): Promise<void> {
  await transaction.raw(`set local statement_timeout = ${ms}`);
  transaction.on('start', (statement: Knex.Raw) => {
    void statement.options({ query_timeout: ms + LATE_MS });
  });
}

/** Reads in a transaction whose statements all see the same snapshot. */
export function inSnapshot<T>(db: Database, read: (snapshot: Database) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
}
