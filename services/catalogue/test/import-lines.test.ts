import { describe, expect, it } from '@jest/globals';
import { BRAND, CLUB, kitLine, toBytes, useInterchange } from './interchange.ts';

const catalogue = useInterchange();

const kit = (fields: object) => kitLine('k', fields);
const club = (fields: object) => ({ ...CLUB, slug: 'c', ...fields });
const type = (fields: object) => ({ kind: 'kit_type', name: 'T', ...fields });
const season = (year: unknown) => ({ kind: 'season', year });

describe('an import with a bad line', () => {
  it.each<[string, string | object, string]>([
    ['is not JSON', '{"kind":"season"', 'line 3: is not JSON: '],
    ['is a list', '[{"kind":"season","year":"2024"}]', 'line 3: must be a JSON object such as {'],
    ['is a string', '"season"', 'line 3: must be a JSON object such as {'],
    ['is a number', '5', 'line 3: must be a JSON object such as {'],
    ['is null', 'null', 'line 3: must be a JSON object such as {'],
    ['has two objects', '{"kind":"season","year":"2024"}{}', 'line 3: is not JSON: '],
    [
      'has no kind',
      { slug: 'x' },
      'line 3 (x): "kind" is missing; it must be one of brand, competition, club, ',
    ],
    [
      'has an unknown kind',
      { kind: 'shirt', slug: 'x' },
      'line 3 (x): "kind" "shirt" is not known; it must be',
    ],
    [
      'has a kind in capitals',
      { kind: 'Kit', slug: 'x' },
      'line 3 (x): "kind" "Kit" is not known; it must be',
    ],
    ['has a list for a kind', { kind: ['kit'] }, 'line 3: "kind" a list is not known; it must be one of'],
    ['has "constructor" as its kind', { kind: 'constructor' }, 'line 3: "kind" "constructor" is not known'],
    ['has an unknown field', club({ colour: 'Red' }), 'line 3 (c): unknown field "colour"'],
    [
      'has a field of another kind',
      { ...BRAND, country: 'ES' },
      `line 3 (${BRAND.slug}): unknown field "country"`,
    ],
    [
      'has a __proto__ field',
      '{"kind":"season","year":"2024","__proto__":{}}',
      'line 3 (2024): unknown field "__proto__"',
    ],
    ['has no slug', { kind: 'brand', name: 'B' }, 'line 3 (B): "slug" is missing'],
    ['has no name', { kind: 'brand', slug: 'b' }, 'line 3 (b): "name" is missing'],
    ['has a blank slug', club({ slug: ' \t' }), 'line 3 ( \\u0009): "slug" must not be blank; it is " \\t"'],
    ['has null for a name', club({ name: null }), 'line 3 (c): "name" must be a string; it is null'],
    ['has a number for a name', club({ name: 5 }), 'line 3 (c): "name" must be a string; it is 5'],
    [
      'has a long name',
      club({ name: 'x'.repeat(301) }),
      'line 3 (c): "name" must have at most 300 characters; it is',
    ],
    [
      'has NUL in a name',
      club({ name: 'a\0b' }),
      'line 3 (c): "name" has a character that cannot be stored; it is',
    ],
    [
      'has a lone surrogate in a name',
      club({ name: 'a\uD83D' }),
      'line 3 (c): "name" has a character that cannot be stored',
    ],
    [
      'has NUL in a slug',
      club({ slug: 'a\0' }),
      'line 3 (a\\u0000): "slug" has a character that cannot be stored',
    ],
    [
      'has a relative logo',
      club({ logo: 'l.png' }),
      'line 3 (c): "logo" must be an http, https or data:image address such as https://example.org/logo.png, ' +
        'or a path such as /logo.png; it is "l.png"',
    ],
    [
      'has a logo on another host',
      club({ logo: '//example.org/l.png' }),
      'line 3 (c): "logo" must be an http',
    ],
    [
      'has a logo on another host after a backslash',
      club({ logo: '/\\example.org/l.png' }),
      'line 3 (c): "logo" must be an http',
    ],
    [
      'has a logo path that is too long',
      club({ logo_dark: `/${'l'.repeat(2048)}` }),
      'line 3 (c): "logo_dark" must be an http',
    ],
    [
      'has a script for a logo',
      club({ logo: 'javascript:alert(1)' }),
      'line 3 (c): "logo" must be an http, https',
    ],
    [
      'has NUL in a logo',
      club({ logo: 'https://a.org/\0' }),
      'line 3 (c): "logo" must be an http, https or data',
    ],
    [
      'has a number for a logo',
      club({ logo_dark: 1 }),
      'line 3 (c): "logo_dark" must be the address of a picture',
    ],
    [
      'has a huge logo',
      club({ logo: `data:image/png,${'A'.repeat(65_536)}` }),
      'line 3 (c): "logo" must be an http',
    ],
    [
      'has a long country',
      club({ country: 'ESP' }),
      'line 3 (c): "country" must be an ISO 2-letter country code',
    ],
    [
      'has 0 as an archive id',
      club({ id_archive: 0 }),
      'line 3 (c): "id_archive" must be at least 1; it is 0',
    ],
    [
      'has a string for an archive id',
      club({ id_archive: '4' }),
      'line 3 (c): "id_archive" must be an integer, or null; it',
    ],
    [
      'has an archive id above 2147483647',
      club({ id_archive: 2 ** 31 }),
      'line 3 (c): "id_archive" must be at most 2147483647; it is',
    ],
    [
      'has a fractional archive id',
      club({ id_archive: 1.5 }),
      'line 3 (c): "id_archive" must be an integer, or null; it is',
    ],
    [
      'has a string for the aliases',
      club({ aliases: 'PSG' }),
      'line 3 (c): "aliases" must be a list of alternative names; it is "PSG"',
    ],
    [
      'has too many aliases',
      club({ aliases: Array.from({ length: 21 }, (_, at) => `Alias ${at}`) }),
      'line 3 (c): "aliases" must have at most 20 entries; it is a list',
    ],
    [
      'has a number for an alias',
      club({ aliases: [5] }),
      'line 3 (c): "aliases.0" must be a string; it is 5',
    ],
    [
      'has a blank alias',
      club({ aliases: ['PSG', ' '] }),
      'line 3 (c): "aliases.1" must not be blank; it is " "',
    ],
    [
      'has a long alias',
      club({ aliases: ['x'.repeat(201)] }),
      'line 3 (c): "aliases.0" must have at most 200 characters; it is',
    ],
    [
      'has NUL in an alias',
      club({ aliases: ['a\0'] }),
      'line 3 (c): "aliases.0" has a character that cannot',
    ],
    [
      'has a season that does not exist',
      season('2024-26'),
      'line 3 (2024-26): "year" must be a season such as 2024 or 2024-25; it',
    ],
    [
      'has years that do not follow each other',
      season('2024/2026'),
      'line 3 (2024/2026): "year" must be a season such as 2024 or 2024-25',
    ],
    ['has a number for a year', season(2024), 'line 3: "year" must be a string such as 2024-25; it is 2024'],
    [
      'has an unknown category',
      type({ category: 'cup' }),
      'line 3 (T): "category" must be one of match, prematch, ',
    ],
    [
      'has null for a category',
      type({ category: null }),
      'line 3 (T): "category" must be one of match, prematch',
    ],
    [
      'has a category order above 6',
      type({ category_order: 7 }),
      'line 3 (T): "category_order" must be at most 6; it is 7',
    ],
    [
      'has a negative priority',
      type({ order_priority: -1 }),
      'line 3 (T): "order_priority" must be at least 0; ',
    ],
    [
      'has a string for a boolean',
      type({ is_goalkeeper: 'no' }),
      'line 3 (T): "is_goalkeeper" must be true or false',
    ],
    ['has no club', kit({ club: undefined }), 'line 3 (k): "club" is missing'],
    ['has no season', kit({ season: undefined }), 'line 3 (k): "season" is missing'],
    ['has no brand', kit({ brand: undefined }), 'line 3 (k): "brand" is missing'],
    ['has no type', kit({ type: undefined }), 'line 3 (k): "type" is missing'],
    [
      'has null for a season',
      kit({ season: null }),
      'line 3 (k): "season" must be a string such as 2024-25; it is null',
    ],
    [
      'has an unknown design',
      kit({ design: 'stripes' }),
      'line 3 (k): "design" must be one of Plain, Stripes, Graphic',
    ],
    [
      'has an unknown primary colour',
      kit({ primary_color: 'Teal' }),
      'line 3 (k): "primary_color" must be one of White, Red',
    ],
    [
      'has a string for the secondary colours',
      kit({ secondary_colors: 'Red' }),
      'line 3 (k): "secondary_colors" must be a list of',
    ],
    [
      'has an unknown secondary colour',
      kit({ secondary_colors: ['Red', 'x'] }),
      'line 3 (k): "secondary_colors.1" must be',
    ],
    [
      'has a string for the competitions',
      kit({ competitions: 'x' }),
      'line 3 (k): "competitions" must be a list of slugs; it is',
    ],
    ['has a rating above 5', kit({ rating: 5.01 }), 'line 3 (k): "rating" must be at most 5; it is 5.01'],
    ['has a rating below 0', kit({ rating: -0.01 }), 'line 3 (k): "rating" must be at least 0; it is -0.01'],
    [
      'has a rating with three decimals',
      kit({ rating: 4.005 }),
      'line 3 (k): "rating" must have at most two decimals; it is 4.005',
    ],
    [
      'has a string for a rating',
      kit({ rating: '4' }),
      'line 3 (k): "rating" must be a number, or null; it is "4"',
    ],
    [
      'has two invalid fields',
      kit({ rating: 9, club: 1 }),
      'line 3 (k): "club" must be a string; it is 1; "rating" must be',
    ],
  ])('stores nothing when a line %s', async (_what, line, problem) => {
    const error = await catalogue.failure([BRAND, CLUB, line, season('2024')]);
    expect(error.slice(0, problem.length)).toBe(problem);
    expect(await catalogue.count()).toBe(0);
  });

  it('reports the problem in one short line, however long the quoted values are', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const endless = 'x'.repeat(900_000);
    const problems = [
      await catalogue.failure([`{"kind":${deep}}`]),
      await catalogue.failure([`{"kind":"kit","slug":${deep}}`]),
      await catalogue.failure([{ kind: endless }]),
      await catalogue.failure([club({ [endless]: 1 })]),
      await catalogue.failure([club({ slug: endless })]),
      await catalogue.failure([kit({ competitions: Array.from({ length: 50_000 }, () => 0) })]),
      await catalogue.failure([kit({ slug: 'a\r\n\tb\u001B[2J\u2028\u0085', rating: 9 })]),
      await catalogue.failure(['{"kind":\u001B\u0085"']),
    ];
    for (const problem of problems) {
      expect(problem).toMatch(/^line 1.*: .+$/);
      expect(problem).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(problem.length).toBeLessThan(1500);
    }
    expect(problems.at(-2)).toContain(
      String.raw`line 1 (a\u000d\u000a\u0009b\u001b[2J\u2028\u0085): "rating" must`,
    );
  });

  it('reports the first of several bad lines', async () => {
    expect(await catalogue.failure([season('x'), season('y')])).toContain('line 1 (x): ');
  });

  it('stores nothing when thousands of good lines precede the bad line', async () => {
    const good = Array.from({ length: 6000 }, (_, at) => ({
      kind: 'brand',
      slug: `b${at}`,
      name: `B ${at}`,
    }));
    expect(await catalogue.failure([...good, CLUB, BRAND, kit({}), kit({ club: 'x' })])).toContain(
      'line 6004 (k): ',
    );
    expect(await catalogue.count()).toBe(0);
  });
});

const MIB = 1024 * 1024;

const NONE = { count: 0, first: [] };
const NOTHING = {
  inserted: {},
  updated: {},
  superseded: 0,
  replaced: NONE,
  unchecked: NONE,
  invalid: [],
};

describe('the lines of an import', () => {
  it.each([
    ['end with CR and LF', '%\r\n%\r\n'],
    ['begin with a byte order mark', '\uFEFF%\n%\n'],
    ['have blank lines between them', '\n\r\n  \n%\n\t\n\n%\n\n'],
    ['end without a line break', '%\n%'],
    ['have white space around them', '  %\t\n\t%  \n'],
  ])('may %s', async (_what, pattern) => {
    const lines = [CLUB, BRAND].map((line) => JSON.stringify(line));
    await catalogue.load(Buffer.from(pattern.replaceAll('%', () => lines.shift() ?? '')));
    expect(await catalogue.count()).toBe(2);
  });

  it.each([
    ['an invalid byte', [0xc3, 0x28]],
    ['an incomplete character at the end', [0xe2, 0x82]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['Latin-1 bytes', [0x4d, 0xe1, 0x6c]],
  ])('are rejected as invalid UTF-8 if they contain %s', async (_what, bytes) => {
    const before = Buffer.concat([toBytes([BRAND]), Buffer.from('{"kind":"season","year":"')]);
    const input = Buffer.concat([before, Buffer.from(bytes), Buffer.from('"}\n'), toBytes([CLUB])]);
    expect(await catalogue.failure(input)).toBe('line 2: is not UTF-8');
    expect(await catalogue.count()).toBe(0);
  });

  it('may have up to 1 MiB each', async () => {
    const fill = (bytes: number) => {
      const bare = JSON.stringify({ kind: 'brand', slug: 'b', name: 'B' });
      return `${bare}${' '.repeat(bytes - bare.length)}`;
    };
    await catalogue.load([fill(MIB)]);
    expect(await catalogue.count()).toBe(1);
    expect(await catalogue.failure([CLUB, fill(MIB + 1)])).toBe(`line 2: has more than ${MIB} bytes`);
    expect(await catalogue.failure(Buffer.alloc(5 * MIB, 'x'))).toBe(`line 1: has more than ${MIB} bytes`);
    expect(await catalogue.count()).toBe(1);
  });

  it('are numbered including blank lines', async () => {
    expect(await catalogue.failure(Buffer.from('\uFEFF\n\r\n{}\n'))).toContain('line 3: "kind" is missing');
  });

  it('may be absent or all blank', async () => {
    expect(await catalogue.load(Buffer.alloc(0))).toEqual(NOTHING);
    expect(await catalogue.load(Buffer.from('\n\n'))).toEqual(NOTHING);
  });

  it('may arrive in chunks of any size', async () => {
    const bytes = toBytes([{ ...CLUB, name: 'Śląsk 🏆' }, BRAND, kitLine('k')]);
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
    await catalogue.loadPieces(pieces);
    expect(await catalogue.rows('select name from clubs')).toEqual([{ name: 'Śląsk 🏆' }]);
    expect(await catalogue.rows('select slug from kits')).toEqual([{ slug: 'k' }]);
  });
});
