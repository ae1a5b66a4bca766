import { Gauge, type Registry } from 'prom-client';
import { withDeadline } from '../process/deadline.ts';
import { createCounter, createGauge, createTotal, type Metrics } from '../telemetry/metrics.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { query, type Database } from './database.ts';

/** Gauges computed by a query, with the same result on every replica. */
interface StoredGauges {
  sql: string;
  bindings?: readonly unknown[];
  /** The column that holds the label; without one the query returns one row. */
  label?: string;
  /** Each column's gauge name and help text. Null values are omitted. */
  gauges: Readonly<Record<string, { name: string; help: string }>>;
}

/** Registers gauges that are read from the database. */
export type AddStoredGauges = (stored: StoredGauges) => void;

/** The properties of Knex's pool that are measured. */
interface Pool {
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  numPendingCreates(): number;
  on(event: 'acquireFail', listener: (attempt: number, error: Error) => void): void;
}

const CACHE_MS = 5000;
const DEADLINE_MS = 1000;
const STATEMENT_TIMEOUT = '57014';

/**
 * Adds metrics of the database: this process's pool, failed statements, availability, and gauges added later.
 * Queries run when metrics are scraped, at most every five seconds, over one pooled connection; if there is
 * no response within a second, their gauges are omitted.
 */
export function measureDatabase({ registry }: Metrics, db: Database): AddStoredGauges {
  const { pool } = db.client as { pool: Pool };
  measurePool(registry, pool);
  countFailures(registry, db, pool);
  const reads: Array<() => Promise<void>> = [];
  const refresh = throttleRefresh(async () => {
    await query(db, 'select 1');
    for (const read of reads) await read();
  });
  createGauge(registry, {
    name: 'database_up',
    help: 'Whether the database has responded to the queries of the metrics within a second',
    read: async () => Number(await refresh()),
  });

  return (stored) => {
    let rows: StoredRow[] = [];
    reads.push(async () => {
      rows = await query(db, stored.sql, stored.bindings);
    });
    for (const [column, definition] of Object.entries(stored.gauges)) {
      const { label } = stored;
      registry.registerMetric(
        new Gauge({
          ...definition,
          labelNames: label === undefined ? [] : [label],
          registers: [],
          async collect() {
            const isFresh = await refresh();
            this.reset();
            // A gauge without labels would otherwise report 0.
            if (label === undefined) this.remove();
            if (isFresh) for (const row of rows) setGauge(this, row, column, label);
          },
        }),
      );
    }
  };
}

type StoredRow = Readonly<Record<string, unknown>>;

function setGauge(gauge: Gauge, row: StoredRow, column: string, label: string | undefined): void {
  const value = row[column];
  if (value === null || value === undefined) return;
  gauge.set(label === undefined ? {} : { [label]: String(row[label]) }, Number(value));
}

function measurePool(registry: Registry, pool: Pool): void {
  const gauges: Array<[name: string, help: string, read: () => number]> = [
    ['database_pool_size_max', 'Connections that the pool may open', () => pool.max],
    ['database_pool_used', 'Connections of the pool in use', () => pool.numUsed()],
    ['database_pool_idle', 'Open connections of the pool that nobody uses', () => pool.numFree()],
    ['database_pool_connecting', 'Connections that the pool is opening', () => pool.numPendingCreates()],
    ['database_pool_waiting', 'Who waits for a connection of the pool', () => pool.numPendingAcquires()],
  ];
  for (const [name, help, read] of gauges) createGauge(registry, { name, help, read });
}

/** Also counts statements that get no connection, because none can be opened or all are in use. */
function countFailures(registry: Registry, db: Database, pool: Pool): void {
  const exhausted = createTotal(registry, {
    name: 'database_pool_acquire_failures_total',
    help: 'Time-outs while waiting for a connection of the pool',
  });
  const failures = createCounter(registry, {
    name: 'database_statement_failures_total',
    help: 'Statements that failed: the database was unavailable, they took too long, or they were rejected',
    label: 'reason',
    values: ['unavailable', 'timeout', 'refused'],
  });
  db.on('query-error', (error: Error & { code?: string }) => {
    if (error.code === STATEMENT_TIMEOUT) failures.inc({ reason: 'timeout' });
    else failures.inc({ reason: isDatabaseUnavailable(error) ? 'unavailable' : 'refused' });
  });
  pool.on('acquireFail', (_attempt, error) => {
    if (isDatabaseUnavailable(error)) failures.inc({ reason: 'unavailable' });
    else exhausted.inc();
  });
}

/**
 * Runs `read` at most every few seconds; resolves within a second to whether its last result is usable. Never
 * rejects.
 */
function throttleRefresh(read: () => Promise<void>): () => Promise<boolean> {
  let last: Promise<boolean> | undefined;
  let isUnderway = false;
  let readAt = 0;

  async function readOnce(): Promise<boolean> {
    try {
      await read();
      return true;
    } catch {
      // The gauges are absent, and the failed statement is counted.
      return false;
    } finally {
      isUnderway = false;
    }
  }

  return async () => {
    // Wait for a running query instead of starting another.
    if (!last || (!isUnderway && performance.now() - readAt > CACHE_MS)) {
      readAt = performance.now();
      isUnderway = true;
      last = readOnce();
    }
    // A scrape does not wait longer: the database then counts as unavailable.
    return withDeadline(last, DEADLINE_MS).catch(() => false);
  };
}
