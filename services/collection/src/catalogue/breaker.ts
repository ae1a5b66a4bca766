/** The breaker is open, so no request was sent. */
export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen';
}

/** A circuit breaker for a service that may be unavailable, so that callers fail fast. */
export interface Breaker {
  /**
   * Calls `work`. After too many consecutive failures, throws BreakerOpen until the pause is over; then one
   * call is allowed as a probe. `isFailure` says which errors count as failures.
   */
  call<T>(work: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T>;
  /** Milliseconds until the next call is allowed; 0 while closed. */
  waitMs(): number;
  /** Whether a call would throw BreakerOpen now: during the pause, and while a probe is in flight. */
  isOpen(): boolean;
}

/** How many consecutive failures open a breaker, and for how long. */
interface BreakerOptions {
  failures: number;
  pauseMs: number;
}

/** Creates a closed breaker, which counts only in this process. */
export function createBreaker({ failures, pauseMs }: BreakerOptions): Breaker {
  let failed = 0;
  let openUntil = 0;
  let isProbing = false;

  /**
   * Whether enough consecutive calls have failed. After the pause, only one call at a time is then allowed.
   */
  const hasFailed = () => failed >= failures;
  const waitMs = () => (hasFailed() ? Math.max(0, openUntil - performance.now()) : 0);
  const isOpen = () => hasFailed() && (isProbing || waitMs() > 0);

  function countFailure(isProbe: boolean): void {
    // Calls that were in flight when the breaker opened do not extend the pause.
    if (hasFailed() && !isProbe) return;
    failed += 1;
    openUntil = performance.now() + pauseMs;
  }

  return {
    waitMs,
    isOpen,
    async call(work, isFailure) {
      const isProbe = hasFailed();
      if (isProbe && isOpen()) throw new BreakerOpen('the circuit breaker is open');
      if (isProbe) isProbing = true;
      try {
        const result = await work();
        failed = 0;
        return result;
      } catch (error) {
        if (isFailure(error)) countFailure(isProbe);
        else failed = 0;
        throw error;
      } finally {
        if (isProbe) isProbing = false;
      }
    },
  };
}
