import type { CellMark } from './read-cells.ts';

/** Each mark with its sign and what it means; signs are read as these words. */
export const MARKS: ReadonlyArray<readonly [mark: CellMark, sign: string, words: string]> = [
  ['error', '!', 'needs a value'],
  ['unknown', '?', 'not in the catalogue'],
  ['changed', '≈', 'changed'],
  ['filled', '+', 'filled in'],
  ['noted', '✎', 'kept in the notes'],
  ['left-out', '×', 'left out'],
];
