import type { CellMark } from './read-cells.ts';

/** Each mark with its sign and its meaning, which screen readers read instead of the sign. */
export const MARKS: ReadonlyArray<readonly [mark: CellMark, sign: string, words: string]> = [
  ['error', '!', 'needs a value'],
  ['unknown', '?', 'not in the catalogue'],
  ['changed', '≈', 'changed'],
  ['filled', '+', 'filled in'],
  ['noted', '✎', 'kept in the notes'],
  ['left-out', '×', 'left out'],
];
