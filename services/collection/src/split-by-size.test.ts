import { describe, expect, it } from '@jest/globals';
import { splitBySize } from './split-by-size.ts';

describe('a list that is split by size', () => {
  it.each([
    ['keeps small entries together', [1, 2, 3], [[1, 2, 3]]],
    ['begins another part before it becomes too large', [6, 4, 1], [[6, 4], [1]]],
    ['has a part for each entry that is too large', [1, 11, 12, 1], [[1], [11], [12], [1]]],
    ['has no more entries in a part than are allowed', [1, 1, 1, 1, 1], [[1, 1, 1, 1], [1]]],
    ['has no parts if it is empty', [], []],
  ])('%s', (_title, sizes, parts) => {
    const entries = sizes.map((bytes) => ({ bytes }));
    const split = splitBySize(entries, { count: 4, bytes: 10 });
    expect(split.map((part) => part.map(({ bytes }) => bytes))).toEqual(parts);
  });
});
