import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 250;
/** The pause grows with the elapsed time: long waits poll less often, with little delay. */
const PAUSE_PART = 0.05;

/**
 * Repeats an attempt until it succeeds, and returns its result; after the timeout it fails with the last
 * error. For changes that take effect asynchronously.
 */
export async function eventually<T>(attempt: () => Promise<T>, timeoutMs = 20_000): Promise<T> {
  const start = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const passedMs = performance.now() - start;
      if (passedMs > timeoutMs) throw error;
      await delay(Math.min(Math.max(FIRST_PAUSE_MS, passedMs * PAUSE_PART), LAST_PAUSE_MS));
    }
  }
}
