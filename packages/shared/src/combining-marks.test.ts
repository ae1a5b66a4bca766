import { describe, expect, it } from '@jest/globals';
import { capMarks, hasLongMarks } from './combining-marks.ts';

const MARKS: ReadonlyArray<[string, string]> = [
  ['accents', '\u0301'],
  ['Hebrew points', '\u05B0'],
  ['half-width voicing marks', '\uFF9E'],
  ['marks beyond the basic plane', '\u{1D167}'],
];

describe.each(MARKS)('a text with %s', (_name, mark) => {
  const text = (count: number) => `a${mark.repeat(count)}b`;

  it('has too many from the 31st in a row', () => {
    expect([hasLongMarks(text(30)), hasLongMarks(text(31))]).toEqual([false, true]);
    expect(hasLongMarks(text(20) + text(20))).toBe(false);
  });

  it('is capped to 30 in a row, wherever they are', () => {
    expect(capMarks(text(31) + text(5000) + text(3))).toBe(text(30) + text(30) + text(3));
    expect(capMarks(text(30))).toBe(text(30));
  });
});

/** Mixed kinds of marks must be put in order, which takes quadratic time for many. */
it('counts marks of all kinds together', () => {
  const mixed = MARKS.map(([, mark]) => mark).join('');
  expect([hasLongMarks(mixed.repeat(7)), hasLongMarks(mixed.repeat(8))]).toEqual([false, true]);
});
