import { beforeAll, describe, expect, it } from '@jest/globals';
import { idOf, namesOf, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

beforeAll(() =>
  catalogue.load([
    recordLine('brand', 'adidas', {
      logo: 'https://example.org/adidas.png',
      logo_dark: 'https://example.org/adidas-dark.png',
    }),
    recordLine('brand', 'Häfnér'),
    recordLine('brand', 'Nike'),
    ...listTwelve('brand', 'Umbra'),
    recordLine('competition', 'La Liga', {
      country: 'ES',
      logo: 'https://example.org/laliga.png',
      logo_dark: 'https://example.org/laliga-dark.png',
    }),
    recordLine('competition', 'Champions League', { country: null }),
    recordLine('competition', 'Süper Lig', { country: 'TR' }),
    ...listTwelve('competition', 'Pokal'),
  ]),
);

/** More records with a name than a search returns; the last one has exactly this name. */
function listTwelve(kind: 'brand' | 'competition', name: string): object[] {
  const similar = Array.from({ length: 11 }, (_, index) => recordLine(kind, `Classic ${name} ${index}`));
  return [...similar, recordLine(kind, name)];
}

const search = (table: string, keyword: string) =>
  catalogue.request(`/api/${table}/search?keyword=${encodeURIComponent(keyword)}`);

describe.each([
  { table: 'brands', accented: 'Häfnér', plain: 'hafner', frequent: 'Umbra' },
  { table: 'competitions', accented: 'Süper Lig', plain: 'super', frequent: 'Pokal' },
] as const)('search and detail of $table', ({ table, accented, plain, frequent }) => {
  it('finds an accented name by an unaccented keyword', async () => {
    expect(namesOf((await search(table, plain)).body)).toEqual([accented]);
  });

  it('returns at most ten records by id, including the exact match', async () => {
    const { body } = await search(table, frequent);
    expect(namesOf(body)).toEqual([
      ...Array.from({ length: 9 }, (_, index) => `Classic ${frequent} ${index}`),
      frequent,
    ]);
    const ids = (body as Array<{ id: number }>).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('returns an empty list if no name is similar', async () => {
    expect((await search(table, 'xyzzyq')).body).toEqual([]);
  });

  it('returns 404 with the id of a record that does not exist', async () => {
    const { status, body } = await catalogue.request(`/api/${table}/999`);
    const name = { brands: 'Brand', competitions: 'Competition' }[table];
    expect([status, body]).toEqual([404, { detail: `${name} with ID 999 not found` }]);
  });
});

describe('GET /api/brands/search', () => {
  it.each(['adidas', 'ADIDAS', 'addidas', 'adids', 'dida', 'adidas-k'])(
    'finds adidas by the keyword %s',
    async (keyword) => {
      const { status, body } = await search('brands', keyword);
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          id: await idOf(catalogue.db, 'brands', 'adidas-kits'),
          name: 'adidas',
          slug: 'adidas-kits',
          logo: 'https://example.org/adidas.png',
          logo_dark: 'https://example.org/adidas-dark.png',
        },
      ]);
    },
  );
});

describe('GET /api/competitions/search', () => {
  it.each(['champions', 'CHAMPIONS LEAGUE', 'chmapions', 'champoins league', 'champions-league'])(
    'finds the Champions League, which has no country, by the keyword %s',
    async (keyword) => {
      const { status, body } = await search('competitions', keyword);
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          id: await idOf(catalogue.db, 'competitions', 'champions-league-kits'),
          name: 'Champions League',
          slug: 'champions-league-kits',
          logo: `${catalogue.url}/api/no-logo.svg`,
          logo_dark: null,
          country: null,
        },
      ]);
    },
  );
});

describe('details of a record', () => {
  it('contain the default logo for a brand without a logo', async () => {
    const id = await idOf(catalogue.db, 'brands', 'nike-kits');
    const { status, body } = await catalogue.request(`/api/brands/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name: 'Nike',
      slug: 'nike-kits',
      logo: `${catalogue.url}/api/no-logo.svg`,
      logo_dark: null,
    });
  });

  it('contain the country of a competition', async () => {
    const id = await idOf(catalogue.db, 'competitions', 'la-liga-kits');
    const { status, body } = await catalogue.request(`/api/competitions/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name: 'La Liga',
      slug: 'la-liga-kits',
      logo: 'https://example.org/laliga.png',
      logo_dark: 'https://example.org/laliga-dark.png',
      country: 'ES',
    });
  });
});
