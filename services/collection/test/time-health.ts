import { setTimeout as delay } from 'node:timers/promises';

/**
 * Requests a service's health repeatedly while work is done; returns the number of requests and the longest
 * response time.
 */
export async function timeHealth(
  url: string,
  work: () => Promise<unknown>,
): Promise<{ count: number; longestMs: number }> {
  const done = new AbortController();
  const working = work().finally(() => done.abort());
  const measured = { count: 0, longestMs: 0 };
  while (!done.signal.aborted) {
    const started = performance.now();
    const { status } = await fetch(`${url}/api/health`);
    if (status !== 200) throw new Error(`health returned ${status}`);
    measured.count += 1;
    measured.longestMs = Math.max(measured.longestMs, Math.round(performance.now() - started));
    await delay(10);
  }
  await working;
  return measured;
}
