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
   * Cancels longer statements; null for no limit, whatever the role's is, on connections to PostgreSQL
   * itself.
   */
  statementTimeoutMs: number | null;
  /** How long statements wait for locks. Default: as long as it takes. */
  lockTimeoutMs?: number;
  /** Limits what the requests of one user may use. Default: no limit. */
  userShare?: UserShare;
}

const CONNECT_TIMEOUT_MS = 3000;
const ACQUIRE_TIMEOUT_MS = 5000;
const CLOSE_TIMEOUT_MS = 1000;
/**
 * A server that hangs cancels no statements: this long after their timeout, they are not waited for any more.
 */
const LATE_MS = 2000;
/** Knex's name for the id of a connection, which its events have too. */
const UID = '__knexUid';
const INT8 = 20;
const DATE = 1082;

/** Knex would write warnings to standard output between the log lines; failed statements reject anyway. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} };

const NO_LIMIT = 'set statement_timeout = 0';

/** Creates a pool, which connects on the first query. `destroy()` closes it. */
export function openDatabase(given: DatabaseOptions): Database {
  const isLimited = given.statementTimeoutMs !== null;
  const options = isLimited ? given : toDirect(given);
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
    // Messages of errors are logged: they quote the statement, but not the values, which are what users
    // write.
    compileSqlOnError: false,
    log: SILENT,
  });
  // Whatever comes next on a connection whose statement got no response would wait for that, even a rollback.
  // One that leads to a former primary is not used again: a new one may lead to its successor.
  db.on('query-error', (error: Error, { [UID]: uid }: Pick<PooledClient, typeof UID>) => {
    const isMissing = isResponseMissing(error);
    if (isMissing) void connections.get(uid)?.end();
    if (isMissing || isReadOnly(error)) connections.delete(uid);
  });
  // The next transaction of a connection to a pooler may be on a server connection that has not prepared a
  // statement.
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

/** Opens a connection of its own to PostgreSQL itself, without a time limit. */
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
 * Counts are bigint; those that fit are converted to number. A day stays a text: a Date would need a time
 * zone.
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
 * connection: worth it for frequent ones with many joins. A name must always have the same text.
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

/** Reads in a transaction all of whose statements see the same snapshot. */
export function inSnapshot<T>(db: Database, read: (snapshot: Database) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
}
