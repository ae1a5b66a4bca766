import type { Knex } from 'knex';
import { currentTask } from '../telemetry/task.ts';
import type { Database } from './database.ts';

/** The effect of a committed transaction or statement. */
export interface Write {
  /** The user whose request wrote; undefined for other work. */
  userId: number | undefined;
  /**
   * `changes`: data that others may see was changed, removed or hidden; `adds`: such data was only added;
   * `own`: only data that no other user sees was written.
   */
  kind: 'own' | 'adds' | 'changes';
}

const KINDS = ['own', 'adds', 'changes'] as const;

/** Runs a statement on the connection of the write; resolves to its rows. */
export type RunOnConnection = <Row>(sql: string) => Promise<Row[]>;

interface WriteObserver {
  /** Tables whose contents no other user sees. */
  ownTables: ReadonlySet<string>;
  /** Runs after the commit, before its caller gets the result. Must not reject. */
  onWritten(write: Write, run: RunOnConnection): Promise<void>;
  /** Runs if the connection was lost during the commit, so that the outcome is unknown. */
  onUnknown(write: Write): void;
}

/** The part of a `pg` connection that Knex uses. */
interface Connection {
  query(statement: unknown, done?: unknown): unknown;
}

type Done = (
  error: (Error & { code?: string }) | null,
  result?: { command?: string; rows: unknown[] },
) => void;

/**
 * Reports every write of a pool once it is committed, whether by a request, a page, a job or a command.
 * Writes are recognised by their SQL, so that nothing has to declare them.
 */
export function observeWrites(db: Database, observer: WriteObserver): void {
  const client = db.client as Knex.Client;
  const observed = new WeakSet<Connection>();
  const acquire = client.acquireConnection.bind(client) as () => Promise<Connection>;
  client.acquireConnection = async () => {
    const connection = await acquire();
    if (!observed.has(connection)) observe(connection, observer);
    observed.add(connection);
    return connection;
  };
}

function observe(connection: Connection, observer: WriteObserver): void {
  const send = connection.query.bind(connection);
  const run: RunOnConnection = (sql) =>
    new Promise((resolve, reject) => {
      const done: Done = (error, result) =>
        error ? reject(error) : resolve((result?.rows ?? []) as never[]);
      send({ text: sql }, done);
    });
  const report = async (write: Write, finish: () => void) => {
    await observer.onWritten(write, run);
    finish();
  };
  let isOpen = false;
  let open: Write | undefined;

  /** The write that is committed once a statement has succeeded. */
  function follow(sql: string): Write | undefined {
    const step = /^\s*(begin|commit|rollback(?!\s+to))\b/i.exec(sql)?.[1]?.toLowerCase();
    if (step === undefined) {
      const write = toWrite(sql, observer.ownTables);
      if (!isOpen) return write;
      open = write && open ? { ...write, kind: greater(write.kind, open.kind) } : (write ?? open);
      return undefined;
    }
    const ended = open;
    isOpen = step === 'begin';
    open = undefined;
    return step === 'commit' ? ended : undefined;
  }

  connection.query = (statement, done) => {
    const sql = textOf(statement);
    const write = sql === undefined ? undefined : follow(sql);
    if (!write || typeof done !== 'function') return send(statement, done);
    const finish = done as Done;
    const onResult: Done = (error, result) => {
      if (error) {
        if (mayBeCommitted(error)) observer.onUnknown(write);
        finish(error, result);
      } else if (result?.command === 'ROLLBACK') finish(error, result);
      else void report(write, () => finish(error, result));
    };
    return send(statement, onResult);
  };
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : undefined;
}

const WRITES =
  /\b(insert\s+into|(?<!\b(?:for|for\s+no\s+key|do)\s+)update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)/gi;

/** The write that a statement makes; undefined if it only reads. */
export function toWrite(sql: string, ownTables: ReadonlySet<string>): Write | undefined {
  const parts = [...sql.matchAll(WRITES)];
  if (parts.length === 0) return undefined;
  const isUpsert = /\bdo\s+update\b/i.test(sql);
  const kinds = parts.map(([, verb = '', table = '']): Write['kind'] => {
    if (ownTables.has(table)) return 'own';
    return /^insert/i.test(verb) && !isUpsert ? 'adds' : 'changes';
  });
  return { userId: currentTask()?.userId, kind: kinds.reduce(greater) };
}

function greater(left: Write['kind'], right: Write['kind']): Write['kind'] {
  return KINDS.indexOf(left) > KINDS.indexOf(right) ? left : right;
}

/**
 * An error of PostgreSQL has a severity and means that nothing was written, except that a commit cancelled
 * while it waits for a standby is done. Without a severity, the connection was lost.
 */
function mayBeCommitted(error: Error & { code?: string }): boolean {
  return !('severity' in error) || error.code?.startsWith('57') === true;
}
