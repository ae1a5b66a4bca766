import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { idOf, kitLines, namesOf, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

/** Newest first: the first club has the oldest kits. */
const CLUBS = ['Jong Rovers', 'Real Rovers', 'FC Rovers', 'Rovers Women', 'Málaga CF'];
const SEASONS = ['2019-20', '2020-21', '2021-22', '2022-23', '2023-24'];

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    recordLine('competition', 'Sunday League', { aliases: ['SLG'] }),
    ...kitLines(
      CLUBS.flatMap((club) =>
        SEASONS.flatMap((season) =>
          ['Home', 'Away'].map((type) => ({
            club,
            season,
            type,
            primary_color: type === 'Home' ? 'Red' : 'White',
            ...(season === '2023-24' && { competitions: ['sunday-league-kits'] }),
          })),
        ),
      ),
    ),
    recordLine('club', 'Málaga CF', { aliases: ['Boquerones'], country: 'ES' }),
  ]);
});

const pathOf = (query: Record<string, string>) =>
  `/api/kits?${new URLSearchParams({ page_size: '100', ...query }).toString()}`;

async function list(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await catalogue.request(pathOf(query));
  expect(status).toBe(200);
  return namesOf(body);
}

async function search(keyword: string): Promise<string[]> {
  return namesOf((await catalogue.request(`/api/kits/search?${new URLSearchParams({ keyword })}`)).body);
}

/** A club's kits of a type, newest first. */
const kitsOf = (club: string, type: string) =>
  SEASONS.toReversed().map((season) => `${club} ${season} ${type}`);

describe('GET /api/kits with a keyword', () => {
  it('lists all matching kits by type and id, with all secondary teams last', async () => {
    expect(await list({ keyword: 'rovers' })).toEqual(
      [
        ['FC Rovers', 'Real Rovers'],
        ['Rovers Women', 'Jong Rovers'],
      ].flatMap((clubs) => ['Home', 'Away'].flatMap((type) => clubs.flatMap((club) => kitsOf(club, type)))),
    );
  });

  it.each([
    ['phrase', 'malaga cf 2020'],
    ['all_terms', 'away malaga'],
    ['understood', 'boquerones shirt'],
    ['understood', 'slg malaga'],
    ['corrected', 'malgaa home'],
    ['phrase', '2021-22'],
  ])('returns the same kits as the search in the tier %s: %s', async (tier, keyword) => {
    const explained = await catalogue.request(
      `/api/kits/search?${new URLSearchParams({ keyword, explain: 'true' })}`,
    );
    expect(explained.body.tier).toBe(tier);
    expect(await list({ keyword, page_size: '10' })).toEqual(namesOf(explained.body.results));
  });

  it.each([
    ['any_term', 'malaga nowhere'],
    ['similar_words', 'mlagaa'],
    [null, 'xqzwvk'],
    [null, 'shirt'],
  ])('returns an empty list for matches of the search tier %s: %s', async (tier, keyword) => {
    const { body } = await catalogue.request(
      `/api/kits/search?${new URLSearchParams({ keyword, explain: 'true' })}`,
    );
    expect(body.tier).toBe(tier);
    const { body: kits, headers } = await catalogue.request(pathOf({ keyword }));
    expect([kits, headers.get('X-Total-Count')]).toEqual([[], '0']);
  });

  it('ignores a blank keyword', async () => {
    const all = await list({});
    expect(all).toHaveLength(50);
    for (const keyword of ['', '  ']) expect(await list({ keyword })).toEqual(all);
  });

  it('applies filters to the matches of the keyword', async () => {
    expect(await list({ keyword: 'rovers', primary_color: 'White', first_year: '2022' })).toEqual(
      ['FC Rovers', 'Real Rovers', 'Rovers Women', 'Jong Rovers'].map((club) => `${club} 2022-23 Away`),
    );
    // The phrase exists, but not in Spain: the other kits with both terms are not found instead.
    expect(await search('rovers 2022')).not.toEqual([]);
    expect(await list({ keyword: 'fc rovers', country: 'ES' })).toEqual([]);
  });

  it.each(['-id', 'season', '-season', 'name', '-name'])('can be ordered by %s', async (ordering) => {
    const matches = new Set(await list({ keyword: 'rovers' }));
    const expected = (await list({ ordering })).filter((name) => matches.has(name));
    expect(await list({ keyword: 'rovers', ordering })).toEqual(expected);
    expect(expected).toHaveLength(40);
  });

  it('returns pages with totals, and links that keep the keyword', async () => {
    const all = await list({ keyword: 'málaga cf' });
    const { body, headers } = await catalogue.request(
      '/api/kits?keyword=%20M%C3%A1laga%20CF&page=2&page_size=4',
    );
    expect(namesOf(body)).toEqual(all.slice(4, 8));
    expect(headers.get('X-Total-Count')).toBe('10');
    const next = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? '';
    expect(new URL(next).searchParams.get('keyword')).toBe('Málaga CF');
    expect(namesOf((await catalogue.request(next.replace(catalogue.url, ''))).body)).toEqual(all.slice(8));
  });

  it('returns 400 for keywords over 200 characters, several keywords and NUL bytes', async () => {
    const requests = [
      `keyword=${'a'.repeat(201)}`,
      `keyword=${'%20'.repeat(201)}`,
      'keyword=a&keyword=b',
      'keyword[]=a',
      'keyword=%00',
    ];
    for (const path of ['/api/kits', '/api/kits/facets']) {
      for (const query of requests) {
        const { status, body } = await catalogue.request(`${path}?${query}`);
        expect([query, status, body]).toEqual([query, 400, { detail: 'Invalid request parameters' }]);
      }
      expect((await catalogue.request(`${path}?keyword=${'a'.repeat(200)}`)).status).toBe(200);
    }
  });
});

describe('GET /api/kits/facets with a keyword', () => {
  it('counts the same kits as the list', async () => {
    const fields = 'club,season,primary_color,type,country';
    for (const query of [
      'keyword=rovers',
      'keyword=malgaa',
      'keyword=rovers&primary_color=Red',
      'keyword=nowhere',
    ]) {
      const { body } = await catalogue.request(`/api/kits/facets?${query}&fields=${fields}`);
      const { headers } = await catalogue.request(`/api/kits?${query}`);
      expect([query, String(body.total)]).toEqual([query, headers.get('X-Total-Count')]);
      for (const field of fields.split(',')) {
        for (const { value, count } of body.facets[field]) {
          const narrowed = new URLSearchParams(query);
          narrowed.set(field, String(value));
          const listed = await catalogue.request(`/api/kits?${narrowed}`);
          expect([`${narrowed}`, listed.headers.get('X-Total-Count')]).toEqual([
            `${narrowed}`,
            String(count),
          ]);
        }
      }
    }
  });
});

describe('a cached list of kits with a keyword', () => {
  it('reflects changed aliases, new kits and deleted kits', async () => {
    expect(await list({ keyword: 'zqxwv' })).toEqual([]);
    const before = await list({ keyword: 'slg' });
    expect(before).toHaveLength(10);
    const { headers } = await catalogue.request(pathOf({ keyword: 'slg' }));
    expect(headers.get('X-Cache')).toBe('HIT');
    await catalogue.load([recordLine('competition', 'Sunday League', { aliases: ['Zqxwv'] })]);
    expect(await list({ keyword: 'slg' })).toEqual([]);
    expect(await list({ keyword: 'zqxwv' })).toEqual(before);
    await catalogue.load(kitLines([{ club: 'FC Rovers', season: '2024-25', type: 'Away' }]));
    const rovers = await list({ keyword: 'rovers' });
    expect(rovers.indexOf('FC Rovers 2024-25 Away')).toBe(10);
    await catalogue
      .db('kits')
      .where('id', await idOf(catalogue.db, 'kits', 'fc-rovers-2024-25-away-kit'))
      .delete();
    await eventually(async () => {
      expect(await list({ keyword: 'rovers' })).toEqual(rovers.toSpliced(10, 1));
    });
  });
});
