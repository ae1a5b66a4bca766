import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { deriveKitType } from '@kitroom/shared';
import { TABLES } from './fixture-catalogue.ts';
import { BRAND, CLUB, kitLine, useInterchange } from './interchange.ts';

const COMPETITION = { kind: 'competition', slug: 'la-liga-kits', name: 'La Liga', country: 'ES' };
const LOGO = 'https://example.org/logo.png';

const catalogue = useInterchange();

describe('an import', () => {
  it('stores every kind of record with all fields', async () => {
    const result = await catalogue.load([
      { ...BRAND, logo: LOGO, logo_dark: `${LOGO}?dark` },
      { ...COMPETITION, logo: LOGO, logo_dark: null },
      { ...CLUB, id_archive: 412, logo: 'data:image/png;base64,AA==', logo_dark: null, country: 'es' },
      { kind: 'season', year: '2024-25' },
      {
        kind: 'kit_type',
        name: 'Home',
        category: 'travel',
        category_order: 5,
        order_priority: 7,
        is_goalkeeper: true,
      },
      kitLine('full', {
        competitions: [COMPETITION.slug],
        design: 'Stripes',
        primary_color: 'Sky blue',
        secondary_colors: ['White', 'Off-white'],
        main_img_url: 'http://example.org/kit.jpg',
        id_archive: 402_174,
        rating: 4.42,
      }),
    ]);
    expect(result.inserted).toEqual(Object.fromEntries(TABLES.map((table) => [table, 1])));
    expect(await catalogue.rows('select * from brands')).toMatchObject([
      { id: 1, slug: BRAND.slug, name: 'adidas', logo: LOGO, logo_dark: `${LOGO}?dark` },
    ]);
    expect(await catalogue.rows('select * from competitions')).toMatchObject([
      { slug: 'la-liga-kits', name: 'La Liga', logo: LOGO, logo_dark: null, country: 'ES' },
    ]);
    expect(await catalogue.rows('select * from clubs')).toMatchObject([
      {
        slug: CLUB.slug,
        name: 'Málaga CF',
        id_archive: 412,
        country: 'ES',
        logo: 'data:image/png;base64,AA==',
      },
    ]);
    expect(await catalogue.rows('select * from seasons')).toEqual([
      { id: 1, year: '2024-25', first_year: 2024, second_year: 2025 },
    ]);
    expect(await catalogue.rows('select * from kit_types')).toEqual([
      { id: 1, name: 'Home', category: 'travel', category_order: 5, order_priority: 7, is_goalkeeper: true },
    ]);
    expect(await catalogue.rows('select * from kits')).toEqual([
      expect.objectContaining({
        id: 1,
        slug: 'full',
        name: 'Málaga CF full',
        club_id: 1,
        country: 'ES',
        season_id: 1,
        brand_id: 1,
        type_id: 1,
        competition_ids: [1],
        design: 'Stripes',
        primary_color: 'Sky blue',
        secondary_colors: ['White', 'Off-white'],
        main_img_url: 'http://example.org/kit.jpg',
        id_archive: 402_174,
        rating: '4.42',
      }),
    ]);
  });

  it('accepts records without any optional fields', async () => {
    await catalogue.load([
      BRAND,
      { kind: 'competition', slug: 'c', name: 'C' },
      CLUB,
      { kind: 'kit_type', name: 'Home' },
      kitLine('bare'),
    ]);
    expect(await catalogue.rows('select * from brands')).toMatchObject([{ logo: null, logo_dark: null }]);
    expect(await catalogue.rows('select * from competitions')).toMatchObject([
      { logo: null, logo_dark: null, country: null },
    ]);
    expect(await catalogue.rows('select * from clubs')).toMatchObject([
      { logo: null, logo_dark: null, country: '', id_archive: null },
    ]);
    expect(await catalogue.rows('select * from kits')).toMatchObject([
      {
        competition_ids: [],
        design: null,
        primary_color: null,
        secondary_colors: [],
        main_img_url: null,
        id_archive: null,
        rating: null,
      },
    ]);
  });

  it('assigns ids in line order without gaps, also after updates', async () => {
    await catalogue.load([BRAND, CLUB, kitLine('b'), kitLine('a'), kitLine('c')]);
    await catalogue.load([kitLine('a', { rating: 1 }), kitLine('e'), kitLine('b'), kitLine('d')]);
    await catalogue.load([
      { ...CLUB, name: 'Málaga' },
      { ...CLUB, slug: 'z', name: 'Z' },
      { ...CLUB, slug: 'y', name: 'Y' },
    ]);
    expect(await catalogue.rows('select id, slug from kits order by id')).toEqual(
      ['b', 'a', 'c', 'e', 'd'].map((slug, at) => ({ id: at + 1, slug })),
    );
    expect(await catalogue.rows('select id, slug from clubs order by id')).toEqual(
      [CLUB.slug, 'z', 'y'].map((slug, at) => ({ id: at + 1, slug })),
    );
  });

  it('keeps the order of competitions and secondary colours, and removes duplicates', async () => {
    const competitions = ['c', 'a', 'b'].map((slug) => ({ kind: 'competition', slug, name: slug }));
    await catalogue.load([
      BRAND,
      CLUB,
      ...competitions,
      kitLine('k', {
        competitions: ['b', 'c', 'b', 'a'],
        secondary_colors: ['White', 'Black', 'White', 'Red'],
      }),
    ]);
    expect(await catalogue.rows('select competition_ids, secondary_colors from kits')).toEqual([
      { competition_ids: [3, 1, 2], secondary_colors: ['White', 'Black', 'Red'] },
    ]);
  });

  it('creates the seasons and kit types that kits refer to, in line order', async () => {
    await catalogue.load([
      BRAND,
      CLUB,
      kitLine('1', { season: '1999-00', type: 'GK 2' }),
      kitLine('2', { season: '2003', type: 'Rain Jacket' }),
      kitLine('3', { season: '1999-00', type: 'GK 2' }),
    ]);
    expect(await catalogue.rows('select * from seasons order by id')).toEqual([
      { id: 1, year: '1999-00', first_year: 1999, second_year: 2000 },
      { id: 2, year: '2003', first_year: 2003, second_year: null },
    ]);
    expect(await catalogue.rows('select * from kit_types order by id')).toEqual([
      { id: 1, name: 'GK 2', category: 'match', category_order: 1, order_priority: 12, is_goalkeeper: true },
      {
        id: 2,
        name: 'Rain Jacket',
        category: 'jacket',
        category_order: 6,
        order_priority: 2,
        is_goalkeeper: false,
      },
    ]);
  });

  it('normalises season formats such as 03-04 and 2003/04', async () => {
    await catalogue.load([
      BRAND,
      CLUB,
      { kind: 'season', year: '2003/04' },
      kitLine('one', { season: '03-04' }),
      kitLine('other', { season: '2004–2005' }),
    ]);
    expect(await catalogue.rows('select year from seasons order by id')).toEqual([
      { year: '2003-04' },
      { year: '2004-05' },
    ]);
  });

  it('resolves references to records in the database', async () => {
    await catalogue.load([BRAND, CLUB, COMPETITION]);
    await catalogue.load([kitLine('later', { competitions: [COMPETITION.slug] })]);
    expect(await catalogue.rows('select club_id, brand_id, competition_ids from kits')).toEqual([
      { club_id: 1, brand_id: 1, competition_ids: [1] },
    ]);
  });

  it.each([
    ['club', { club: 'nowhere' }, 'the club "nowhere"'],
    ['brand', { brand: 'nobody' }, 'the brand "nobody"'],
    ['competitions', { competitions: [COMPETITION.slug, 'nothing'] }, 'the competition "nothing"'],
  ])(
    'rejects a kit whose %s refers to a record that neither an earlier line nor the database has',
    async (field, fields, named) => {
      await expect(catalogue.load([BRAND, CLUB, COMPETITION, kitLine('lost', fields)])).rejects.toThrow(
        `line 4 (lost): "${field}" refers to ${named}, which neither an earlier line nor the database has`,
      );
      expect(await catalogue.count()).toBe(0);
    },
  );

  it('rejects a reference to a record on a later line', async () => {
    await expect(catalogue.load([BRAND, kitLine('early'), CLUB])).rejects.toThrow(
      'line 2 (early): "club" refers',
    );
    expect(await catalogue.count()).toBe(0);
  });
});

describe('the kit types of an import', () => {
  it.each([
    'Home',
    'home gk',
    'Portero',
    'Anthem Jacket',
    'Training 2',
    'Bench',
    'Temp Away',
    'Polo',
    'Cup',
    '3rd',
  ])('derive their fields from the name: %s', async (name) => {
    await catalogue.load([{ kind: 'kit_type', name }]);
    expect(await catalogue.rows('select * from kit_types')).toEqual([
      { id: 1, name, ...deriveKitType(name) },
    ]);
  });

  it('derive the category order from the given category', async () => {
    await catalogue.load([{ kind: 'kit_type', name: 'Third', category: 'training', order_priority: 9 }]);
    expect(await catalogue.rows('select category, category_order, order_priority from kit_types')).toEqual([
      { category: 'training', category_order: 4, order_priority: 9 },
    ]);
    await catalogue.load([{ kind: 'kit_type', name: 'Third', category: 'jacket' }]);
    expect(await catalogue.rows('select category, category_order, order_priority from kit_types')).toEqual([
      { category: 'jacket', category_order: 6, order_priority: 9 },
    ]);
  });

  it('keep their fields when a later line or a kit only names them', async () => {
    const type = {
      name: 'Home',
      category: 'travel',
      category_order: 5,
      order_priority: 3,
      is_goalkeeper: true,
    };
    await catalogue.load([{ kind: 'kit_type', ...type }, BRAND, CLUB, kitLine('k')]);
    const result = await catalogue.load([{ kind: 'kit_type', name: 'Home' }]);
    expect(result).toMatchObject({ inserted: {}, updated: {} });
    expect(await catalogue.rows('select * from kit_types')).toEqual([{ id: 1, ...type }]);
  });

  it('take fields from a later line after a kit has created them', async () => {
    await catalogue.load([
      BRAND,
      CLUB,
      kitLine('k', { type: 'Special' }),
      { kind: 'kit_type', name: 'Special', is_goalkeeper: true },
    ]);
    expect(await catalogue.rows('select * from kit_types')).toEqual([
      { id: 1, name: 'Special', ...deriveKitType('Special'), is_goalkeeper: true },
    ]);
  });
});

describe('the first import of many kits', () => {
  const lines = [
    BRAND,
    CLUB,
    ...Array.from({ length: 1200 }, (_, at) => kitLine(`kit-${at}`, { secondary_colors: ['White'] })),
  ];
  const definitions = () =>
    catalogue.rows(`
      select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'kits'::regclass
      union all
      select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = 'kits'::regclass
      order by definition
    `);

  it('leaves the indexes and constraints of the table unchanged', async () => {
    const before = await definitions();
    expect((await catalogue.load(lines)).inserted).toMatchObject({ kits: 1200 });
    expect(await definitions()).toEqual(before);
    expect(await catalogue.failure([kitLine('new', { club: 'unknown' })])).toContain('"unknown"');
    await expect(catalogue.rows("update kits set slug = 'kit-2' where slug = 'kit-1'")).rejects.toThrow(
      'kits_slug_key',
    );
  });

  it('does not wait for transactions that hold a table', async () => {
    const reader = new pg.Client({ connectionString: catalogue.databaseUrl });
    await reader.connect();
    try {
      await reader.query('begin; select from seasons');
      expect((await catalogue.load(lines)).inserted).toMatchObject({ kits: 1200 });
    } finally {
      await reader.end();
    }
  });
});
