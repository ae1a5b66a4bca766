import { describe, expect, it } from '@jest/globals';
import { parseKitSearch } from './parse-kit-search.ts';

describe('parseKitSearch', () => {
  it.each([
    ['malaga 2003', 2003, 'malaga'],
    ['2003 malaga home', 2003, 'malaga home'],
    ['malaga 2003 home', 2003, 'malaga home'],
    ['2003', 2003, ''],
    [' 1999 ', 1999, ''],
    ['malaga-2003', 2003, 'malaga'],
    ['malaga-2003-home', 2003, 'malaga home'],
    ['malaga 2003 - home', 2003, 'malaga home'],
    ['malaga, 2003!', 2003, 'malaga, !'],
    ['1900 and 2099', 1900, 'and 2099'],
    // No seasons: their years do not follow each other.
    ['malaga 2003-05', 2003, 'malaga 05'],
    ['malaga 2003-2005', 2003, 'malaga 2005'],
    ['malaga 1903-2004', 1903, 'malaga 2004'],
    ['malaga 2003-', 2003, 'malaga'],
  ])('extracts the year from %j', (keyword, yearOf, text) => {
    expect(parseKitSearch(keyword)).toEqual({ season: { yearOf }, text });
  });

  it.each([
    ['malaga 2003-04', '2003-04', 'malaga'],
    ['2003-04', '2003-04', ''],
    ['1999-00 home', '1999-00', 'home'],
    ['malaga 2003-2004 home', '2003-04', 'malaga home'],
    ['1999-2000', '1999-00', ''],
    ['malaga 2003/04 home', '2003-04', 'malaga home'],
    ["'03/04 malaga", '2003-04', 'malaga'],
    ['malaga season 2003–04', '2003-04', 'malaga'],
    // The first that is one.
    ['2003-05 2004-05', '2004-05', '2003-05'],
    ['2001-02 2003-04', '2001-02', '2003-04'],
    ['2001 2003-04', '2003-04', '2001'],
  ])('extracts the season from %j', (keyword, year, text) => {
    expect(parseKitSearch(keyword)).toEqual({ season: { year }, text });
  });

  it.each([
    'malaga',
    '1899',
    '2100',
    '20033',
    '12003',
    'x2003',
    '2003x',
    '２００３',
    '99',
    '203',
    'é2003',
    '',
  ])('finds no year in %j', (keyword) => {
    expect(parseKitSearch(keyword)).toEqual({ season: undefined, text: keyword });
  });

  it('trims the remaining text', () => {
    expect(parseKitSearch('  malaga cf \t')).toEqual({ season: undefined, text: 'malaga cf' });
  });
});
