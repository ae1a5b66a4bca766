import { describe, expect, it } from '@jest/globals';
import { associationName, associationOf, associationOfSubdivision } from './associations.ts';
import { COUNTRY_CODES, countryName } from './country-codes.ts';

describe('associationOf', () => {
  it('has the 207 members of FIFA outside the United Kingdom, each with a code of its own', () => {
    const codes = [...COUNTRY_CODES].map((code) => associationOf(code)).filter((code) => code !== null);
    expect(codes).toHaveLength(207);
    expect(new Set(codes).size).toBe(207);
    expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
  });

  it.each([
    ['ES', 'ESP'],
    ['NL', 'NED'],
    ['HR', 'CRO'],
    ['XK', 'KVX'],
    ['YU', 'YUG'],
    ['CS', 'TCH'],
    ['SU', 'URS'],
    ['DD', 'GDR'],
    ['AN', 'ANT'],
    ['ZR', 'ZAI'],
    ['MC', null],
    ['GB', null],
    ['QQ', null],
    ['', null],
    [null, null],
  ])('of %s is %s', (country, association) => {
    expect(associationOf(country)).toBe(association);
  });
});

describe('associationName', () => {
  it.each([
    ['SCO', 'Scotland'],
    ['NIR', 'Northern Ireland'],
    ['ESP', 'Spain'],
    ['TCH', 'Czechoslovakia'],
    ['QQQ', 'QQQ'],
  ])('of %s is %s', (code, name) => {
    expect(associationName(code)).toBe(name);
  });

  it('is the name of the country outside the United Kingdom', () => {
    const named = [...COUNTRY_CODES].filter((country) => associationOf(country) !== null);
    expect(named.map((country) => associationName(associationOf(country) ?? ''))).toEqual(
      named.map(countryName),
    );
  });
});

describe('associationOfSubdivision', () => {
  it.each([
    ['GB-ENG', 'ENG'],
    ['GB-SCT', 'SCO'],
    ['GB-WLS', 'WAL'],
    ['GB-NIR', 'NIR'],
    ['GB', undefined],
    ['ENG', undefined],
  ])('of %s is %s', (subdivision, association) => {
    expect(associationOfSubdivision(subdivision)).toBe(association);
  });
});
