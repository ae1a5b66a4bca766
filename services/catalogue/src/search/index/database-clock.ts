/** A reading that took longer is too inaccurate to replace an earlier one. */
const ROUND_TRIP_MAX_MS = 1000;

/**
 * Creates a clock that shows the time of the database, by which changes are dated, so that all processes
 * agree. Between readings, and while the database is unavailable, it runs on by itself, whatever happens to
 * this machine's clock. Before the first reading it shows this machine's time.
 */
export function createDatabaseClock() {
  /** The database's time when `performance.now()` was 0. */
  let originMs: number | undefined;
  return {
    /**
     * Sets the clock to a time that was read from the database since `startedAt`, a time of
     * `performance.now()`.
     */
    set(now: number, startedAt: number): void {
      const tookMs = performance.now() - startedAt;
      if (originMs === undefined || tookMs <= ROUND_TRIP_MAX_MS) originMs = now - startedAt - tookMs / 2;
    },
    /** The time in milliseconds since 1970. */
    now: () => (originMs ?? performance.timeOrigin) + performance.now(),
  };
}
