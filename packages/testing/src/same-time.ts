import { expect } from '@jest/globals';

const TURNS_MIN = 12;
const TURNS_MAX = 80;

/**
 * Measures two things in turn, and fails where their shortest times differ by more than `factor`: those in which
 * nothing else kept the machine busy, for which a busy one is given more turns. Each answers the milliseconds it took.
 */
export async function expectSameTime(
  factor: number,
  one: (turn: number) => Promise<number>,
  other: (turn: number) => Promise<number>,
): Promise<void> {
  let [best, bestOther] = [Infinity, Infinity];
  const ratio = () => Math.max(best, bestOther) / Math.min(best, bestOther);
  for (let turn = 0; turn < TURNS_MIN || (turn < TURNS_MAX && ratio() >= factor); turn += 1) {
    best = Math.min(best, await one(turn));
    bestOther = Math.min(bestOther, await other(turn));
  }
  expect(ratio()).toBeLessThan(factor);
}

/** How long something takes, in milliseconds. */
export async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
