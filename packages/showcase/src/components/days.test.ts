import { describe, expect, it } from '@jest/globals';
import { endOfDay, toDay } from './days.ts';

/** Local times in the middle of a day and within an hour of its start and end. */
const TIMES = [new Date(2026, 2, 28, 12), new Date(2026, 11, 31, 23, 30), new Date(2027, 0, 1, 0, 30)];

describe('toDay', () => {
  it('returns the day in the local time zone, even if the day in UTC differs', () => {
    expect(TIMES.map(toDay)).toEqual(['2026-03-28', '2026-12-31', '2027-01-01']);
  });
});

describe('endOfDay', () => {
  it('returns the last second of the local day, in UTC', () => {
    for (const time of TIMES) {
      const end = new Date(endOfDay(toDay(time)));
      expect(toDay(end)).toBe(toDay(time));
      expect(toDay(new Date(end.getTime() + 1000))).not.toBe(toDay(time));
    }
  });
});
