import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { BRAND, CLUB, kitLine, useInterchange } from './interchange.ts';

const LOGO = 'https://example.org/logo.png';
const OTHER_CLUB = { kind: 'club', slug: 'sevilla-fc-kits', name: 'Sevilla FC', country: 'ES' };
const OTHER_BRAND = { kind: 'brand', slug: 'joma-kits', name: 'Joma' };
const COMPETITIONS = ['la-liga-kits', 'copa-kits'].map((slug) => ({ kind: 'competition', slug, name: slug }));

const FULL_KIT = kitLine('kit', {
  competitions: ['copa-kits', 'la-liga-kits'],
  design: 'Sash',
  primary_color: 'White',
  secondary_colors: ['Red', 'Blue'],
  main_img_url: 'https://example.org/kit.jpg',
  id_archive: 7,
  rating: 3.5,
});
/** A record of every kind, with all optional fields. */
const FULL = [
  { ...BRAND, logo: LOGO, logo_dark: LOGO, aliases: ['Three Stripes'] },
  OTHER_BRAND,
  ...COMPETITIONS.map((line) => ({
    ...line,
    logo: LOGO,
    logo_dark: LOGO,
    country: 'ES',
    aliases: ['The Cup'],
  })),
  { ...CLUB, logo: LOGO, logo_dark: LOGO, country: 'ES', id_archive: 412, aliases: ['CD Málaga', 'MCF'] },
  OTHER_CLUB,
  { kind: 'season', year: '2024-25' },
  { kind: 'season', year: '2025' },
  { kind: 'kit_type', name: 'Home' },
  { kind: 'kit_type', name: 'Away' },
  FULL_KIT,
];

const catalogue = useInterchange();

describe('an import of an existing record', () => {
  it.each([
    ['brands', BRAND, ['logo', 'logo_dark', 'aliases']],
    ['competitions', COMPETITIONS[0] ?? {}, ['logo', 'logo_dark', 'country', 'aliases']],
    ['clubs', CLUB, ['logo', 'logo_dark', 'country', 'id_archive', 'aliases']],
    [
      'kits',
      kitLine('kit'),
      ['competitions', 'design', 'primary_color', 'secondary_colors', 'main_img_url', 'id_archive', 'rating'],
    ],
  ])(
    'keeps each optional field that is absent, and clears fields that are null: %s',
    async (table, bare, fields) => {
      await catalogue.load(FULL);
      const before = await read(table);
      await catalogue.load([bare]);
      expect(await read(table)).toEqual(before);

      const cleared = { ...before };
      for (const field of fields) {
        await catalogue.load([{ ...bare, [field]: null }]);
        const column = field === 'competitions' ? 'competition_ids' : field;
        cleared[column] = ['aliases', 'competitions', 'secondary_colors'].includes(field) ? [] : null;
        if (table === 'clubs' && field === 'country') cleared[column] = '';
        if (table === 'clubs' && field === 'logo') cleared['has_logo'] = false;
        expect(await read(table)).toEqual(cleared);
      }
    },
  );

  it('updates all given fields', async () => {
    await catalogue.load(FULL);
    const { updated, inserted } = await catalogue.load([
      { ...BRAND, name: 'Adidas AG' },
      { ...CLUB, name: 'CD Málaga', country: 'GI', aliases: ['Málaga', 'MCF', 'Málaga'] },
      kitLine('kit', {
        name: 'A new name',
        club: OTHER_CLUB.slug,
        season: '2025',
        brand: OTHER_BRAND.slug,
        type: 'Away',
        competitions: ['la-liga-kits'],
        rating: 0,
      }),
    ]);
    expect({ updated, inserted }).toEqual({ updated: { brands: 1, clubs: 1, kits: 1 }, inserted: {} });
    expect(await read('brands')).toMatchObject({ id: 1, name: 'Adidas AG', logo: LOGO });
    expect(await read('clubs')).toMatchObject({
      id: 1,
      name: 'CD Málaga',
      country: 'GI',
      aliases: ['Málaga', 'MCF'],
      id_archive: 412,
    });
    expect(await read('kits')).toMatchObject({
      id: 1,
      name: 'A new name',
      club_id: 2,
      season_id: 2,
      brand_id: 2,
      type_id: 2,
      competition_ids: [1],
      rating: '0.00',
      design: 'Sash',
      country: 'ES',
    });
  });

  it('creates another record when the slug differs in case or white space', async () => {
    await catalogue.load([
      CLUB,
      { ...CLUB, slug: CLUB.slug.toUpperCase() },
      { ...CLUB, id: 7, slug: ` ${CLUB.slug}` },
    ]);
    expect(await catalogue.rows('select slug from clubs order by id')).toEqual(
      [CLUB.slug, CLUB.slug.toUpperCase(), ` ${CLUB.slug}`].map((slug) => ({ slug })),
    );
  });
});

describe('an import with several lines for one record', () => {
  it('takes each field from the last line that contains the field', async () => {
    await catalogue.load([
      ...COMPETITIONS,
      BRAND,
      { ...CLUB, country: 'ES', logo: LOGO },
      kitLine('k', { rating: 1, competitions: ['copa-kits', 'la-liga-kits'], design: 'Sash', id_archive: 3 }),
      kitLine('other'),
      { ...CLUB, name: 'Málaga', logo: null },
      kitLine('k', { rating: 2, secondary_colors: ['Red', 'Blue'] }),
      kitLine('k', { name: 'Last name', design: null, competitions: ['la-liga-kits'], season: '2025' }),
    ]);
    expect(await read('clubs')).toMatchObject({ name: 'Málaga', country: 'ES', logo: null });
    expect(await read('kits')).toMatchObject({
      id: 1,
      slug: 'k',
      name: 'Last name',
      season_id: 2,
      rating: '2.00',
      competition_ids: [1],
      secondary_colors: ['Red', 'Blue'],
      design: null,
      id_archive: 3,
    });
    expect(await catalogue.rows('select id, slug from kits where id > 1')).toEqual([
      { id: 2, slug: 'other' },
    ]);
  });

  it('updates an existing record with the last value of each field', async () => {
    await catalogue.load(FULL);
    await catalogue.load([
      kitLine('kit', { rating: null, design: 'Cross' }),
      kitLine('kit', { primary_color: 'Green' }),
      kitLine('kit', { rating: 5 }),
    ]);
    expect(await read('kits')).toMatchObject({
      rating: '5.00',
      design: 'Cross',
      primary_color: 'Green',
      id_archive: 7,
    });
  });

  it('changes nothing in a second import, even if thousands of lines separate the lines', async () => {
    const between = Array.from({ length: 6000 }, (_, at) => ({
      kind: 'brand',
      slug: `b${at}`,
      name: `B ${at}`,
    }));
    const lines = [
      { ...CLUB, country: 'ES', logo: LOGO },
      BRAND,
      kitLine('k', { rating: 1 }),
      ...between,
      { ...CLUB, name: 'Málaga', logo: null },
      kitLine('k', { rating: 2 }),
    ];
    await catalogue.load(lines);
    const versions = await catalogue.versions();
    expect(await read('clubs')).toMatchObject({ name: 'Málaga', country: 'ES', logo: null });
    expect(await catalogue.load(lines)).toMatchObject({ inserted: {}, updated: {} });
    expect(await catalogue.versions()).toEqual(versions);
  });
});

describe('an import of the same file again', () => {
  it('updates no row and sends no notification', async () => {
    const lines = [...FULL, kitLine('twice', { rating: 1 }), kitLine('twice', { rating: 2 })];
    expect((await catalogue.importFile(lines)).status).toBe(0);
    const versions = await catalogue.versions();
    const listener = await listen();
    try {
      const secondImport = await catalogue.importFile(lines);
      expect(secondImport).toMatchObject({
        status: 0,
        stdout: '',
        stderr: expect.stringMatching(/^Nothing changed\. 1 line replaced .* \(twice\)\.\n$/),
      });
      expect(await catalogue.versions()).toEqual(versions);
      expect(await listener.heard()).toEqual([]);
      await catalogue.load([kitLine('twice', { rating: 3 })]);
      expect(await listener.heard()).toEqual(['kits']);
    } finally {
      await listener.close();
    }
  });

  it('updates only records that differ in the new file', async () => {
    await catalogue.load(FULL);
    const result = await catalogue.load([...FULL.slice(0, -1), { ...FULL_KIT, rating: 3.51 }]);
    expect(result).toMatchObject({ inserted: {}, updated: { kits: 1 } });
  });
});

/** The first row of a table. */
async function read(table: string): Promise<Record<string, unknown>> {
  return (await catalogue.rows(`select * from ${table} order by id limit 1`))[0] ?? {};
}

/** Listens for the notifications of changes. */
async function listen() {
  const client = new pg.Client({ connectionString: catalogue.databaseUrl });
  await client.connect();
  await client.query('listen catalogue_changes');
  await client.query('listen fence');
  let heard: string[] = [];
  let fence: (() => void) | undefined;
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === 'fence') fence?.();
    else heard.push(payload);
  });
  return {
    /** All since the last call; notifications come in the order of their commits. */
    async heard() {
      const arrived = new Promise<void>((resolve) => (fence = resolve));
      await catalogue.rows(`notify fence`);
      await arrived;
      const all = heard;
      heard = [];
      return all;
    },
    close: () => client.end(),
  };
}
