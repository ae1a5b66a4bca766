import { describe, expect, it } from '@jest/globals';
import {
  findSeason,
  formatSeasonYear,
  parseSeasonYear,
  readMonth,
  readSeason,
  readSeasonCell,
} from './read-season.ts';

describe('findSeason', () => {
  it.each([
    ['Celtic [2019-20]', '2019-20'],
    ['Celtic [2019/20] Home', '2019-20'],
    ['Sporting CP [2015–16]', '2015-16'],
    ['[2019 - 20] Ajax', '2019-20'],
    ['Ajax [2019-2020]', '2019-20'],
    ['Manchester United [1999/2000]', '1999-00'],
    ['Celtic [19/20]', '2019-20'],
    ['Celtic [19-20]', '2019-20'],
    ["Celtic ['19/20]", '2019-20'],
    ['Celtic [’98/’99]', '1998-99'],
    ['[99/00]', '1999-00'],
    ['[30/31] and [no other]', '1930-31'],
    ['[29/30]', '2029-30'],
    ['1. FC Köln [Saison 2018/19]', '2018-19'],
    ['[TEMPORADA 2012-13] Boca', '2012-13'],
    ['[stagione 2002/03] Juventus', '2002-03'],
    ['[seizoen 2002/03] Ajax', '2002-03'],
    ['[época 2002/03] Benfica', '2002-03'],
    ['[e\u0301poca 2002/03] Benfica', '2002-03'],
    ['[2002-03 season]', '2002-03'],
    ['2003/05 [2007/08]', '2007-08'],
    ['Celtic [Season: 2019/20]', '2019-20'],
    ['Celtic pre season [2019/20]', '2019-20'],
    ['Celtic Pre-Season [2019/20]', '2019-20'],
    ['celtic-[2019-20]-home', '2019-20'],
    ['Celtic [２０１９／２０]', '2019-20'],
    ['Celtic [2019∕20]', '2019-20'],
    ['Celtic [`19/20]', '2019-20'],
  ])('finds the season in: %s', (marked, year) => {
    const text = marked.replaceAll(/[[\]]/g, '');
    const start = marked.indexOf('[');
    expect(findSeason(text)).toEqual({ year, start, end: marked.indexOf(']') - 1 });
  });

  it.each([
    '2019',
    '2019/21',
    '2019-2021',
    '10 - 11',
    'A2019-20',
    '2019-20B',
    '2019-20-21',
    '2003-04-01',
    '2003/04/01',
    '1/2',
    '119/20',
    'Hannover 96',
    'Saison 2019',
  ])('finds no season in: %s', (text) => {
    expect(findSeason(text)).toBeUndefined();
  });
});

describe('readSeason', () => {
  it.each([
    [' 2019-20 ', '2019-20'],
    ['2012 - 13', '2012-13'],
    ['12 - 13', '2012-13'],
    ["'05/06", '2005-06'],
    ['98/99', '1998-99'],
    ['99/2000', '1999-00'],
    ['temporada  2012-13', '2012-13'],
    ['Season 1998', '1998'],
    ['1998', '1998'],
    ["'98", '1998'],
    ['04', '2004'],
    ['0998', '0998'],
    ['Saison: 98/99', '1998-99'],
    ['(2019/20)', '2019-20'],
    ['„2019/20“', '2019-20'],
    ['2019/20.', '2019-20'],
    ['２０１９－２０', '2019-20'],
  ])('reads %s', (text, year) => {
    expect(readSeason(text)).toBe(year);
  });

  it.each(['', '2019/21', '98/00', 'Celtic 2019-20', '2019-20 Home', '198', '20190', 'season', '2003-04-01'])(
    'returns undefined for: %s',
    (text) => {
      expect(readSeason(text)).toBeUndefined();
    },
  );
});

describe('readSeasonCell', () => {
  it.each([
    ['2003-04-01', '2003-04'],
    ['2003/04/01', '2003-04'],
    ['2003-04-01T00:00:00', '2003-04'],
    ['2003-04-01 00:00:00', '2003-04'],
    ['01.04.2003', '2003-04'],
    ['4/1/2003', '2003-04'],
    ['Apr-03', '2003-04'],
    ['Feb-01', '2001-02'],
    ['abr-03', '2003-04'],
    ['avr. 03', '2003-04'],
    ['Mrz 02', '2002-03'],
    ['März 2002', '2002-03'],
    ['Dec-11', '2011-12'],
    ['2019/20', '2019-20'],
  ])('reads a season that a spreadsheet turned into a date: %s', (text, year) => {
    expect(readSeasonCell(text)).toBe(year);
  });

  it.each(['2003-05-01', '2003-04-02', '2012-13-01', 'Apr-04', 'Foo-03', '1-4-03', '2003-04-01T12:00:00'])(
    'returns undefined for: %s',
    (text) => {
      expect(readSeasonCell(text)).toBeUndefined();
    },
  );
});

it('readMonth reads names and abbreviations of months in several languages', () => {
  const names = [
    'January',
    'févr.',
    'MÄRZ',
    'aprile',
    'mayo',
    'junho',
    'juli',
    'ago',
    'Sept',
    'okt',
    'nov.',
    'dezembro',
  ];
  expect(names.map(readMonth)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(readMonth('mardi')).toBeUndefined();
});

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
  ])('returns null for %j', (text) => {
    expect(parseSeasonYear(text)).toBeNull();
  });
});

describe('formatSeasonYear', () => {
  it.each(SEASONS)('formats %s', (text, years) => {
    expect(formatSeasonYear(years)).toBe(text);
  });
});
