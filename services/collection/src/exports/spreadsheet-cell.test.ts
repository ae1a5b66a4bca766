import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { escapeCell, joinCell, splitCell, unescapeCell } from './spreadsheet-cell.ts';

const MARKS = ["'", '=', '+', '-', '@', '\t', '\r'];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.string({ unit: fc.constantFrom(...MARKS), minLength: 1 }), fc.string())
    .map((parts) => parts.join('')),
);

describe('escapeCell and unescapeCell', () => {
  it('restore every string', () => {
    fc.assert(fc.property(text, (cellText) => expect(unescapeCell(escapeCell(cellText))).toBe(cellText)));
  });

  it('write no cell that a spreadsheet program would run', () => {
    fc.assert(fc.property(text, (cellText) => expect(escapeCell(cellText)).not.toMatch(/^[=+\-@\t\r]/)));
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['-5', "'-5"],
    ["'90s shirt", "''90s shirt"],
    ['Málaga', 'Málaga'],
    ['', ''],
  ])('escape %j as %j', (plain, cell) => {
    expect(escapeCell(plain)).toBe(cell);
  });

  it.each(["'90s shirt", "'", "it's"])('do not change a cell from another program: %j', (cell) => {
    expect(unescapeCell(cell)).toBe(cell);
  });
});

describe('joinCell and splitCell', () => {
  const list = fc.array(fc.string({ unit: fc.constantFrom(';', '\\', 'a', ' ', '\n', 'é'), minLength: 1 }));

  it('restore every list of strings', () => {
    fc.assert(fc.property(list, (texts) => expect(splitCell(joinCell(texts))).toEqual(texts)));
  });
});
