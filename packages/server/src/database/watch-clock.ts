import { query, type Database } from './database.ts';
import type { Logger } from '../telemetry/logger.ts';

const LOOK_MS = 15_000;
/** Locks of jobs and the ends of sessions are compared over machines: more than this is worth a look. */
const SKEW_MAX_MS = 5000;
/** A slower answer says too little about the time. */
const ROUND_TRIP_MAX_MS = 1000;

/** What a clock is compared with, and who is told. */
export interface ClockOptions {
  db: Database;
  log: Logger;
}

/**
 * Compares this machine's clock with the database's now and then, and says so once when they come apart by more than
 * five seconds, and once when they agree again.
 */
export function watchClock({ db, log }: ClockOptions): { stop(): void } {
  let isOff = false;
  const timer = setInterval(() => {
    // A database that is away is told of elsewhere.
    readClocks(db).then(tell, () => undefined);
  }, LOOK_MS).unref();

  function tell(clocks: Clocks | undefined): void {
    if (!clocks || clocks.agree === !isOff) return;
    isOff = !isOff;
    const seconds = Math.round(clocks.skewMs / 1000);
    if (isOff) log.error({ seconds }, 'the clock of this machine differs from the database’s: set it right');
    else log.info({ seconds }, 'the clock of this machine agrees with the database’s again');
  }

  return { stop: () => clearInterval(timer) };
}

/** This machine's clock, and the database's. */
export interface Clocks {
  /** What the database's shows, in milliseconds since 1970. */
  now: number;
  /** By how many milliseconds this machine is ahead of it. */
  skewMs: number;
  /** Whether that is next to nothing. */
  agree: boolean;
}

/** Compares the clocks; undefined where the database takes too long to say much. Rejects where it is away. */
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
