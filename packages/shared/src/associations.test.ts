import { describe, expect, it } from '@jest/globals';
import { associationName, associationOf, associationOfSubdivision } from './associations.ts';
import { COUNTRY_CODES, countryName } from './country-codes.ts';

describe('associationOf', () => {
  it('returns a distinct code for each of the 207 FIFA members outside the United Kingdom', () => {
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
  ])('maps %s to %s', (country, association) => {
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
  ])('maps %s to %s', (code, name) => {
    expect(associationName(code)).toBe(name);
  });

  it('returns the name of the country for associations outside the United Kingdom', () => {
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
  ])('maps %s to %s', (subdivision, association) => {
    expect(associationOfSubdivision(subdivision)).toBe(association);
  });
});
