/** The breaker is open: nothing was requested. */
export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen';
}

/** A circuit breaker for a service that may be unavailable, so that callers fail fast. */
export interface Breaker {
  /**
   * Calls `work`, or throws BreakerOpen after too many consecutive failures, until the pause is over and one
   * call, a probe, is let through. `isFailure` says which errors count as failures.
   */
  call<T>(work: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T>;
  /** Milliseconds until the next call is let through; 0 while closed. */
  waitMs(): number;
  /** Whether a call would throw BreakerOpen now: during the pause, and while a probe is in flight. */
  isOpen(): boolean;
}

/** How many consecutive failures open a breaker, and for how long. */
interface BreakerOptions {
  failures: number;
  pauseMs: number;
}

/** Creates a closed breaker; it counts in this process alone. */
export function createBreaker({ failures, pauseMs }: BreakerOptions): Breaker {
  let failed = 0;
  let openUntil = 0;
  let isProbing = false;

  /**
   * Whether the last calls failed, without a success since: after the pause, only one call at a time is let
   * through.
   */
  const isSuspicious = () => failed >= failures;
  const waitMs = () => (isSuspicious() ? Math.max(0, openUntil - performance.now()) : 0);
  const isOpen = () => isSuspicious() && (isProbing || waitMs() > 0);

  function countFailure(isProbe: boolean): void {
    // Calls that were in flight when it opened do not extend the pause.
    if (isSuspicious() && !isProbe) return;
    failed += 1;
    openUntil = performance.now() + pauseMs;
  }

  return {
    waitMs,
    isOpen,
    async call(work, isFailure) {
      const isProbe = isSuspicious();
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
