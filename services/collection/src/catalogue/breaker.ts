/** Nothing was asked: too many questions in a row had failed. */
export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen';
}

/** Stands between a service and one that may be away, so that nobody waits for what does not come. */
export interface Breaker {
  /**
   * Asks, unless too many questions in a row have failed: then it throws BreakerOpen, until the pause is over and
   * one question, a probe, may go through. `isFailure` tells which errors count: any other one is an answer too.
   */
  ask<T>(question: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T>;
  /** Milliseconds until something is asked again; 0 where nothing stands against it. */
  waitMs(): number;
  /** Whether too many have failed and none was answered since. */
  isOpen(): boolean;
}

/** How many failures in a row open a breaker, and for how long nothing is asked then. */
export interface BreakerOptions {
  failures: number;
  pauseMs: number;
}

/** Creates a breaker that lets everything through; it counts in this process alone. */
export function createBreaker({ failures, pauseMs }: BreakerOptions): Breaker {
  let failed = 0;
  let openUntil = 0;
  let isProbing = false;

  const isOpen = () => failed >= failures;
  const waitMs = () => (isOpen() ? Math.max(0, openUntil - performance.now()) : 0);

  function countFailure(isProbe: boolean): void {
    // Questions that were under way when it opened do not lengthen the pause.
    if (isOpen() && !isProbe) return;
    failed += 1;
    openUntil = performance.now() + pauseMs;
  }

  return {
    waitMs,
    isOpen,
    async ask(question, isFailure) {
      const isProbe = isOpen();
      if (isProbe && (isProbing || waitMs() > 0)) throw new BreakerOpen('nothing is asked for now');
      if (isProbe) isProbing = true;
      try {
        const answer = await question();
        failed = 0;
        return answer;
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
