import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 250;
/** A pause's part of the time that has passed: who waits for long looks less often, and is hardly later for it. */
const PAUSE_PART = 0.05;

/**
 * Repeats an expectation until it holds, and fails with its last complaint when it does not in time. For changes
 * that a process hears of a moment later.
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
