import { setTimeout as sleep } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import pg from 'pg';

/** A pool of connections, or a transaction: whatever can be asked. */
export type Database = Knex;

/** How a service's database is opened. */
export interface DatabaseOptions {
  url: string;
  /** Connections that this process may open. */
  poolMax: number;
  /** Shown in PostgreSQL's own list of connections. */
  applicationName: string;
  /** Statements that run longer are cancelled; null for no limit. */
  statementTimeoutMs: number | null;
  /** Settings of every connection, `pg_trgm.word_similarity_threshold`. */
  settings?: Readonly<Record<string, string>>;
}

const CONNECT_TIMEOUT_MS = 3000;
const ACQUIRE_TIMEOUT_MS = 5000;
const CLOSE_TIMEOUT_MS = 1000;
const INT8 = 20;

/** Knex would write to standard output, in the midst of the log's lines, what the failed statement tells anyway. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} };

/** Opens a pool; nothing is connected before the first query. `destroy()` closes it. */
export function openDatabase(options: DatabaseOptions): Database {
  return knex({
    client: 'pg',
    // Knex hands these to pg unread; its own type of them is narrower than pg's.
    connection: connectionOptions(options) as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: options.poolMax,
      afterCreate: (connection: pg.Client, done: (error: Error | null, connection: pg.Client) => void) => {
        applySettings(connection, options.settings ?? {}).then(
          () => done(null, connection),
          (error: Error) => done(error, connection),
        );
      },
    },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: SILENT,
  });
}

/** Closes a pool; a statement that still runs is waited for no longer than a second. */
export async function closeDatabase(db: Database): Promise<void> {
  await Promise.race([db.destroy(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
}

/** What `pg` needs for a connection of the same kind outside the pool. */
export function connectionOptions(options: DatabaseOptions): pg.ClientConfig {
  return {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
    ...(options.statementTimeoutMs === null ? {} : { statement_timeout: options.statementTimeoutMs }),
  };
}

/** Counts are bigint; those that fit a number come as one. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return (text: string) => toSafeNumber(text);
  return pg.types.getTypeParser(oid, format);
}

function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

async function applySettings(connection: pg.Client, settings: Readonly<Record<string, string>>) {
  const entries = Object.entries(settings);
  if (entries.length === 0) return;
  const calls = entries.map((_entry, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`);
  await connection.query(`select ${calls.join(', ')}`, entries.flat());
}

/**
 * Runs a statement with `?` for its bindings and answers its rows. A statement with a name is parsed and planned
 * once a connection: worth it for hot ones with many joins, whose text never changes under that name.
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
