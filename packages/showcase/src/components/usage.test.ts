import { describe, expect, it } from '@jest/globals';
import { describeExcess, describeUsage } from './usage.ts';

const UNLIMITED = { items: 1, items_max: null, storage: 17, storage_max: null };

describe('describeUsage', () => {
  it('names the limits that there are', () => {
    expect(describeUsage(UNLIMITED)).toBe('You have 1 item, drafts included. Your photos take up 17 bytes.');
    expect(
      describeUsage({ items: 2, items_max: 1000, storage: 1.5 * 1024 ** 2, storage_max: 500 * 1024 ** 2 }),
    ).toBe(
      'You have 2 items of at most 1,000, drafts included. Your photos take up 1.5 MiB of at most 500 MiB.',
    );
  });
});

describe('describeExcess', () => {
  it.each([
    [UNLIMITED, 100],
    [{ ...UNLIMITED, items: 10, items_max: 20 }, 10],
  ])('returns nothing if all rows fit: %j with %i', (usage, added) => {
    expect(describeExcess(usage, added)).toBeUndefined();
  });

  it('counts the rows that do not fit, at most all of them', () => {
    expect(describeExcess({ ...UNLIMITED, items: 10, items_max: 20 }, 11)).toMatch(
      /^1 row would not fit: you have 10 items of at most 20\./,
    );
    expect(describeExcess({ ...UNLIMITED, items: 30, items_max: 20 }, 5)).toMatch(/^5 rows would not fit: /);
  });
});
