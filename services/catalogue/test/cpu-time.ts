import { expect } from '@jest/globals';

/** Runs at most, of which the shortest counts: what other work has left for the collector of garbage may fall on one. */
const RUNS = 3;

/**
 * Does some work until a run of it takes less than this many milliseconds of the processor's work for this process,
 * and complains where none does. Unlike the time of day they do not pass faster when the machine is busy with other
 * things.
 */
export function expectCpuBelow(boundMs: number, work: () => void): void {
  let least = Infinity;
  for (let run = 0; run < RUNS && least >= boundMs; run += 1) {
    const start = cpuNow();
    work();
    least = Math.min(least, cpuNow() - start);
  }
  expect(least).toBeLessThan(boundMs);
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
