import { beforeAll, describe, expect, it } from '@jest/globals';
import { kitLines, namesOf } from './fixture-catalogue.ts';
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

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load(
    kitLines(
      CLUBS.flatMap((club) => [
        { club, season: '2003-04' },
        { club, season: '2024-25', type: 'Third' },
      ]),
    ),
  );
});

async function search(keyword: string): Promise<string[]> {
  const { status, body } = await catalogue.request(`/api/kits/search?keyword=${encodeURIComponent(keyword)}`);
  expect(status).toBe(200);
  return namesOf(body);
}

/** All ways to write a word with one letter wrong, left out, too many, or two in each other's place. */
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

describe('a typing mistake in a kit search', () => {
  it.each(MISTAKES)('is forgiven: $mistake for $word', async ({ mistake, word }) => {
    expect(await search(mistake)).toEqual(await search(word));
    expect(await search(word)).toHaveLength(2);
  });

  it('is forgiven in each of several words', async () => {
    expect(await search('barcelna 2003-04')).toEqual(['FC Barcelona 2003-04 Home']);
    expect(await search('barcelna thrid')).toEqual(['FC Barcelona 2024-25 Third']);
    expect(await search('borusia monchengladbch hoem')).toEqual(['Borussia Mönchengladbach 2003-04 Home']);
  });

  it('is forgiven in a word with a hyphen and accents', async () => {
    expect(await search('saint-ettiene')).toEqual([
      'Saint-Étienne 2003-04 Home',
      'Saint-Étienne 2024-25 Third',
    ]);
    expect(await search('siant-étiene')).toEqual([
      'Saint-Étienne 2003-04 Home',
      'Saint-Étienne 2024-25 Third',
    ]);
  });

  it('finds nothing where nothing is similar', async () => {
    expect(await search('xqzwv')).toEqual([]);
    expect(await search('xqzwv wvqzx')).toEqual([]);
  });

  it('does not add what is similar to what was found', async () => {
    // One term is right, so that the tier of any term gives the results.
    expect(await search('ajxa betis')).toEqual(await search('betis'));
  });
});
