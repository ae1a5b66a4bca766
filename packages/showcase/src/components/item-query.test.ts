import { describe, expect, it } from '@jest/globals';
import { listChosenFilters, readItemFilters, readItemQuery, withoutFilters } from './item-query.ts';
import { withParam } from './search-params.ts';

const ADDRESS = new URLSearchParams(
  'club=3&tag=&search=away&ordering=-season&is_signed=true&page=4&utm=mail',
);

describe('the item filters of an address', () => {
  it('include the parameters that the client supports, without empty and unknown parameters', () => {
    expect(readItemFilters(ADDRESS)).toEqual({ search: 'away', club: '3', is_signed: 'true' });
    expect(readItemQuery(ADDRESS)).toEqual({
      search: 'away',
      club: '3',
      is_signed: 'true',
      ordering: '-season',
    });
  });

  it('are listed without the search, which has its own input', () => {
    expect(listChosenFilters(ADDRESS)).toEqual(['club', 'is_signed']);
  });

  it('can be removed without the search and the order', () => {
    expect(String(withoutFilters(ADDRESS))).toBe('search=away&ordering=-season');
  });
});

describe('withParam', () => {
  it('sets, replaces or removes a parameter without changing other parameters', () => {
    const before = new URLSearchParams('club=3&brand=2');
    expect(String(withParam(before, 'season', '1990'))).toBe('club=3&brand=2&season=1990');
    expect(String(withParam(before, 'club', '4 & 5'))).toBe('club=4+%26+5&brand=2');
    expect(String(withParam(before, 'club', ''))).toBe('brand=2');
    expect(String(before)).toBe('club=3&brand=2');
  });
});
