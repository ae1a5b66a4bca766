import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 250;
/** The pause grows with the elapsed time: long waits poll less often, with little delay. */
const PAUSE_PART = 0.05;

/**
 * Repeats an expectation until it holds; after the timeout it fails with the last error. For changes that a process
 * learns of asynchronously.
 */
export async function eventually(expectation: () => Promise<void>, timeoutMs = 20_000): Promise<void> {
  const start = performance.now();
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      const passedMs = performance.now() - start;
      if (passedMs > timeoutMs) throw error;
      await delay(Math.min(Math.max(FIRST_PAUSE_MS, passedMs * PAUSE_PART), LAST_PAUSE_MS));
    }
  }
}
