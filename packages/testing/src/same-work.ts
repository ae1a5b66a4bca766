import { expect } from '@jest/globals';

const TURNS = 6;

/**
 * Fails where two actions cost this process CPU times that differ by more than `factor`. How busy the machine is does
 * not matter: waiting costs no CPU time, and the smallest of several figures counts.
 */
export async function expectSameWork(
  factor: number,
  one: (turn: number) => Promise<unknown>,
  other: (turn: number) => Promise<unknown>,
): Promise<void> {
  let [best, bestOther] = [Infinity, Infinity];
  for (let turn = 0; turn < TURNS; turn += 1) {
    best = Math.min(best, await cpuTimeOf(() => one(turn)));
    bestOther = Math.min(bestOther, await cpuTimeOf(() => other(turn)));
  }
  expect(Math.max(best, bestOther) / Math.min(best, bestOther)).toBeLessThan(factor);
}

/** In microseconds, of all threads of the process. */
async function cpuTimeOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
