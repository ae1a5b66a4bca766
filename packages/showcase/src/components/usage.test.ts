import { describe, expect, it } from '@jest/globals';
import { describeUsage } from './usage.ts';

const UNLIMITED = { items: 1, items_max: null, storage: 17, storage_max: null };

describe('describeUsage', () => {
  it('names only the limits that exist', () => {
    expect(describeUsage(UNLIMITED)).toBe('You have 1 item, drafts included. Your photos take up 17 bytes.');
    expect(
      describeUsage({ items: 2, items_max: 1000, storage: 1.5 * 1024 ** 2, storage_max: 500 * 1024 ** 2 }),
    ).toBe(
      'You have 2 items of at most 1,000, drafts included. Your photos take up 1.5 MiB of at most 500 MiB.',
    );
  });
});
