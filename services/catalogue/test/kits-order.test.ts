import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLOUR_HEX } from '@kitroom/shared';
import { eventually } from '@kitroom/testing/eventually';
import { drawnPicture, idOf, kitLines, namesOf, recordLine, type KitFixture } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

/** In the order of their ids. */
const KITS = [
  { name: 'Ésprit', club: 'Alpha', season: '2023', rating: 4.5 },
  { name: 'delta', club: 'Beta', season: '2022-23', rating: null },
  { name: 'Eagle', club: 'Alpha', season: '2023-24', rating: 0 },
  { name: 'Zulu', club: 'Alpha', season: '1999-00', rating: 4.5 },
  { name: 'Bravo', club: 'Beta', season: '2023', rating: 4.49 },
  { name: 'bravo', club: 'Alpha', season: '2023', rating: null },
] satisfies KitFixture[];

const ORDERS: Record<string, string[]> = {
  '-id': ['bravo', 'Bravo', 'Zulu', 'Eagle', 'delta', 'Ésprit'],
  season: ['Zulu', 'delta', 'bravo', 'Bravo', 'Ésprit', 'Eagle'],
  '-season': ['Eagle', 'bravo', 'Bravo', 'Ésprit', 'delta', 'Zulu'],
  name: ['bravo', 'Bravo', 'delta', 'Eagle', 'Ésprit', 'Zulu'],
  '-name': ['Zulu', 'Ésprit', 'Eagle', 'delta', 'bravo', 'Bravo'],
  rating: ['Eagle', 'Bravo', 'Zulu', 'Ésprit', 'bravo', 'delta'],
  '-rating': ['Zulu', 'Ésprit', 'Bravo', 'Eagle', 'bravo', 'delta'],
};
const OF_ALPHA = new Set(namesOf(KITS.filter(({ club }) => club === 'Alpha')));

const indexed = useCatalogue();
let alpha: number;

beforeAll(async () => {
  // Distinct slugs, although two names differ in case alone.
  await indexed.load(kitLines(KITS.map((kit, index) => ({ ...kit, slug: `kit-${index}` }))));
  alpha = await idOf(indexed.db, 'clubs', 'alpha-kits');
});

describe('the ordering parameter of kit lists', () => {
  it.each(Object.entries(ORDERS))('sorts all kits by %s', async (ordering, expected) => {
    const { body, headers } = await indexed.request(`/api/kits?ordering=${ordering}`);
    expect(namesOf(body)).toEqual(expected);
    expect(headers.get('X-Total-Count')).toBe('6');
    const second = await indexed.request(`/api/kits?ordering=${ordering}&page=2&page_size=2`);
    expect(namesOf(second.body)).toEqual(expected.slice(2, 4));
    expect(second.headers.get('Link')).toContain(`ordering=${ordering}&page=3&page_size=2>; rel="next"`);
  });

  it.each(Object.entries(ORDERS))("sorts a club's kits by %s", async (ordering, expected) => {
    const { body } = await indexed.request(`/api/clubs/${alpha}/kits?ordering=${ordering}`);
    expect(namesOf(body)).toEqual(expected.filter((name) => OF_ALPHA.has(name)));
  });

  it('sorts filtered kits', async () => {
    const { body } = await indexed.request('/api/kits?year=2023&ordering=-rating');
    expect(namesOf(body)).toEqual(['Ésprit', 'Bravo', 'Eagle', 'bravo', 'delta']);
  });

  it('reflects a changed rating', async () => {
    await indexed.db.raw(`update kits set rating = 5 where name = 'delta'`);
    await eventually(async () =>
      expect(namesOf((await indexed.request('/api/kits?ordering=-rating')).body)[0]).toBe('delta'),
    );
  });

  it('uses the default order when it is empty', async () => {
    const { body } = await indexed.request('/api/kits?ordering=');
    expect(namesOf(body)).toEqual(ORDERS['-id']);
  });

  it.each(['id', 'club', '-', 'season,name', 'SEASON', '__proto__'])(
    'returns 400 for the value %s',
    async (ordering) => {
      for (const path of ['/api/kits', `/api/clubs/${alpha}/kits`]) {
        const { status, body } = await indexed.request(`${path}?ordering=${ordering}`);
        expect([status, body]).toEqual([
          400,
          {
            detail: `Invalid ordering '${ordering}'. Available options: -id, season, -season, name, -name, rating, -rating`,
          },
        ]);
      }
    },
  );
});

describe('kit lists with expand=true', () => {
  beforeAll(async () => {
    await indexed.load([
      ...kitLines([
        {
          club: 'Gamma',
          brand: 'Alto',
          design: 'Sash',
          primary_color: 'Navy',
          secondary_colors: ['White', 'Red'],
          rating: 3.25,
        },
        { club: 'Gamma', season: '2025', type: 'Away' },
      ]),
      recordLine('club', 'Gamma', { logo: '/gamma.svg', country: 'GB-SCT' }),
    ]);
  });

  it('contain team, season, type, brand, design, colours and rating of each kit', async () => {
    const ids = await Promise.all([
      idOf(indexed.db, 'kits', 'gamma-2024-25-home-kit'),
      idOf(indexed.db, 'clubs', 'gamma-kits'),
      idOf(indexed.db, 'seasons', '2024-25'),
      idOf(indexed.db, 'kit_types', 'Home'),
      idOf(indexed.db, 'brands', 'alto-kits'),
    ]);
    const [id, club, season, type, brand] = ids;
    const expected = {
      id,
      name: 'Gamma 2024-25 Home',
      main_img_url: drawnPicture(indexed.url, id),
      slug: 'gamma-2024-25-home-kit',
      team: { id: club, name: 'Gamma', logo: `${indexed.url}/gamma.svg`, association: 'SCO' },
      season: { id: season, year: '2024-25' },
      type: { id: type, name: 'Home', category: 'match' },
      brand: { id: brand, name: 'Alto' },
      design: 'Sash',
      primary_color: { name: 'Navy', color: COLOUR_HEX.Navy },
      secondary_color: [
        { name: 'White', color: COLOUR_HEX.White },
        { name: 'Red', color: COLOUR_HEX.Red },
      ],
      rating: 3.25,
    };
    expect((await indexed.request('/api/kits?design=Sash&expand=true')).body).toEqual([expected]);
    const { body, headers } = await indexed.request(`/api/clubs/${club}/kits?expand=true&page_size=1&page=2`);
    expect(body).toEqual([expected]);
    expect(headers.get('Link')).toContain('expand=true&page=1&page_size=1>; rel="first"');
  });

  it('contain null for unknown fields, and the drawn crest of clubs without a logo', async () => {
    const [plain] = (await indexed.request('/api/kits?expand=true&decade=2020&page_size=1')).body;
    expect(plain).toMatchObject({ design: null, primary_color: null, secondary_color: [], rating: null });
    const { body } = await indexed.request('/api/kits?expand=true&ordering=name&page_size=1');
    expect(body[0].team.logo).toMatch(/\/api\/clubs\/\d+\/crest\.svg$/);
  });

  it('contain reduced kits by default, and return 400 for expand=1', async () => {
    for (const query of ['', 'expand=', 'expand=false']) {
      const { body } = await indexed.request(`/api/kits?design=Sash&${query}`);
      expect(Object.keys(body[0])).toEqual(['id', 'name', 'main_img_url']);
    }
    expect((await indexed.request('/api/kits?expand=1')).status).toBe(400);
  });

  it('show the new name of a renamed brand', async () => {
    const request = () => indexed.request('/api/kits?design=Sash&expand=true');
    await request();
    await indexed.load([recordLine('brand', 'Alto', { name: 'Altissimo' })]);
    await eventually(async () => expect((await request()).body[0].brand.name).toBe('Altissimo'));
  });
});
