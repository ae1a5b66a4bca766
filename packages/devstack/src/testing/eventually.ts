import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats an expectation until it holds, and fails with its last complaint when it does not in time. For changes
 * that a process hears of a moment later.
 */
export async function eventually(expectation: () => Promise<void>, timeoutMs = 20_000): Promise<void> {
  for (const until = Date.now() + timeoutMs; ; await delay(20)) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
