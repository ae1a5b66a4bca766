import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLOUR_NAMES } from '@kitroom/shared';
import { drawnPicture, idOf, kitLines, namesOf, recordLine } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const NO_LOGO = /^http.*\/api\/no-logo\.svg$/;
const CREST = /^http.*\/api\/clubs\/\d+\/crest\.svg$/;
const HEX_CODES = [
  '#FFFFFF',
  '#FF0000',
  '#0000FF',
  '#000000',
  '#FFFF00',
  '#008000',
  '#87CEEB',
  '#000080',
  '#FFA500',
  '#808080',
  '#7F1734',
  '#800080',
  '#FFC0CB',
  '#964B00',
  '#BFAB40',
  '#C0C0C0',
  '#F5F5F5',
];

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    recordLine('competition', 'La Liga', {
      country: 'ES',
      logo: 'https://example.org/laliga.png',
      logo_dark: 'https://example.org/laliga-dark.png',
    }),
    recordLine('competition', 'UEFA Cup'),
    ...kitLines([
      {
        club: 'Malaga CF',
        season: '2024-25',
        type: 'Home',
        name: 'Málaga CF 2024-25 Home',
        slug: 'malaga-home',
        competitions: ['uefa-cup-kits', 'la-liga-kits'],
        design: 'Stripes',
        primary_color: 'Sky blue',
        secondary_colors: ['White', 'Gold', 'Black'],
        main_img_url: 'https://example.org/kit.jpg',
        id_archive: 402174,
        rating: 4.42,
      },
      { club: 'Bare FC', season: '1999', type: 'GK 2', slug: 'bare', brand: 'Bare' },
      { club: 'Bare FC', season: '1999-00', type: 'Anthem Jacket', slug: 'turn' },
      { club: 'Bare FC', slug: 'colours', primary_color: 'Off-white', secondary_colors: COLOUR_NAMES },
      { club: 'Bare FC', slug: 'worst', rating: 0 },
      { club: 'Bare FC', slug: 'best', rating: 5 },
    ]),
    recordLine('club', 'Malaga CF', {
      name: 'Málaga CF',
      id_archive: 412,
      country: 'ES',
      logo: 'https://example.org/m.png',
      logo_dark: 'https://example.org/m-dark.png',
    }),
    recordLine('brand', 'adidas', {
      logo: 'https://example.org/adidas.png',
      logo_dark: 'https://example.org/adidas-dark.png',
    }),
  ]);
});

async function read(slug: string) {
  const { status, body } = await catalogue.request(`/api/kits/${await idOf(catalogue.db, 'kits', slug)}`);
  expect(status).toBe(200);
  return body;
}

describe('GET /api/kits/{kit_id}', () => {
  it('returns the complete kit, with competitions and colours in their given order', async () => {
    const { db } = catalogue;
    expect(await read('malaga-home')).toEqual({
      id: await idOf(db, 'kits', 'malaga-home'),
      name: 'Málaga CF 2024-25 Home',
      slug: 'malaga-home',
      team: {
        id: await idOf(db, 'clubs', 'malaga-cf-kits'),
        id_archive: 412,
        name: 'Málaga CF',
        slug: 'malaga-cf-kits',
        logo: 'https://example.org/m.png',
        logo_dark: 'https://example.org/m-dark.png',
        country: 'ES',
      },
      season: {
        id: await idOf(db, 'seasons', '2024-25'),
        year: '2024-25',
        first_year: '2024',
        second_year: '2025',
      },
      competition: [
        {
          id: await idOf(db, 'competitions', 'uefa-cup-kits'),
          name: 'UEFA Cup',
          slug: 'uefa-cup-kits',
          logo: expect.stringMatching(NO_LOGO),
          logo_dark: null,
          country: null,
        },
        {
          id: await idOf(db, 'competitions', 'la-liga-kits'),
          name: 'La Liga',
          slug: 'la-liga-kits',
          logo: 'https://example.org/laliga.png',
          logo_dark: 'https://example.org/laliga-dark.png',
          country: 'ES',
        },
      ],
      type: {
        id: await idOf(db, 'kit_types', 'Home'),
        name: 'Home',
        category: 'match',
        category_order: 1,
        order_priority: 1,
        is_goalkeeper: false,
      },
      brand: {
        id: await idOf(db, 'brands', 'adidas-kits'),
        name: 'adidas',
        slug: 'adidas-kits',
        logo: 'https://example.org/adidas.png',
        logo_dark: 'https://example.org/adidas-dark.png',
      },
      design: 'Stripes',
      primary_color: { name: 'Sky blue', color: '#87CEEB' },
      secondary_color: [
        { name: 'White', color: '#FFFFFF' },
        { name: 'Gold', color: '#BFAB40' },
        { name: 'Black', color: '#000000' },
      ],
      main_img_url: 'https://example.org/kit.jpg',
      rating: 4.42,
    });
  });

  it('returns null, an empty list or a default for unknown fields', async () => {
    const kit = await read('bare');
    expect(kit).toMatchObject({
      team: { id_archive: null, logo: expect.stringMatching(CREST), logo_dark: null, country: null },
      season: { year: '1999', first_year: '1999', second_year: null },
      competition: [],
      type: { name: 'GK 2', category: 'match', category_order: 1, order_priority: 12, is_goalkeeper: true },
      brand: { name: 'Bare', logo: expect.stringMatching(NO_LOGO), logo_dark: null },
      design: null,
      primary_color: null,
      secondary_color: [],
      rating: null,
      main_img_url: drawnPicture(catalogue.url, kit.id),
    });
  });

  it('returns 2000 as the second year of the season 1999-00', async () => {
    expect((await read('turn')).season).toMatchObject({ first_year: '1999', second_year: '2000' });
  });

  it('derives the missing fields of a kit type from its name', async () => {
    expect((await read('turn')).type).toMatchObject({
      name: 'Anthem Jacket',
      category: 'jacket',
      category_order: 6,
      order_priority: 1,
    });
  });

  it('returns the documented hex code of each colour', async () => {
    const kit = await read('colours');
    expect(namesOf(kit.secondary_color)).toEqual([...COLOUR_NAMES]);
    expect(kit.secondary_color.map(({ color }: { color: string }) => color)).toEqual(HEX_CODES);
    expect(kit.primary_color).toEqual({ name: 'Off-white', color: '#F5F5F5' });
  });

  it('returns ratings from 0 to 5 as numbers', async () => {
    expect([(await read('worst')).rating, (await read('best')).rating]).toEqual([0, 5]);
  });

  it('returns 404 with the id of a kit that does not exist', async () => {
    const { status, body } = await catalogue.request('/api/kits/999999');
    expect(status).toBe(404);
    expect(body).toEqual({ detail: 'Kit with ID 999999 not found' });
  });
});

describe('the URL of a kit picture', () => {
  it('starts with PUBLIC_URL if it is set', async () => {
    await using replica = await startTestCatalogue({
      database: { url: catalogue.databaseUrl },
      env: { PUBLIC_URL: 'https://kits.example.org/catalogue' },
    });
    const id = await idOf(catalogue.db, 'kits', 'bare');
    const picture = drawnPicture('https://kits.example.org/catalogue', id);
    expect((await replica.request(`/api/kits/${id}`)).body.main_img_url).toEqual(picture);
    expect((await replica.request('/api/kits/bulk?slugs=bare,nowhere')).body[0].main_img_url).toEqual(
      picture,
    );
    expect((await replica.request('/api/kits/search?keyword=bare%201999%20gk')).body[0].main_img_url).toEqual(
      picture,
    );
  });
});
