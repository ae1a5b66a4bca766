import { describe, expect, it } from '@jest/globals';
import { COUNTRY_CODES } from './country-codes.ts';
import { findCountry, listNamesOfCountry } from './country-names.ts';

describe('COUNTRY_CODES', () => {
  it('contains the 249 codes of ISO 3166-1 and Kosovo, each with a name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect([...COUNTRY_CODES].filter((code) => names.of(code) === undefined)).toEqual([]);
    expect(COUNTRY_CODES.size).toBe(250);
  });

  it.each(['ZZ', 'UK', 'EU', 'UN', 'EN', 'YU', 'es', 'GB-ENG', ''])('does not contain "%s"', (code) => {
    expect(COUNTRY_CODES.has(code)).toBe(false);
  });
});

describe('findCountry', () => {
  it.each([
    ['Trinidad and Tobago', 'TT'],
    ['Trinidad und Tobago', 'TT'],
    ['Saint Lucia', 'LC'],
    ['St Kitts and Nevis', 'KN'],
    ['Bosnia ed Erzegovina', 'BA'],
    ['Hong Kong', 'HK'],
    ['Großbritannien', 'GB'],
    ['N. Ireland', 'GB-NIR'],
    ['Rep. of Ireland', 'IE'],
    ['Éire', 'IE'],
    ['Sainte Lucie', 'LC'],
    ['U.S.A.', 'US'],
    ['Oesterreich', 'AT'],
    ['Guinea Bissau', 'GW'],
    ['The Gambia', 'GM'],
    ['Bosnien-Herzegowina', 'BA'],
    ['Congo', 'CG'],
    ['RD Congo', 'CD'],
  ])('finds the country %s', (name, code) => {
    expect(findCountry(name)).toBe(code);
  });

  it('finds each country by all of its names', () => {
    const wrong = [...COUNTRY_CODES].filter((code) =>
      listNamesOfCountry(code).some((name) => findCountry(name) !== code),
    );
    expect(wrong).toEqual([]);
  });

  it.each(['', 'and', '&', 'St'])('returns undefined for "%s"', (text) => {
    expect(findCountry(text)).toBeUndefined();
  });
});
