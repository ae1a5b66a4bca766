import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ExplainedKitSearch } from '@kitroom/catalogue-client';
import { idOf, kitLines, namesOf, recordLine } from './fixture-catalogue.ts';
import { useCatalogue, type TestCatalogue } from './test-catalogue.ts';

const indexed = useCatalogue();

beforeAll(async () => {
  await indexed.load([
    ...kitLines([
      { club: 'Málaga CF', season: '2003-04' },
      { club: 'Málaga CF', season: '2004' },
      { club: 'Málaga CF', season: '2003-04', type: 'GK Away' },
      { club: 'Real Madrid', season: '2003-04' },
      { club: 'Paris Saint-Germain', season: '2003-04', type: 'Away' },
    ]),
    recordLine('club', 'Paris Saint-Germain', { aliases: ['PSG'] }),
  ]);
});

async function explain(keyword: string, catalogue: TestCatalogue = indexed): Promise<ExplainedKitSearch> {
  const path = `/api/kits/search?keyword=${encodeURIComponent(keyword)}`;
  const { status, body } = await catalogue.request(`${path}&explain=true`);
  expect(status).toBe(200);
  // The results are those of the same search without an explanation.
  expect(body.results).toEqual((await catalogue.request(path)).body);
  return body;
}

const club = async (name: string) => ({ id: await idOf(indexed.db, 'clubs', `${slugOf(name)}-kits`), name });
const type = async (name: string) => ({ id: await idOf(indexed.db, 'kit_types', name), name });
const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-').replace('á', 'a');

describe('GET /api/kits/search with explain=true', () => {
  it('returns the recognised club, type, season and years', async () => {
    expect(await explain('Málaga away 2003-04 GK')).toMatchObject({
      interpretation: {
        terms: ['malaga', 'away', 'gk'],
        season: '2003-04',
        years: [2003, 2004],
        club: await club('Málaga CF'),
        type: await type('GK Away'),
      },
      tier: 'all_terms',
      did_you_mean: null,
    });
    expect((await explain('real madrid 2003')).interpretation).toEqual({
      terms: ['real', 'madrid'],
      season: null,
      years: [2003],
      club: await club('Real Madrid'),
      type: null,
    });
  });

  it('corrects unknown words, also when the other words match', async () => {
    const partly = await explain('Madird home 2003');
    expect(partly).toMatchObject({ tier: 'corrected', did_you_mean: 'madrid home 2003' });
    expect(partly.interpretation.club).toEqual(await club('Real Madrid'));
    expect(await explain('malgaa')).toMatchObject({ tier: 'corrected', did_you_mean: 'malaga' });
    expect(await explain('maadrird')).toMatchObject({ tier: 'corrected', did_you_mean: 'madrid' });
    expect(await explain('mlaagaa')).toMatchObject({ tier: 'similar_words', did_you_mean: 'malaga' });
  });

  it.each([
    ['malaga cf', 'phrase'],
    ['home real', 'all_terms'],
    ['2003-04', 'phrase'],
    ['real nowherexx', 'any_term'],
    ['mdarid', 'corrected'],
    ['mdaridx', 'similar_words'],
    ['xyzzyq', null],
  ])('returns, for %s, the tier %s', async (keyword, tier) => {
    const { tier: foundTier, results } = await explain(keyword);
    expect([foundTier, results.length > 0]).toEqual([tier, tier !== null]);
  });

  it('suggests no correction for the start of a word and for words without similar words', async () => {
    expect((await explain('mad')).did_you_mean).toBeNull();
    expect((await explain('xyzzyq')).did_you_mean).toBeNull();
  });

  it('recognises clubs by alias, by some of the terms and despite a typing mistake', async () => {
    expect((await explain('psg')).interpretation.club).toEqual(await club('Paris Saint-Germain'));
    expect((await explain('stripes real madrid signed')).interpretation.club).toEqual(
      await club('Real Madrid'),
    );
    expect((await explain('real madird')).interpretation.club).toEqual(await club('Real Madrid'));
    expect((await explain('nobody')).interpretation.club).toBeNull();
  });

  it('returns an empty explanation for a blank keyword', async () => {
    expect(await explain(' ')).toEqual({
      results: [],
      interpretation: { terms: [], season: null, years: [], club: null, type: null },
      tier: null,
      did_you_mean: null,
    });
  });

  it('is off by default, and returns 400 for explain=1', async () => {
    for (const query of ['keyword=real', 'keyword=real&explain=', 'keyword=real&explain=false']) {
      expect(namesOf((await indexed.request(`/api/kits/search?${query}`)).body)).toEqual([
        'Real Madrid 2003-04 Home',
      ]);
    }
    expect((await indexed.request('/api/kits/search?keyword=real&explain=1')).status).toBe(400);
  });
});
