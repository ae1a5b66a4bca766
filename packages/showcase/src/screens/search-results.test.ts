import { describe, expect, it } from '@jest/globals';
import type { Suggestion } from '@kitroom/catalogue-client';
import { arrangeResults } from './search-results.ts';

const kit = {
  id: 7,
  name: 'Spurs 1995 Home',
  slug: 's',
  main_img_url: '',
  team_name: 'Spurs',
  season_year: '1995',
};
const understood = { terms: [], season: null, years: [], club: null, type: null };
const club: Suggestion = {
  type: 'club',
  id: 25,
  label: 'Tottenham Hotspur',
  detail: 'United Kingdom',
  image: null,
  url: '',
  matched: [],
};
const brand: Suggestion = { ...club, type: 'brand', id: 2, label: 'Nike', detail: null, matched: [[0, 4]] };

describe('arrangeResults', () => {
  it.each(['any_term', 'similar_words'] as const)(
    'separates kits of the tier %s as partial matches',
    (tier) => {
      const response = { results: [kit], interpretation: understood, tier, did_you_mean: null };
      expect(arrangeResults(response, [])).toMatchObject({ kits: [], partial: [kit] });
    },
  );

  it.each(['phrase', 'all_terms', 'understood', 'corrected'] as const)(
    'shows kits of the tier %s',
    (tier) => {
      const response = { results: [kit], interpretation: understood, tier, did_you_mean: null };
      expect(arrangeResults(response, [])).toMatchObject({ kits: [kit], partial: [] });
    },
  );

  it('links to all kits of the best matching record', () => {
    const response = { results: [], interpretation: understood, tier: null, did_you_mean: null };
    const { records, all, nearest } = arrangeResults(response, [brand, club]);
    expect(records.map(({ name }) => name)).toEqual(['Nike']);
    expect(all).toEqual({ path: '/kits?brand=2', text: 'All kits of Nike' });
    expect(nearest).toEqual([]);
  });

  it('links to all kits of the recognised club and type', () => {
    const interpretation = {
      ...understood,
      club: { id: 25, name: 'Tottenham Hotspur' },
      type: { id: 1, name: 'Home' },
    };
    const response = { results: [kit], interpretation, tier: 'understood' as const, did_you_mean: null };
    const { records, all } = arrangeResults(response, [club]);
    expect(records.map(({ name }) => name)).toEqual(['Tottenham Hotspur']);
    expect(all).toEqual({ path: '/kits?club=25&type=1', text: 'All home kits of Tottenham Hotspur' });
  });

  it.each([
    ['sky blue', '/kits?primary_color=Sky+blue', 'All sky blue kits'],
    ['gray', '/kits?primary_color=Gray', 'All grey kits'],
    ['single stripe', '/kits?design=Single+stripe', 'All kits with the design “Single stripe”'],
  ])('links to all kits that are %s', (keyword, path, text) => {
    const interpretation = { ...understood, terms: keyword.split(' ') };
    const response = { results: [kit], interpretation, tier: 'understood' as const, did_you_mean: null };
    expect(arrangeResults(response, []).all).toEqual({ path, text });
  });

  it('offers similar names only if nothing matches', () => {
    const response = { results: [], interpretation: understood, tier: null, did_you_mean: null };
    const { records, all, nearest } = arrangeResults(response, [club]);
    expect(records).toEqual([]);
    expect(all).toBeUndefined();
    expect(nearest.map(({ name }) => name)).toEqual(['Tottenham Hotspur']);
  });
});
