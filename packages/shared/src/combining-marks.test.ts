import { describe, expect, it } from '@jest/globals';
import { capMarks, hasLongMarks } from './combining-marks.ts';

const MARKS: ReadonlyArray<[string, string]> = [
  ['accents', '\u0301'],
  ['Hebrew points', '\u05B0'],
  ['half-width voicing marks', '\uFF9E'],
  ['marks beyond the basic plane', '\u{1D167}'],
];

describe.each(MARKS)('a string with %s', (_name, mark) => {
  const text = (count: number) => `a${mark.repeat(count)}b`;

  it('is rejected by hasLongMarks from 31 consecutive marks', () => {
    expect([hasLongMarks(text(30)), hasLongMarks(text(31))]).toEqual([false, true]);
    expect(hasLongMarks(text(20) + text(20))).toBe(false);
  });

  it('is shortened by capMarks to 30 consecutive marks', () => {
    expect(capMarks(text(31) + text(5000) + text(3))).toBe(text(30) + text(30) + text(3));
    expect(capMarks(text(30))).toBe(text(30));
  });
});

/** Mixed kinds of marks must be put in order, which takes quadratic time for many. */
it('hasLongMarks counts consecutive marks of all kinds together', () => {
  const mixed = MARKS.map(([, mark]) => mark).join('');
  expect([hasLongMarks(mixed.repeat(7)), hasLongMarks(mixed.repeat(8))]).toEqual([false, true]);
});
