import { beforeAll, describe, expect, it } from '@jest/globals';
import { idOf, kitLines, namesOf, type KitFixture } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([...TYPES, ...kitLines([...TIERS, ...PUNCTUATION, ...ORDERED, ...SQUADS, ...YEARS])]);
});

async function search(keyword: string): Promise<string[]> {
  const { status, body } = await catalogue.request(`/api/kits/search?keyword=${encodeURIComponent(keyword)}`);
  expect(status).toBe(200);
  return namesOf(body);
}

const named = (name: string, fields: Partial<KitFixture> = {}) => ({ club: 'Some FC', name, ...fields });

const TIERS = [
  named('Málaga CF Star', { club: 'Zwqx', season: '2003-04', main_img_url: 'https://example.org/m.jpg' }),
  named('Northern Star'),
  named('Star of the Northern Lights'),
  named('Northern Comet'),
  named('Ærøskøbing Łódź'),
  named('Only Here'),
];

describe('GET /api/kits/search', () => {
  it('returns id, name, picture, team and season of each kit', async () => {
    const { body } = await catalogue.request('/api/kits/search?keyword=malaga%20cf');
    const id = await idOf(catalogue.db, 'kits', 'malaga-cf-star-kit');
    expect(body).toEqual([
      {
        id,
        name: 'Málaga CF Star',
        main_img_url: 'https://example.org/m.jpg',
        team_name: 'Zwqx',
        season_year: '2003-04',
      },
    ]);
  });

  it('returns only kits whose names contain the whole phrase, if there are any', async () => {
    expect(await search('northern star')).toEqual(['Northern Star']);
    expect(await search('rthern st')).toEqual(['Northern Star']);
  });

  it('returns kits with all terms in any order if no name contains the phrase', async () => {
    expect(await search('star northern')).toEqual(['Star of the Northern Lights', 'Northern Star']);
    expect(await search('lights northern star')).toEqual(['Star of the Northern Lights']);
    expect(await search('lig ern')).toEqual(['Star of the Northern Lights']);
  });

  it('returns kits with any term if no name contains all of them', async () => {
    expect(await search('comet nowhere')).toEqual(['Northern Comet']);
    expect(await search('northern nowhere')).toEqual([
      'Northern Comet',
      'Star of the Northern Lights',
      'Northern Star',
    ]);
    // Not the ones that are similar: a term was found.
    expect(await search('northrn comet')).toEqual(['Northern Comet']);
  });

  it('ignores case and accents', async () => {
    for (const keyword of ['MALAGA', 'málaga', 'MÀLÄGÂ cf']) {
      expect(await search(keyword)).toEqual(['Málaga CF Star']);
    }
    for (const keyword of ['aeroskobing lodz', 'Ærøskøbing', 'ŁÓDŹ ÆRØ']) {
      expect(await search(keyword)).toEqual(['Ærøskøbing Łódź']);
    }
  });

  it('matches club names, but only as whole words', async () => {
    expect(await search('zwqx')).toEqual(['Málaga CF Star']);
    expect(await search('zwq')).toEqual([]);
  });

  it('collapses white space in the keyword', async () => {
    expect(await search(' \t northern \n\u00A0 star  ')).toEqual(['Northern Star']);
  });
});

const PUNCTUATION = [
  named('Saint-Étienne Vert'),
  named('Étienne Saint'),
  named('Fifty% Wool'),
  named('Under_line Wool'),
  named(String.raw`Back\slash Wool`),
  named("O'Neill Wool"),
  named('Wool Q'),
  named('ab%cd', { slug: 'percent' }),
  named('ab_cd', { slug: 'underscore' }),
  named('abxcd', { slug: 'letter' }),
];

describe('terms of GET /api/kits/search', () => {
  it('are split at hyphens', async () => {
    expect(await search('vert-etienne')).toEqual(['Saint-Étienne Vert']);
    expect(await search('saint etienne')).toEqual(['Étienne Saint', 'Saint-Étienne Vert']);
  });

  it('keep their hyphens when the whole phrase is compared', async () => {
    expect(await search('saint-etienne')).toEqual(['Saint-Étienne Vert']);
    expect(await search('Saint‐Étienne')).toEqual(['Saint-Étienne Vert']);
  });

  it('may consist of a single letter', async () => {
    expect(await search('q wool')).toEqual(['Wool Q']);
    expect(await search('q')).toEqual(['Wool Q']);
    expect(await search('wool q')).toEqual(['Wool Q']);
  });

  it('may consist of a single hyphen', async () => {
    expect(await search('-')).toEqual(expect.arrayContaining(['Saint-Étienne Vert']));
    expect(await search('---')).toEqual([]);
  });

  it.each([
    ['%', ['ab%cd', 'Fifty% Wool']],
    ['_', ['ab_cd', 'Under_line Wool']],
    ['\\', [String.raw`Back\slash Wool`]],
    ['ab%cd', ['ab%cd']],
    ['ab_cd', ['ab_cd']],
    ['%%%', []],
    ['wool fifty%', ['Fifty% Wool']],
    [String.raw`wool ack\s`, [String.raw`Back\slash Wool`]],
    ["o'neill", ["O'Neill Wool"]],
    ['"', []],
  ])('treat %s as a plain character', async (keyword, names) => {
    expect(await search(keyword)).toEqual(names);
  });
});

/** Each kit differs from the previous one in one sort key; they are loaded in a different order. */
const ORDER = [
  ['Ranked A', 'match', 1, 5, false],
  ['Ranked B', 'match', 1, 5, false],
  ['Ranked C', 'match', 1, 6, false],
  ['Ranked AA', 'match', 1, 1, true],
  ['Ranked AB', 'match', 1, 2, true],
  ['Ranked AC', 'prematch', 2, 0, false],
  ['Ranked AD', 'preseason', 3, 0, false],
  ['Ranked AE', 'travel', 5, 0, true],
] as const;

const TYPES = [7, 2, 5, 0, 3, 6, 1, 4].map((index) => {
  const [name, category, category_order, order_priority, is_goalkeeper] = ORDER[index] ?? ORDER[0];
  return { kind: 'kit_type', name, category, category_order, order_priority, is_goalkeeper };
});

const ORDERED = [
  ...TYPES.map((type) => named(`Tidy ${type.name}`, { type: type.name })),
  named('Tidy Ranked A, newer', { type: 'Ranked A' }),
];

describe('result order of GET /api/kits/search', () => {
  it('is type category, goalkeeper, priority, type name, then newest kit', async () => {
    expect(await search('tidy')).toEqual(['Tidy Ranked A, newer', ...ORDER.map(([name]) => `Tidy ${name}`)]);
  });

  it('is the same in every match tier', async () => {
    const expected = await search('tidy');
    expect(await search('ranked tidy')).toEqual(expected);
    expect(await search('tidy nothing')).toEqual(expected);
    expect(await search('tdiy')).toEqual(expected);
  });
});

const SQUADS = [
  ...Array.from({ length: 10 }, (_, index) => named(`Crew first ${index}`, { club: 'Crew' })),
  ...Array.from({ length: 8 }, (_, index) => named(`Crew second ${index}`, { club: 'Crew II' })),
  ...Array.from({ length: 8 }, (_, index) => named(`Crew women ${index}`, { club: 'Crew Féminines' })),
  named('Crew II looks like a second team', { club: 'Crew', type: 'Training' }),
  ...Array.from({ length: 25 }, (_, index) => named(`Juniors ${index}`, { club: 'Juniors U19' })),
];
const countDown = (count: number, from: number) => Array.from({ length: count }, (_, index) => from - index);

describe('secondary teams in GET /api/kits/search', () => {
  it('are moved after primary teams within the first 20 results only', async () => {
    expect(await search('crew')).toEqual([
      ...countDown(4, 9).map((index) => `Crew first ${index}`),
      ...countDown(6, 7).map((index) => `Crew women ${index}`),
    ]);
  });

  it('are recognised by the team name, not by the kit name', async () => {
    expect(await search('crew ii')).toEqual(['Crew II looks like a second team']);
    expect((await search('team crew first')).slice(0, 1)).toEqual(['Crew first 9']);
  });

  it('are listed, up to ten, when no primary team matches', async () => {
    expect(await search('juniors')).toEqual(countDown(10, 24).map((index) => `Juniors ${index}`));
  });
});

const YEARS = [
  ...['2002-03', '2003', '2003-04', '2004', '2004-05'].map((season) =>
    named(`Yearly ${season}`, { season, type: season === '2003' ? 'Away' : 'Home' }),
  ),
  named('Yearly Special', { season: '2004' }),
  named('Special Yearly', { season: '2002-03' }),
  named('Founded 1899', { season: '2011-12' }),
  named('Room 2101', { season: '2011-12' }),
  named('Model X2011', { season: '1950' }),
  named('1950 and 1960', { season: '1950' }),
];

describe('a year in the keyword of GET /api/kits/search', () => {
  it('matches seasons that equal it, end in it or start in it', async () => {
    expect(await search('yearly 2003')).toEqual([
      'Special Yearly',
      'Yearly 2003-04',
      'Yearly 2002-03',
      'Yearly 2003',
    ]);
    expect(await search('2004 yearly')).toEqual([
      'Yearly Special',
      'Yearly 2004-05',
      'Yearly 2004',
      'Yearly 2003-04',
    ]);
  });

  it('lists the kits of that year in search order when there are no other terms', async () => {
    expect(await search('2003')).toEqual([
      'Special Yearly',
      'Yearly 2003-04',
      'Yearly 2002-03',
      'Málaga CF Star',
      'Yearly 2003',
    ]);
  });

  it('matches only the exact season when the keyword contains a season such as 2003-04 or 2003-2004', async () => {
    expect(await search('yearly 2003-04')).toEqual(['Yearly 2003-04']);
    expect(await search('2003-2004 yearly')).toEqual(['Yearly 2003-04']);
    expect(await search('2003-04')).toEqual(['Yearly 2003-04', 'Málaga CF Star']);
    expect(await search('yearly 2010-11')).toEqual([]);
  });

  it('is removed from the phrase together with an adjacent hyphen', async () => {
    expect(await search('yearly 2004 special')).toEqual(['Yearly Special']);
    expect(await search('special-2004')).toEqual(['Yearly Special']);
    expect(await search('yearly-2004-special')).toEqual(['Yearly Special']);
  });

  it('filters by season before the match tiers are tried', async () => {
    // Elsewhere a kit has the phrase; in 2002-03 one has the terms.
    expect(await search('yearly special')).toEqual(['Yearly Special']);
    expect(await search('yearly special 2002-03')).toEqual(['Special Yearly']);
  });

  it('also filters the results of fuzzy matching', async () => {
    expect(await search('yeraly 2003-04')).toEqual(['Yearly 2003-04']);
  });

  it('matches nothing if no kit has a season in that year', async () => {
    expect(await search('yearly 1931')).toEqual([]);
    expect(await search('1931')).toEqual([]);
  });

  it('must be a separate word that starts with 19 or 20; other digits are terms', async () => {
    expect(await search('1899')).toEqual(['Founded 1899']);
    expect(await search('2101')).toEqual(['Room 2101']);
    expect(await search('x2011')).toEqual(['Model X2011']);
  });

  it('is the first year in the keyword; a second year is a term', async () => {
    expect(await search('1950 1960')).toEqual(['1950 and 1960']);
  });
});
