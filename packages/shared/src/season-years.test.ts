import { describe, expect, it } from '@jest/globals';
import { formatSeasonYear, parseSeasonYear } from './season-years.ts';

const SEASONS = [
  ['2024', { first: 2024, second: null }],
  ['2024-25', { first: 2024, second: 2025 }],
  ['1999-00', { first: 1999, second: 2000 }],
  ['1899-00', { first: 1899, second: 1900 }],
  ['2009-10', { first: 2009, second: 2010 }],
  ['0999', { first: 999, second: null }],
] as const;

describe('parseSeasonYear', () => {
  it.each(SEASONS)('reads %s', (text, years) => {
    expect(parseSeasonYear(text)).toEqual(years);
  });

  it.each([
    '',
    '24',
    '24-25',
    '202',
    '20245',
    '2024-',
    '-2024',
    '2024-2025',
    '2024-5',
    '2024-26',
    '2024-24',
    '2025-24',
    '2024/25',
    '2024–25',
    ' 2024',
    '2024 ',
    '2024\n',
    '２０２４',
    'abcd',
    '1999-01',
  ])('refuses %j', (text) => {
    expect(parseSeasonYear(text)).toBeNull();
  });
});

describe('formatSeasonYear', () => {
  it.each(SEASONS)('writes %s', (text, years) => {
    expect(formatSeasonYear(years)).toBe(text);
  });
});
