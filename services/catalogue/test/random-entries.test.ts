import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { drawnPicture, idOf, kitLines, namesOf, recordLine } from './fixture-catalogue.ts';
import { startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const LOGO = 'https://example.org/logo.png';
const EMPTY_PAGINATION = {
  current_page: 1,
  total_pages: 1,
  total_count: 0,
  has_next: false,
  has_previous: false,
  next_page: null,
  previous_page: null,
};

let catalogue: TestCatalogue;

beforeEach(async () => {
  catalogue = await startTestCatalogue();
});

afterEach(() => catalogue.close());

describe('entries of GET /api/random-kits/', () => {
  it('contain the kit with its team, season, type, brand, rating, colours and design', async () => {
    await catalogue.load(
      kitLines([
        {
          club: 'Málaga CF',
          name: 'Málaga Home',
          slug: 'malaga-home',
          design: 'Half-and-half',
          primary_color: 'Sky blue',
          secondary_colors: ['White', 'Gold'],
          main_img_url: 'https://example.org/k.jpg',
          rating: 3.5,
        },
      ]),
    );
    const { body } = await catalogue.request('/api/random-kits/');
    expect(body).toEqual({
      kits: [
        {
          id: await idOf(catalogue.db, 'kits', 'malaga-home'),
          name: 'Málaga Home',
          slug: 'malaga-home',
          main_img_url: 'https://example.org/k.jpg',
          team_name: 'Málaga CF',
          season_year: '2024-25',
          type_name: 'Home',
          brand_name: 'adidas',
          rating: 3.5,
          colors: 'Sky blue / White / Gold',
          design: 'Half-and-half',
        },
      ],
      pagination: { ...EMPTY_PAGINATION, total_count: 1 },
    });
  });

  it('contain null for unknown fields', async () => {
    await catalogue.load(
      kitLines([
        { club: 'Bare FC', name: 'Bare' },
        { club: 'Bare FC', name: 'Primary', primary_color: 'Red' },
        { club: 'Bare FC', name: 'Secondary', secondary_colors: ['Red', 'Blue'] },
      ]),
    );
    const { body } = await catalogue.request('/api/random-kits/');
    const colours = (body.kits as Array<{ name: string; colors: string | null }>).map(
      (kit) => [kit.name, kit.colors] as const,
    );
    expect(Object.fromEntries(colours)).toEqual({ Bare: null, Primary: 'Red', Secondary: 'Red / Blue' });
    expect(body.kits[0]).toMatchObject({
      rating: null,
      design: null,
      main_img_url: drawnPicture(catalogue.url, body.kits[0].id),
    });
  });

  it('are an empty list for an empty catalogue', async () => {
    const { status, body } = await catalogue.request('/api/random-kits/');
    expect(status).toBe(200);
    expect(body).toEqual({ kits: [], pagination: EMPTY_PAGINATION });
  });

  it('are an empty list after all of 1,100 kits are deleted', async () => {
    await catalogue.load(
      kitLines(Array.from({ length: 1100 }, (_, index) => ({ club: 'Many FC', name: `Kit ${index}` }))),
    );
    expect((await catalogue.request('/api/random-kits/')).body.kits).toHaveLength(20);
    await catalogue.db.raw('delete from kits');
    await catalogue.followChanges();
    expect((await catalogue.request('/api/random-kits/')).body).toEqual({
      kits: [],
      pagination: EMPTY_PAGINATION,
    });
  });
});

describe('entries of GET /api/random-clubs/', () => {
  const names = async () => namesOf((await catalogue.request('/api/random-clubs/')).body.clubs).toSorted();

  it('contain the club with the number of its kits', async () => {
    await catalogue.load([
      ...kitLines([
        { club: 'Málaga CF', type: 'Home' },
        { club: 'Málaga CF', type: 'Away' },
        { club: 'Logoless' },
      ]),
      recordLine('club', 'Málaga CF', { logo: LOGO, country: 'ES' }),
    ]);
    const { status, body } = await catalogue.request('/api/random-clubs/');
    expect(status).toBe(200);
    expect(body).toEqual({
      clubs: [
        {
          id: await idOf(catalogue.db, 'clubs', 'malaga-cf-kits'),
          name: 'Málaga CF',
          slug: 'malaga-cf-kits',
          logo: LOGO,
          country: 'ES',
          kit_count: 2,
        },
      ],
      pagination: { ...EMPTY_PAGINATION, total_count: 1 },
    });
  });

  it('contain the current number of kits, even after kits are deleted', async () => {
    await catalogue.load([
      ...kitLines([{ club: 'Málaga CF', type: 'Home' }]),
      recordLine('club', 'Málaga CF', { logo: LOGO }),
      recordLine('club', 'New FC', { logo: LOGO }),
    ]);
    await catalogue.request('/api/random-clubs/');
    await catalogue.db.raw('delete from kits');
    await catalogue.followChanges();
    const { body } = await catalogue.request('/api/random-clubs/');
    expect(body.clubs).toMatchObject([
      { country: null, kit_count: 0 },
      { country: null, kit_count: 0 },
    ]);
  });

  it('are only clubs with a logo; dark logos and the default logo do not count', async () => {
    await catalogue.load([
      recordLine('club', 'With Logo', { logo: LOGO }),
      recordLine('club', 'Without Logo'),
      recordLine('club', 'Only Dark', { logo_dark: LOGO }),
      recordLine('club', 'Default', {
        logo: 'https://www.footballkitarchive.com/static/logos/not_found.png',
      }),
      recordLine('club', 'Default of a mirror', { logo: 'http://127.0.0.1/static/logos/not_found.png' }),
      recordLine('club', 'Nearly default', { logo: 'https://example.org/static/logos/notxfound.png' }),
    ]);
    expect(await names()).toEqual(['Nearly default', 'With Logo']);
  });

  it('exclude clubs whose logo is cleared or becomes the default logo', async () => {
    await catalogue.load(['A', 'B', 'C', 'D'].map((name) => recordLine('club', name, { logo: LOGO })));
    expect(await names()).toEqual(['A', 'B', 'C', 'D']);
    await catalogue.load([recordLine('club', 'B', { logo: null })]);
    expect(await names()).toEqual(['A', 'C', 'D']);
    await catalogue.db.raw(
      "update clubs set logo = 'https://x.example/static/logos/not_found.png' where name = 'D'",
    );
    await catalogue.followChanges();
    const { body } = await catalogue.request('/api/random-clubs/');
    expect(namesOf(body.clubs).toSorted()).toEqual(['A', 'C']);
    expect(body.pagination.total_count).toBe(2);
  });

  it('include clubs whose logo or country changes', async () => {
    await catalogue.load(['A', 'B'].map((name) => recordLine('club', name, { logo: LOGO })));
    expect(await names()).toEqual(['A', 'B']);
    await catalogue.load([recordLine('club', 'B', { logo: 'https://example.org/new.png', country: 'SE' })]);
    expect(await names()).toEqual(['A', 'B']);
  });
});
