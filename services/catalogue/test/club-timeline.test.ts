import { beforeAll, describe, expect, it } from '@jest/globals';
import { idOf, kitLines, namesOf, recordLine, type KitFixture } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();
const YEARS = Array.from({ length: 13 }, (_, index) => String(2000 + index));
let club: number;

interface Season {
  season: { id: number; year: string };
  kits: Array<{ name: string; season: object }>;
}

beforeAll(async () => {
  const kits: KitFixture[] = [
    ...YEARS.map((season) => ({ club: 'One', season })),
    { club: 'One', season: '2012', type: 'GK Home' },
    { club: 'One', season: '2012', type: 'Away', brand: 'Alto', primary_color: 'Navy', rating: 4 },
    { club: 'One', season: '2012-13', type: 'Rain Jacket' },
    { club: 'Two', season: '2012' },
  ];
  await catalogue.load([recordLine('club', 'Empty'), ...kitLines(kits)]);
  club = await idOf(catalogue.db, 'clubs', 'one-kits');
});

const request = async (query = '') => {
  const response = await catalogue.request(`/api/clubs/${club}/timeline${query}`);
  return { ...response, seasons: response.body as Season[] };
};

describe('GET /api/clubs/{club_id}/timeline', () => {
  it('returns ten seasons per page by default, newest first', async () => {
    const first = await request();
    expect(first.seasons.map(({ season }) => season.year)).toEqual([
      '2012-13',
      ...YEARS.toReversed().slice(0, 9),
    ]);
    expect(first.headers.get('X-Total-Count')).toBe('14');
    expect(first.headers.get('Link')).toContain(
      `<${catalogue.url}/api/clubs/${club}/timeline?page=2&page_size=10>; rel="next"`,
    );
    const second = await request('?page=2');
    expect(second.seasons.map(({ season }) => season.year)).toEqual(['2003', '2002', '2001', '2000']);
    expect((await request('?page=3')).seasons).toEqual([]);
    expect((await request('?page_size=1000')).seasons).toHaveLength(14);
  });

  it('returns all kits of a season in search order, with details', async () => {
    const { body: kits } = await catalogue.request(`/api/clubs/${club}/kits?expand=true&page_size=100`);
    const { seasons } = await request('?page_size=50');
    expect(seasons.flatMap((season) => season.kits)).toEqual(kits);
    const year2012 = seasons[1];
    expect(namesOf(year2012?.kits ?? [])).toEqual(['One 2012 Home', 'One 2012 Away', 'One 2012 GK Home']);
    expect(year2012?.kits[1]).toMatchObject({ rating: 4, brand: { name: 'Alto' } });
    for (const { season, kits: seasonKits } of seasons) {
      expect(seasonKits.map((kit) => kit.season)).toEqual(seasonKits.map(() => season));
    }
  });

  it('adds the colours of all decades to any page with colors=true', async () => {
    const kits: KitFixture[] = [
      { club: 'Blue', season: '1998-99', primary_color: 'Blue' },
      { club: 'Blue', season: '1999-00', primary_color: 'Blue' },
      { club: 'Blue', season: '1999-00', type: 'Away', primary_color: 'White', secondary_colors: ['Red'] },
      { club: 'Blue', season: '2009-10', primary_color: 'Navy' },
      { club: 'Blue', season: '2010-11', primary_color: null },
    ];
    await catalogue.load(kitLines(kits));
    const address = `/api/clubs/${await idOf(catalogue.db, 'clubs', 'blue-kits')}/timeline`;
    const { headers, body } = await catalogue.request(`${address}?colors=true&page=2&page_size=2`);
    expect(body.colors).toEqual([
      {
        decade: 1990,
        colors: [
          { name: 'Blue', color: '#0000FF', count: 2 },
          { name: 'White', color: '#FFFFFF', count: 1 },
        ],
      },
      { decade: 2000, colors: [{ name: 'Navy', color: '#000080', count: 1 }] },
      { decade: 2010, colors: [] },
    ]);
    expect(body.seasons).toEqual((await catalogue.request(`${address}?page=2&page_size=2`)).body);
    expect(body.seasons).toHaveLength(2);
    expect(headers.get('X-Total-Count')).toBe('4');
    expect(headers.get('Link')).toContain(
      `<${catalogue.url}${address}?page=1&page_size=2&colors=true>; rel="prev"`,
    );
    expect(await catalogue.request(`${address}?colors=false`)).toMatchObject({
      status: 200,
      body: [{}, {}, {}, {}],
    });
    expect((await catalogue.request(`${address}?colors=maybe`)).status).toBe(400);
  });

  it('returns an empty list for a club without kits, and 404 for an unknown club', async () => {
    const empty = await idOf(catalogue.db, 'clubs', 'empty-kits');
    expect((await catalogue.request(`/api/clubs/${empty}/timeline`)).body).toEqual([]);
    const { status, body } = await catalogue.request('/api/clubs/2147483647/timeline');
    expect([status, body]).toEqual([404, { detail: 'Club with ID 2147483647 not found' }]);
  });

  it('redirects the id of a merged club to the remaining club', async () => {
    await catalogue.db.raw(
      `insert into changes (type, op, ids, into_id) values ('club', 'delete', '{4711}', ${club})`,
    );
    await catalogue.followChanges();
    const { status, headers } = await catalogue.request('/api/clubs/4711/timeline?page=2');
    expect([status, headers.get('Location')]).toEqual([
      301,
      `${catalogue.url}/api/clubs/${club}/timeline?page=2`,
    ]);
  });

  it('includes a new kit', async () => {
    await request();
    await catalogue.load(kitLines([{ club: 'One', season: '2013-14' }]));
    expect((await request()).seasons[0]?.season.year).toBe('2013-14');
  });
});
