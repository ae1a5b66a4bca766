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

describe('a cell', () => {
  it('gives back every text', () => {
    fc.assert(fc.property(text, (one) => expect(unescapeCell(escapeCell(one))).toBe(one)));
  });

  it('begins with nothing that a spreadsheet program would run', () => {
    fc.assert(fc.property(text, (one) => expect(escapeCell(one)).not.toMatch(/^[=+\-@\t\r]/)));
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['-5', "'-5"],
    ["'90s shirt", "''90s shirt"],
    ['Málaga', 'Málaga'],
    ['', ''],
  ])('of %j is %j', (plain, cell) => {
    expect(escapeCell(plain)).toBe(cell);
  });

  it.each(["'90s shirt", "'", "it's"])('of another origin is left as it is: %j', (cell) => {
    expect(unescapeCell(cell)).toBe(cell);
  });
});

describe('a cell of several texts', () => {
  const list = fc.array(fc.string({ unit: fc.constantFrom(';', '\\', 'a', ' ', '\n', 'é'), minLength: 1 }));

  it('gives back every text', () => {
    fc.assert(fc.property(list, (texts) => expect(splitCell(joinCell(texts))).toEqual(texts)));
  });
});
