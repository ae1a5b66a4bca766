import { describe, expect, it } from '@jest/globals';
import { isLongerThan, isStorable, shorten, toStorable, trimEndOf } from './texts.ts';

describe('the length of a text', () => {
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

describe('a shortened text', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
    ['ab😀', 3, 'ab😀'],
    ['ab😀cd', 3, 'ab😀…'],
    ['😀'.repeat(90_000), 2, '😀😀…'],
    ['漢'.repeat(90_000), 3, '漢漢漢…'],
  ])('never ends in half a character: %.20s', (text, max, shown) => {
    expect(shorten(text, max, '…')).toBe(shown);
    expect(shorten(text, max).isWellFormed()).toBe(true);
  });
});

describe('a text that PostgreSQL cannot store', () => {
  it.each(['\0', 'a\0b', '\uD83D', 'a\uDE00b', '\uDE00\uD83D'])('is recognised and cleaned: %j', (text) => {
    expect([isStorable(text), isStorable(toStorable(text))]).toEqual([false, true]);
  });

  it('is no other text', () => {
    expect(['', 'a', '😀', '\n', '\u0001', '\uFFFF'].map(isStorable)).not.toContain(false);
  });
});

describe('a text without some characters at its end', () => {
  it.each([
    ['Arsenal - -', 'Arsenal'],
    [' - ', ''],
    ['- Arsenal', '- Arsenal'],
  ])('is, of "%s", "%s"', (text, trimmed) => {
    expect(trimEndOf(text, /[\s-]/)).toBe(trimmed);
  });

  it('is found in time that is proportional to its length', () => {
    expect(trimEndOf(`${'- '.repeat(500_000)}x`, /[\s-]/)).toHaveLength(1_000_001);
  });
});
