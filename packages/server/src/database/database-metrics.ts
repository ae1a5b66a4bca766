import { Gauge, type Registry } from 'prom-client';
import { isDatabaseAway } from './database-errors.ts';
import { query, type Database } from './database.ts';
import { withDeadline } from '../process/deadline.ts';
import { createCounter, createGauge, createTotal, type Metrics } from '../telemetry/metrics.ts';

/** Gauges that a statement answers, whoever of the replicas asks it. */
export interface StoredGauges<Row extends object> {
  sql: string;
  bindings?: readonly unknown[];
  /** Which column tells a row's label; without one there is one row. */
  label?: string & keyof Row;
  /** By column: the gauge's name and what it tells. A null is no value. */
  gauges: Partial<Record<string & keyof Row, { name: string; help: string }>>;
}

/** Adds gauges to those that the database is asked for. */
export type AddStoredGauges = <Row extends object>(stored: StoredGauges<Row>) => void;

/** What of Knex's pool is looked at. */
interface Pool {
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  numPendingCreates(): number;
  on(event: 'acquireFail', listener: () => void): void;
}

const CACHE_MS = 5000;
const DEADLINE_MS = 1000;
const STATEMENT_TIMEOUT = '57014';

/**
 * Has the metrics tell of the database: its pool in this process, statements that failed, whether it answers, and what
 * is added. It is asked when the metrics are, at most once in five seconds and over one connection of the pool; where
 * it does not answer within a second, what it would tell is left out.
 */
export function measureDatabase({ registry }: Metrics, db: Database): AddStoredGauges {
  measurePool(registry, (db.client as { pool: Pool }).pool);
  countFailures(registry, db);
  const asked: Array<() => Promise<void>> = [];
  const refresh = refreshNowAndThen(async () => {
    await query(db, 'select 1');
    for (const ask of asked) await ask();
  });
  createLateGauge(registry, {
    name: 'database_up',
    help: 'Whether the database has answered the questions of the metrics, within a second',
    collect: async (gauge) => gauge.set((await refresh()) ? 1 : 0),
  });

  return (stored) => {
    let rows: object[] = [];
    asked.push(async () => {
      rows = await query(db, stored.sql, stored.bindings);
    });
    for (const [column, told] of Object.entries(stored.gauges) as Array<[string, StoredGauge]>) {
      const { label } = stored;
      createLateGauge(registry, {
        ...told,
        labelNames: label === undefined ? [] : [label],
        collect: async (gauge) => {
          const isFresh = await refresh();
          gauge.reset();
          // A gauge without labels would tell a 0 that nobody has seen.
          if (label === undefined) gauge.remove();
          if (isFresh) for (const row of rows as StoredRow[]) setGauge(gauge, row, column, label);
        },
      });
    }
  };
}

interface StoredGauge {
  name: string;
  help: string;
}

type StoredRow = Readonly<Record<string, unknown>>;

function setGauge(gauge: Gauge, row: StoredRow, column: string, label: string | undefined): void {
  const value = row[column];
  if (value === null || value === undefined) return;
  gauge.set(label === undefined ? {} : { [label]: String(row[label]) }, Number(value));
}

function measurePool(registry: Registry, pool: Pool): void {
  const told: Array<[name: string, help: string, read: () => number]> = [
    ['database_pool_size_max', 'Connections that the pool may open', () => pool.max],
    ['database_pool_used', 'Connections of the pool in use', () => pool.numUsed()],
    ['database_pool_idle', 'Open connections of the pool that nobody uses', () => pool.numFree()],
    ['database_pool_connecting', 'Connections that the pool is opening', () => pool.numPendingCreates()],
    ['database_pool_waiting', 'Who waits for a connection of the pool', () => pool.numPendingAcquires()],
  ];
  for (const [name, help, read] of told) createGauge(registry, { name, help, read });
  const failures = createTotal(registry, {
    name: 'database_pool_acquire_failures_total',
    help: 'How often no connection of the pool was to be had in time',
  });
  pool.on('acquireFail', () => failures.inc());
}

function countFailures(registry: Registry, db: Database): void {
  const failures = createCounter(registry, {
    name: 'database_statement_failures_total',
    help: 'Statements that failed: the database was away, they took too long, or they were refused',
    label: 'reason',
    values: ['away', 'timeout', 'refused'],
  });
  db.on('query-error', (error: Error & { code?: string }) => {
    if (error.code === STATEMENT_TIMEOUT) failures.inc({ reason: 'timeout' });
    else failures.inc({ reason: isDatabaseAway(error) ? 'away' : 'refused' });
  });
}

/** Asks at most once in some seconds; answers whether the last answer counts, within a second. Never rejects. */
function refreshNowAndThen(ask: () => Promise<void>): () => Promise<boolean> {
  let last: Promise<boolean> | undefined;
  let isUnderway = false;
  let askedAt = -Infinity;

  async function askOnce(): Promise<boolean> {
    try {
      await ask();
      return true;
    } catch {
      return false;
    } finally {
      isUnderway = false;
    }
  }

  return async () => {
    // One that is still under way is waited for, and not asked a second time.
    if (!last || (!isUnderway && performance.now() - askedAt > CACHE_MS)) {
      askedAt = performance.now();
      isUnderway = true;
      last = askOnce();
    }
    return withDeadline(last, DEADLINE_MS).catch(() => false);
  };
}

function createLateGauge(
  registry: Registry,
  options: {
    name: string;
    help: string;
    labelNames?: readonly string[];
    collect: (gauge: Gauge) => Promise<void>;
  },
): Gauge {
  const { name, help, labelNames = [], collect } = options;
  return new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      await collect(this);
    },
  });
}
