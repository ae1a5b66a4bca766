import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeResult } from '../src/interchange/import-catalogue.ts';
import { BRAND, CLUB, kitLine, openInterchange, type Interchange } from './interchange.ts';

let catalogue: Interchange;

beforeAll(async () => {
  catalogue = await openInterchange();
});

beforeEach(async () => {
  await catalogue.clear();
});

afterAll(() => catalogue.close());

const OTHER = { ...CLUB, slug: 'other', name: 'Other' };

describe('a new record', () => {
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
  ])('is refused if it breaks a rule: %j', async (line, error) => {
    expect(await catalogue.failure([line])).toMatch(error);
  });

  it('of a kit is refused if its slug is none', async () => {
    const lines = [BRAND, CLUB, kitLine('good'), kitLine('bad kit')];
    expect(await catalogue.failure(lines)).toMatch(/^line 4 \(bad kit\): "slug" must .* such as "bad-kit"$/);
    const { invalid } = await catalogue.load(lines, { skipInvalid: true });
    expect(invalid).toHaveLength(1);
    expect(await catalogue.rows('select slug from kits')).toEqual([{ slug: 'good' }]);
  });

  it.each(['XK', 'YU', 'CS', 'SU', 'DD', 'AN', 'ZR', 'gb'])('may be of the country %s', async (country) => {
    await catalogue.load([{ ...CLUB, country }]);
    expect(await catalogue.rows('select country from clubs')).toEqual([{ country: country.toUpperCase() }]);
  });

  it('has its name on one line', async () => {
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

describe('what is stored or exported already', () => {
  it('is taken unchanged, and told of', async () => {
    const exported = [
      { ...BRAND, id: 1 },
      { ...CLUB, id: 1, slug: 'málaga', name: 'Málaga  CF', country: 'QQ' },
      { ...kitLine('bad kit', { club: 'málaga', name: 'A  kit' }), id: 1 },
    ];
    const result = await catalogue.load(exported);
    expect(describeResult(result)).toContain(
      '2 lines would be refused if they were new, and were taken unchanged: line 2 (málaga), line 3 (bad kit).',
    );
    const kits =
      'select clubs.slug, clubs.name, clubs.country, kits.slug as kit, kits.name as kit_name from clubs, kits';
    const stored = await catalogue.rows(kits);
    expect(stored).toEqual([
      { slug: 'málaga', name: 'Málaga  CF', country: 'QQ', kit: 'bad kit', kit_name: 'A  kit' },
    ]);
    const again = await catalogue.load(exported.map(({ id: _id, ...line }) => line));
    expect([again.inserted, again.updated, again.unchecked.count]).toEqual([{}, {}, 2]);
    expect(await catalogue.rows(kits)).toEqual(stored);
  });
});

describe('lines with the key of an earlier one', () => {
  it('are counted, and the first ten are named', async () => {
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

  it('are not told of in a file without any', async () => {
    expect(describeResult(await catalogue.load([BRAND, CLUB, kitLine('kit')]))).not.toContain('replaced');
  });
});
