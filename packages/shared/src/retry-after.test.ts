import { describe, expect, test } from '@jest/globals';
import { parseRetryAfter } from './retry-after.ts';

describe('parseRetryAfter', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    ['Fri, 31 Dec 1999 23:59:59 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j ms', (header, expected) => {
    expect(parseRetryAfter(header)).toBe(expected);
  });

  test.each([
    ['IMF-fixdate', (date: Date) => date.toUTCString()],
    [
      'asctime',
      (date: Date) => date.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 $4'),
    ],
  ])('reads a date in the %s format', (_, write) => {
    const parsed = parseRetryAfter(write(new Date(Date.now() + 60_000))) ?? 0;
    expect(parsed).toBeGreaterThan(58_000);
    expect(parsed).toBeLessThanOrEqual(60_000);
  });
});
