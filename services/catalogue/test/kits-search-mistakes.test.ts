import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ExplainedKitSearch } from '@kitroom/catalogue-client';
import { kitLines, namesOf, recordLine, type KitFixture } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const CLUBS = [
  'FC Barcelona',
  'Borussia Mönchengladbach',
  'Ajax',
  'Inter',
  'Málaga CF',
  'Saint-Étienne',
  'Real Betis',
];

const LOOKS: Readonly<Record<string, Partial<KitFixture>>> = {
  Ajax: { design: 'Hoops', primary_color: 'Purple', competitions: ['ligia-romania-kits'] },
  'Real Betis': { brand: 'Kappa' },
};

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    recordLine('competition', 'Liga'),
    recordLine('competition', 'Ligia Romania'),
    ...kitLines(
      CLUBS.flatMap((club) => [
        { club, season: '2003-04', competitions: ['liga-kits'] },
        { club, season: '2024-25', type: 'Third', ...LOOKS[club] },
      ]),
    ),
    recordLine('club', 'Borussia Mönchengladbach', { aliases: ['Gladbach'] }),
    recordLine('brand', 'Unworn', { aliases: ['UNW'] }),
  ]);
});

async function search(keyword: string): Promise<string[]> {
  const { status, body } = await catalogue.request(`/api/kits/search?keyword=${encodeURIComponent(keyword)}`);
  expect(status).toBe(200);
  return namesOf(body);
}

/** All variants of a word with one letter replaced, removed or added, or two letters swapped. */
function mistakesIn(word: string): string[] {
  const letters = word.split('');
  const at = (place: number) => [letters.slice(0, place).join(''), letters.slice(place).join('')] as const;
  const mistakes = letters.flatMap((letter, place) => {
    const [before, after] = at(place);
    const swapped = `${before}${after[1] ?? ''}${letter}${after.slice(2)}`;
    return [`${before}q${after.slice(1)}`, `${before}${after.slice(1)}`, `${before}q${after}`, swapped];
  });
  return [...new Set([...mistakes, `${word}q`])].filter((mistake) => mistake !== word && mistake.length > 3);
}

const MISTAKES = ['barcelona', 'monchengladbach', 'malaga', 'inter', 'ajax', 'betis'].flatMap((word) =>
  mistakesIn(word).map((mistake) => ({ mistake, word })),
);

async function explain(keyword: string): Promise<ExplainedKitSearch> {
  const path = `/api/kits/search?explain=true&keyword=${encodeURIComponent(keyword)}`;
  return (await catalogue.request(path)).body;
}

describe('a misspelt word in GET /api/kits/search', () => {
  it.each([
    ['bracelona third', 'barcelona third', 'FC Barcelona 2024-25 Third'],
    ['Bvarelona: 2003/04', 'barcelona: 2003/04', 'FC Barcelona 2003-04 Home'],
    ['munchengladbahc 2003', 'monchengladbach 2003', 'Borussia Mönchengladbach 2003-04 Home'],
    ['gladbahc third', 'gladbach third', 'Borussia Mönchengladbach 2024-25 Third'],
    ['real betsi shirt 2003', 'real betis shirt 2003', 'Real Betis 2003-04 Home'],
    ['kapa third', 'kappa third', 'Real Betis 2024-25 Third'],
    ['hopps ajax', 'hoops ajax', 'Ajax 2024-25 Third'],
    ['ajax pruple', 'ajax purple', 'Ajax 2024-25 Third'],
    ['etiene third', 'etienne third', 'Saint-Étienne 2024-25 Third'],
  ])('is corrected: %s', async (keyword, corrected, name) => {
    const { results, tier, did_you_mean: correction } = await explain(keyword);
    expect([tier, correction, results[0]?.name]).toEqual(['corrected', corrected, name]);
  });

  it('is interpreted as the corrected word', async () => {
    const { interpretation } = await explain('real betsi home 2003');
    expect(interpretation).toEqual((await explain('real betis home 2003')).interpretation);
    expect(interpretation.club?.name).toBe('Real Betis');
  });

  it('is corrected to the most frequent similar word with which there are kits', async () => {
    expect((await explain('intr')).did_you_mean).toBe('inter');
    expect((await explain('ligra')).did_you_mean).toBe('liga');
    expect((await explain('ligra romania')).did_you_mean).toBe('ligia romania');
  });

  it('is not corrected if it is short, contains a digit or is the beginning of a word', async () => {
    for (const keyword of ['ajx', 'intre2', '20034', 'barce']) {
      expect([keyword, (await explain(keyword)).tier]).not.toEqual([keyword, 'corrected']);
    }
  });

  it('is corrected with one edit up to seven characters, and with up to two edits from eight on', async () => {
    expect((await explain('mlagaa')).tier).not.toBe('corrected');
    expect((await explain('brcelnoa')).tier).toBe('corrected');
    expect((await explain('brcelnoax')).tier).not.toBe('corrected');
  });
});

describe('a word without a match in GET /api/kits/search', () => {
  it.each(['asdfqwer', 'qwertyuiop home1 zxcv', 'xqz', 'abcd', 'barcelonistas'])(
    'returns no results if no word is similar: %s',
    async (keyword) => {
      expect(await explain(keyword)).toMatchObject({ results: [], tier: null, did_you_mean: null });
    },
  );

  it.each([
    ['mlagaa', 'malaga', 'two edits apart'],
    ['moxyzengladbach', 'monchengladbach', 'alike by at least a half'],
  ])('is replaced by a similar word: %s by %s, which is %s', async (keyword, word) => {
    const { results, tier, did_you_mean: correction } = await explain(keyword);
    expect([tier, correction]).toEqual(['similar_words', word]);
    expect(results).toEqual((await explain(word)).results);
  });

  it('is not replaced by a word that is more than two letters longer or shorter', async () => {
    expect((await explain('monchengladbachbach')).tier).toBeNull();
    expect((await explain('barcelonabarc')).tier).toBeNull();
  });

  it('returns no results if another word has neither a match nor a similar word', async () => {
    expect((await explain('mlagaa xqzwvk')).results).toEqual([]);
    expect((await explain('mlagaa 1950')).results).toEqual([]);
  });

  it('suggests no correction that would find nothing', async () => {
    expect(await explain('mlagaa xqzwvk home')).toMatchObject({ tier: 'any_term', did_you_mean: null });
    expect(await explain('barcelona hooops 2003')).toMatchObject({ tier: 'any_term', did_you_mean: null });
  });

  it('suggests no correction for an exact name or alias', async () => {
    for (const keyword of ['Unworn', 'UNW', 'Ligia Romania', 'gladbach', 'GLADBACH!', 'málaga']) {
      expect([keyword, (await explain(keyword)).did_you_mean]).toEqual([keyword, null]);
    }
  });
});

describe('a typing mistake in GET /api/kits/search', () => {
  it.each(MISTAKES)('does not change the results: $mistake for $word', async ({ mistake, word }) => {
    expect(await search(mistake)).toEqual(await search(word));
    expect(await search(word)).toHaveLength(2);
  });

  it('is corrected in each of several words', async () => {
    expect(await search('barcelna 2003-04')).toEqual(['FC Barcelona 2003-04 Home']);
    expect(await search('barcelna thrid')).toEqual(['FC Barcelona 2024-25 Third']);
    expect(await search('borusia monchengladbch hoem')).toEqual(['Borussia Mönchengladbach 2003-04 Home']);
  });

  it('is corrected in a word with a hyphen and accents', async () => {
    expect(await search('saint-ettiene')).toEqual([
      'Saint-Étienne 2003-04 Home',
      'Saint-Étienne 2024-25 Third',
    ]);
    expect(await search('siant-étiene')).toEqual([
      'Saint-Étienne 2003-04 Home',
      'Saint-Étienne 2024-25 Third',
    ]);
  });

  it('returns no results if no word is similar', async () => {
    expect(await search('xqzwv')).toEqual([]);
    expect(await search('xqzwv wvqzx')).toEqual([]);
  });

  it('does not add kits that are only similar when another term matches', async () => {
    // One term is right, so that the tier of any term gives the results.
    expect(await search('ajxa betis')).toEqual(await search('betis'));
  });
});
