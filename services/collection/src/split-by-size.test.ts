import { describe, expect, it } from '@jest/globals';
import { splitBySize } from './split-by-size.ts';

describe('splitBySize', () => {
  it.each([
    ['keeps small entries in one part', [1, 2, 3], [[1, 2, 3]]],
    ['starts a new part before the current part becomes too large', [6, 4, 1], [[6, 4], [1]]],
    ['returns a separate part for each entry that is too large', [1, 11, 12, 1], [[1], [11], [12], [1]]],
    ['returns parts with at most the maximum number of entries', [1, 1, 1, 1, 1], [[1, 1, 1, 1], [1]]],
    ['returns no parts for an empty list', [], []],
  ])('%s', (_title, sizes, parts) => {
    const entries = sizes.map((bytes) => ({ bytes }));
    const split = splitBySize(entries, { count: 4, bytes: 10 });
    expect(split.map((part) => part.map(({ bytes }) => bytes))).toEqual(parts);
  });
});
