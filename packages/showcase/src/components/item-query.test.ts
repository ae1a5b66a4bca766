import { describe, expect, it } from '@jest/globals';
import { listChosenFilters, readItemFilters, readItemQuery, withoutFilters } from './item-query.ts';
import { withParam } from './search-params.ts';

const ADDRESS = new URLSearchParams(
  'club=3&tag=&search=away&ordering=-season&is_signed=true&page=4&utm=mail',
);

describe('the filters in an address', () => {
  it('are those that the client takes, without empty and unknown parameters', () => {
    expect(readItemFilters(ADDRESS)).toEqual({ search: 'away', club: '3', is_signed: 'true' });
    expect(readItemQuery(ADDRESS)).toEqual({
      search: 'away',
      club: '3',
      is_signed: 'true',
      ordering: '-season',
    });
  });

  it('are listed without the search, which has an input of its own', () => {
    expect(listChosenFilters(ADDRESS)).toEqual(['club', 'is_signed']);
  });

  it('can be removed; the search and the order remain', () => {
    expect(String(withoutFilters(ADDRESS))).toBe('search=away&ordering=-season');
  });
});

describe('withParam', () => {
  it('returns other parameters with one that is set, replaced or removed', () => {
    const before = new URLSearchParams('club=3&brand=2');
    expect(String(withParam(before, 'season', '1990'))).toBe('club=3&brand=2&season=1990');
    expect(String(withParam(before, 'club', '4 & 5'))).toBe('club=4+%26+5&brand=2');
    expect(String(withParam(before, 'club', ''))).toBe('brand=2');
    expect(String(before)).toBe('club=3&brand=2');
  });
});
