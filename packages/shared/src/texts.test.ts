import { describe, expect, it } from '@jest/globals';
import { isLongerThan, isStorable, shorten, toStorable, trimEndOf } from './texts.ts';

describe('isLongerThan', () => {
  it.each([
    ['abc', 3, false],
    ['abcd', 3, true],
    ['😀😀😀', 3, false],
    ['😀😀😀a', 3, true],
    ['', 0, false],
  ])('counts characters rather than UTF-16 units: %j, %d', (text, max, isLonger) => {
    expect(isLongerThan(text, max)).toBe(isLonger);
  });
});

describe('shorten', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
    ['ab😀', 3, 'ab😀'],
    ['ab😀cd', 3, 'ab😀…'],
    ['😀'.repeat(90_000), 2, '😀😀…'],
    ['漢'.repeat(90_000), 3, '漢漢漢…'],
  ])('does not split a surrogate pair: %.20s', (text, max, shown) => {
    expect(shorten(text, max, '…')).toBe(shown);
    expect(shorten(text, max).isWellFormed()).toBe(true);
  });
});

describe('isStorable and toStorable', () => {
  it.each(['\0', 'a\0b', '\uD83D', 'a\uDE00b', '\uDE00\uD83D'])(
    'reject and clean the string %j, which PostgreSQL cannot store',
    (text) => {
      expect([isStorable(text), isStorable(toStorable(text))]).toEqual([false, true]);
    },
  );

  it('accept other strings', () => {
    expect(['', 'a', '😀', '\n', '\u0001', '\uFFFF'].map(isStorable)).not.toContain(false);
  });
});

describe('trimEndOf', () => {
  it.each([
    ['Arsenal - -', 'Arsenal'],
    [' - ', ''],
    ['- Arsenal', '- Arsenal'],
  ])('trims "%s" to "%s"', (text, trimmed) => {
    expect(trimEndOf(text, /[\s-]/)).toBe(trimmed);
  });

  it('takes linear time', () => {
    expect(trimEndOf(`${'- '.repeat(500_000)}x`, /[\s-]/)).toHaveLength(1_000_001);
  });
});
