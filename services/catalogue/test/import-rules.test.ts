import { describe, expect, it } from '@jest/globals';
import { describeResult } from '../src/interchange/import-catalogue.ts';
import { BRAND, CLUB, kitLine, useInterchange } from './interchange.ts';

const catalogue = useInterchange();

const OTHER = { ...CLUB, slug: 'other', name: 'Other' };

describe('import of a new record', () => {
  it.each([
    [
      { ...BRAND, slug: 'málaga kits' },
      /^line 1 \(málaga kits\): "slug" must consist of .* such as "malaga-kits"$/,
    ],
    [{ ...BRAND, slug: '東京' }, /such as "\w+"$/],
    [
      { ...BRAND, slug: '%' },
      /^line 1 \(%\): "slug" must consist of letters from A to Z, digits, "-", "_", "\." and "~"$/,
    ],
    [{ ...CLUB, country: 'UK' }, /"country" must be GB; it is "UK"$/],
    [{ ...CLUB, country: 'en' }, /"country" must be GB with "association" ENG; it is "EN"$/],
    [
      { ...CLUB, country: 'QQ' },
      /"country" must be an ISO 3166-1 code that is assigned, such as ES; it is "QQ"$/,
    ],
  ])('rejects an invalid slug or country: %j', async (line, error) => {
    expect(await catalogue.failure([line])).toMatch(error);
  });

  it('rejects a kit with an invalid slug, and skips only that kit with skipInvalid', async () => {
    const lines = [BRAND, CLUB, kitLine('good'), kitLine('bad kit')];
    expect(await catalogue.failure(lines)).toMatch(/^line 4 \(bad kit\): "slug" must .* such as "bad-kit"$/);
    const { invalid } = await catalogue.load(lines, { skipInvalid: true });
    expect(invalid).toHaveLength(1);
    expect(await catalogue.rows('select slug from kits')).toEqual([{ slug: 'good' }]);
  });

  it.each(['XK', 'YU', 'CS', 'SU', 'DD', 'AN', 'ZR', 'gb'])('accepts the country %s', async (country) => {
    await catalogue.load([{ ...CLUB, country }]);
    expect(await catalogue.rows('select country from clubs')).toEqual([{ country: country.toUpperCase() }]);
  });

  it.each(['2003/04', "'03/04", 'Saison 2003-2004', '2003-04-01'])(
    'normalises the season %s',
    async (year) => {
      await catalogue.load([{ kind: 'season', year }]);
      expect(await catalogue.rows('select year from seasons')).toEqual([{ year: '2003-04' }]);
    },
  );

  it.each([
    ['brand', { ...BRAND }],
    ['club', { ...CLUB }],
    ['competition', { kind: 'competition', slug: 'league', name: 'League' }],
  ])('collapses white space and removes duplicates in the aliases of a %s', async (kind, line) => {
    await catalogue.load([
      { ...line, aliases: ['  Los\r\nBoquerones\t', 'Los  Boquerones', 'CD\u{A0} Málaga'] },
    ]);
    expect(await catalogue.rows(`select aliases from ${kind}s`)).toEqual([
      { aliases: ['Los Boquerones', 'CD Málaga'] },
    ]);
  });

  it('collapses white space in names', async () => {
    await catalogue.load([
      BRAND,
      { ...CLUB, name: ' Málaga \n  CF ' },
      kitLine('kit', { name: 'Málaga  CF\t2024-25 Home ' }),
    ]);
    expect(await catalogue.rows('select clubs.name, kits.name as kit from clubs, kits')).toEqual([
      { name: 'Málaga CF', kit: 'Málaga CF 2024-25 Home' },
    ]);
  });
});

describe('import of an exported record that breaks the current rules', () => {
  it('accepts the record unchanged, and reports its line', async () => {
    const aliases = [' CD\nMálaga', 'CD Málaga'];
    const exported = [
      { ...BRAND, id: 1 },
      { ...CLUB, id: 1, slug: 'málaga', name: 'Málaga  CF', country: 'QQ', aliases },
      { ...kitLine('bad kit', { club: 'málaga', name: 'A  kit' }), id: 1 },
    ];
    const result = await catalogue.load(exported);
    expect(describeResult(result)).toContain(
      '2 lines break the rules for new records, and were imported unchanged: line 2 (málaga), line 3 (bad kit).',
    );
    expect(await catalogue.rows('select aliases from clubs')).toEqual([{ aliases }]);
    const kits =
      'select clubs.slug, clubs.name, clubs.country, kits.slug as kit, kits.name as kit_name from clubs, kits';
    const stored = await catalogue.rows(kits);
    expect(stored).toEqual([
      { slug: 'málaga', name: 'Málaga  CF', country: 'QQ', kit: 'bad kit', kit_name: 'A  kit' },
    ]);
    const secondImport = await catalogue.load(exported.map(({ id: _id, ...line }) => line));
    expect([secondImport.inserted, secondImport.updated, secondImport.unchecked.count]).toEqual([{}, {}, 2]);
    expect(await catalogue.rows(kits)).toEqual(stored);
  });
});

describe('lines with the key of an earlier line', () => {
  it('are counted, and the first ten are reported', async () => {
    const repeated = Array.from({ length: 11 }, (_, at) => ({ ...OTHER, name: `Other ${at}` }));
    const result = await catalogue.load([
      BRAND,
      CLUB,
      OTHER,
      ...repeated,
      kitLine('kit'),
      kitLine('kit', { rating: 3 }),
    ]);
    expect(result.replaced).toMatchObject({ count: 12 });
    expect(result.replaced.first).toHaveLength(10);
    expect(describeResult(result)).toMatch(
      /12 lines replaced earlier lines of the file: line 4 \(other\), .*line 13 \(other\), …\.$/,
    );
  });

  it('are not mentioned in the result of a file without such lines', async () => {
    expect(describeResult(await catalogue.load([BRAND, CLUB, kitLine('kit')]))).not.toContain('replaced');
  });
});

/** The country and association of the club as an export has them. */
async function exportedPlace() {
  const [line = '{}'] = (await catalogue.exported()).split('\n');
  const { country, association } = JSON.parse(line) as Record<string, unknown>;
  return [country, association];
}

describe('the association of an imported club', () => {
  it.each([
    [{ country: 'ES' }, 'ES', 'ESP'],
    [{ country: 'es', association: 'esp' }, 'ES', 'ESP'],
    [{ country: 'MC', association: null }, 'MC', null],
    [{ country: 'YU', association: 'YUG' }, 'YU', 'YUG'],
    [{ country: 'GB' }, 'GB', null],
    [{ country: 'GB', association: 'NIR' }, 'GB', 'NIR'],
    [{ country: 'GB-ENG' }, 'GB', 'ENG'],
    [{ country: 'gb-sct' }, 'GB', 'SCO'],
    [{ country: 'GB-WLS', association: 'WAL' }, 'GB', 'WAL'],
    [{ country: 'GB-NIR', association: null }, 'GB', 'NIR'],
    [{ country: null }, null, null],
    [{}, null, null],
  ])('is stored for %j', async (place, country, association) => {
    await catalogue.load([{ ...CLUB, ...place }]);
    expect(await exportedPlace()).toEqual([country, association]);
  });

  it.each([
    [{ country: 'ES', association: 'ENG' }, '"association" must be ESP for "country" ES; it is "ENG"'],
    [
      { country: 'MC', association: 'FRA' },
      '"association" must be null: FIFA has none for "country" MC; it is "FRA"',
    ],
    [
      { country: 'GB', association: 'IRL' },
      '"association" must be one of ENG, SCO, WAL, NIR for "country" GB; it is "IRL"',
    ],
    [
      { country: 'GB-WLS', association: 'ENG' },
      '"association" must be WAL for "country" GB-WLS; it is "ENG"',
    ],
    [{ association: 'ENG' }, '"association" must be given with its "country"; it is "ENG"'],
    [
      { association: 'England' },
      `"association" must be FIFA's three-letter code of an association, such as ESP`,
    ],
    [{ country: 'GB-COR' }, 'such as ES, or one of GB-ENG, GB-SCT, GB-WLS, GB-NIR; it is "GB-COR"'],
  ])('is rejected for %j', async (place, error) => {
    expect(await catalogue.failure([{ ...CLUB, ...place }])).toContain(error);
  });

  it('is updated independently of the country, also within a file', async () => {
    await catalogue.load([{ ...CLUB, country: 'GB-ENG' }]);
    await catalogue.load([{ ...CLUB, country: 'GB' }]);
    expect(await exportedPlace()).toEqual(['GB', 'ENG']);
    await catalogue.load([{ ...CLUB, association: 'SCO' }]);
    expect(await exportedPlace()).toEqual(['GB', 'SCO']);
    await catalogue.load([{ ...CLUB, association: null }]);
    expect(await exportedPlace()).toEqual(['GB', null]);
    await catalogue.load([
      { ...CLUB, country: 'GB-WLS' },
      { ...CLUB, country: 'FR' },
    ]);
    expect(await exportedPlace()).toEqual(['FR', 'FRA']);
    await catalogue.load([
      { ...CLUB, country: 'GB' },
      { ...CLUB, association: 'ENG' },
    ]);
    expect(await exportedPlace()).toEqual(['GB', 'ENG']);
  });

  it('is updated when the line uses a former slug', async () => {
    await catalogue.load([{ ...CLUB, country: 'GB', former_slugs: ['old'] }]);
    await catalogue.load([{ ...CLUB, slug: 'old', association: 'ENG' }]);
    expect(await exportedPlace()).toEqual(['GB', 'ENG']);
  });

  it('is replaced in an exported line by the association of the country, and reported', async () => {
    const result = await catalogue.load([{ ...CLUB, id: 7, country: 'ES', association: 'XES' }]);
    expect(describeResult(result)).toContain('line 1 (malaga-cf-kits)');
    expect(await exportedPlace()).toEqual(['ES', 'ESP']);
  });

  it('survives an export and an import', async () => {
    const clubs = ['GB-ENG', 'GB', 'ES', 'MC', null].map((country, index) => ({
      ...CLUB,
      slug: `club-${index}`,
      country,
    }));
    await catalogue.load(clubs);
    const before = await catalogue.exported();
    await catalogue.clear();
    const result = await catalogue.load(Buffer.from(before));
    expect(result.unchecked.count).toBe(0);
    expect(await catalogue.exported()).toBe(before);
  });
});
