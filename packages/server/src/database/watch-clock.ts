import type { Logger } from '../telemetry/logger.ts';
import { createGauge, type Metrics } from '../telemetry/metrics.ts';
import { query, type Database } from './database.ts';

const COMPARE_MS = 15_000;
/** Job locks and session expiry are compared across machines, so a larger skew is reported. */
const SKEW_MAX_MS = 5000;
/** A longer round trip makes the comparison too inaccurate. */
const ROUND_TRIP_MAX_MS = 1000;

interface ClockOptions {
  db: Database;
  log: Logger;
  metrics: Metrics;
}

/**
 * Periodically compares this machine's clock with the database's for a gauge, and logs once when they differ
 * by more than five seconds, and once when they agree again.
 */
export function watchClock({ db, log, metrics }: ClockOptions): { stop(): void } {
  let isOff = false;
  let skewMs: number | undefined;
  createGauge(metrics.registry, {
    name: 'clock_skew_seconds',
    help: 'Time by which the clock of this machine is ahead of the database’s',
    read: () => skewMs && skewMs / 1000,
  });
  const compare = () => {
    // An unavailable database is reported elsewhere.
    readClocks(db).then(report, () => (skewMs = undefined));
  };
  compare();
  const timer = setInterval(compare, COMPARE_MS).unref();

  function report(clocks: Clocks | undefined): void {
    skewMs = clocks?.skewMs;
    if (!clocks || clocks.agree === !isOff) return;
    isOff = !isOff;
    const seconds = Math.round(clocks.skewMs / 1000);
    if (isOff) log.error({ seconds }, 'the clock of this machine differs from the database’s: set it right');
    else log.info({ seconds }, 'the clock of this machine agrees with the database’s again');
  }

  return { stop: () => clearInterval(timer) };
}

/** This machine's clock compared with the database's. */
interface Clocks {
  /** The database's time, in milliseconds since 1970. */
  now: number;
  /** How many milliseconds this machine is ahead of the database. */
  skewMs: number;
  /** Whether the skew is negligible. */
  agree: boolean;
}

/**
 * Compares the clocks; undefined if the round trip takes too long. Rejects if the database is unavailable.
 */
export async function readClocks(db: Database): Promise<Clocks | undefined> {
  const [before, start] = [Date.now(), performance.now()];
  const [row] = await query<{ now: number }>(
    db,
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  const tookMs = performance.now() - start;
  if (!row || tookMs > ROUND_TRIP_MAX_MS) return undefined;
  const skewMs = before + tookMs / 2 - row.now;
  return { now: row.now, skewMs, agree: Math.abs(skewMs) <= SKEW_MAX_MS };
}
