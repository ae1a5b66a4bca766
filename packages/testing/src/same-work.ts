import { expect } from '@jest/globals';

const TURNS = 6;

/**
 * Fails if the CPU times of two actions differ by more than `factor`. Independent of the machine's load:
 * waiting costs no CPU time, and the minimum of several measurements is used.
 */
export async function expectSameWork(
  factor: number,
  first: (turn: number) => Promise<unknown>,
  second: (turn: number) => Promise<unknown>,
): Promise<void> {
  let [best, bestOther] = [Infinity, Infinity];
  for (let turn = 0; turn < TURNS; turn += 1) {
    best = Math.min(best, await cpuTimeOf(() => first(turn)));
    bestOther = Math.min(bestOther, await cpuTimeOf(() => second(turn)));
  }
  expect(Math.max(best, bestOther) / Math.min(best, bestOther)).toBeLessThan(factor);
}

/** In microseconds, including all threads of the process. */
async function cpuTimeOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
