import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idOf, namesOf, recordLine } from './fixture-catalogue.ts';
import { startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

let catalogue: TestCatalogue;

beforeAll(async () => {
  // An archive of one's own tells the default logo's address.
  catalogue = await startTestCatalogue();
  await catalogue.load([
    recordLine('brand', 'adidas', {
      logo: 'https://example.org/adidas.png',
      logo_dark: 'https://example.org/adidas-dark.png',
    }),
    recordLine('brand', 'Häfnér'),
    recordLine('brand', 'Nike'),
    ...Array.from({ length: 11 }, (_, index) => recordLine('brand', `Classic Umbra ${index}`)),
    recordLine('brand', 'Umbra'),
  ]);
});

afterAll(() => catalogue.close());

describe('GET /api/brands/search', () => {
  const search = (keyword: string) =>
    catalogue.ask(`/api/brands/search?keyword=${encodeURIComponent(keyword)}`);

  it.each(['adidas', 'ADIDAS', 'addidas', 'adids', 'dida', 'adidas-k'])(
    'finds adidas by %s',
    async (keyword) => {
      const { status, body } = await search(keyword);
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

  it('finds an accented name without its accents', async () => {
    expect(namesOf((await search('hafner')).body)).toEqual(['Häfnér']);
  });

  it('answers at most ten, by id, the exact one among them', async () => {
    const { body } = await search('umbra');
    expect(namesOf(body)).toEqual([
      ...Array.from({ length: 9 }, (_, index) => `Classic Umbra ${index}`),
      'Umbra',
    ]);
    const ids = (body as Array<{ id: number }>).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('finds nothing where nothing is similar', async () => {
    expect((await search('xyzzyq')).body).toEqual([]);
  });
});

describe('GET /api/brands/{brand_id}', () => {
  it('answers one brand, with the default logo where it has none', async () => {
    const id = await idOf(catalogue.db, 'brands', 'nike-kits');
    const { status, body } = await catalogue.ask(`/api/brands/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name: 'Nike',
      slug: 'nike-kits',
      logo: `${catalogue.url}/api/no-logo.svg`,
      logo_dark: null,
    });
  });

  it('names the brand that does not exist', async () => {
    const { status, body } = await catalogue.ask('/api/brands/999');
    expect(status).toBe(404);
    expect(body).toEqual({ detail: 'Brand with ID 999 not found' });
  });
});
