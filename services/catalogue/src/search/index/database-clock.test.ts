import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createDatabaseClock } from './database-clock.ts';

/** A time of the database, far from that of this machine. */
const NOON = Date.UTC(2020, 0, 1, 12);

afterEach(() => {
  jest.restoreAllMocks();
});

/** Sets the monotonic clock of this process, in milliseconds. */
function setMonotonic(ms: number): void {
  jest.spyOn(performance, 'now').mockReturnValue(ms);
}

describe('the clock of the database', () => {
  it('shows the time of this machine before the first reading', () => {
    const { now } = createDatabaseClock();
    expect(Math.abs(now() - Date.now())).toBeLessThan(60_000);
  });

  it('runs on from the middle of the round trip of a reading', () => {
    const clock = createDatabaseClock();
    setMonotonic(1100);
    clock.set(NOON, 1000);
    expect(clock.now()).toBe(NOON + 50);
    setMonotonic(61_100);
    expect(clock.now()).toBe(NOON + 60_050);
  });

  it('ignores a slow reading after a first one', () => {
    const clock = createDatabaseClock();
    setMonotonic(5000);
    clock.set(NOON, 0);
    expect(clock.now()).toBe(NOON + 2500);
    clock.set(NOON + 60_000, 0);
    expect(clock.now()).toBe(NOON + 2500);
    clock.set(NOON + 60_000, 4500);
    expect(clock.now()).toBe(NOON + 60_250);
  });
});
