import { describe, expect, it } from '@jest/globals';
import { BRAND, CLUB, kitLine, useInterchange } from './interchange.ts';

const BASE = [BRAND, CLUB, { kind: 'season', year: '2024-25' }, { kind: 'kit_type', name: 'Home' }];

const catalogue = useInterchange();

describe('former slugs in an import', () => {
  const former = async () =>
    catalogue.rows("select id, former_slugs from clubs where former_slugs <> '{}' order by id");
  const club = (slug: string, slugs?: string[] | null, fields: object = {}) => ({
    kind: 'club',
    slug,
    name: slug,
    ...(slugs === undefined ? {} : { former_slugs: slugs }),
    ...fields,
  });

  it('are set, kept, changed and cleared for clubs like any optional field', async () => {
    await catalogue.load([club('a', ['x', 'y'], { id: 1 })]);
    expect(await former()).toEqual([{ id: 1, former_slugs: ['x', 'y'] }]);
    expect(await catalogue.load([club('a')])).toMatchObject({ inserted: {}, updated: {} });
    const changed = await catalogue.load([club('a', ['y', 'z'])]);
    expect(changed).toMatchObject({ inserted: {}, updated: { clubs: 1 } });
    expect(await former()).toEqual([{ id: 1, former_slugs: ['y', 'z'] }]);
    await catalogue.load([club('a', null)]);
    expect(await former()).toEqual([]);
  });

  it('refer to their club in later lines, and the club keeps its slug', async () => {
    await catalogue.load([
      BRAND,
      club('a', ['x', 'y'], { id: 5, country: 'ES' }),
      kitLine('kit', { club: 'x' }),
    ]);
    const old = [
      club('x', undefined, { id: 77, name: 'X' }),
      club('y', ['z', 'a'], { name: 'Y' }),
      kitLine('late', { club: 'x' }),
    ];
    expect(await catalogue.load(old)).toMatchObject({ updated: { clubs: 1 }, superseded: 0 });
    expect(await catalogue.rows('select id, slug, name, country, former_slugs from clubs')).toEqual([
      { id: 5, slug: 'a', name: 'Y', country: 'ES', former_slugs: ['x', 'y', 'z'] },
    ]);
    expect(await catalogue.rows('select distinct club_id from kits')).toEqual([{ club_id: 5 }]);
  });

  it.each([
    ['before', (old: object, now: object) => [old, now]],
    ['after', (old: object, now: object) => [now, old]],
  ])('are ignored %s a line with the current slug, and counted as superseded', async (_where, order) => {
    await catalogue.load([...BASE, club('a', ['x']), kitLine('kit', { club: 'a', former_slugs: ['was'] })]);
    const clubs = order(club('x', ['z'], { name: 'X' }), club('a', ['x'], { name: 'A' }));
    const kits = order(
      kitLine('was', { club: 'x', name: 'Was' }),
      kitLine('kit', { club: 'x', name: 'Kit', former_slugs: ['was'] }),
    );
    expect(await catalogue.load([...clubs, ...kits])).toMatchObject({
      inserted: {},
      updated: { clubs: 1, kits: 1 },
      superseded: 2,
    });
    expect(await catalogue.rows("select name from clubs where slug = 'a'")).toEqual([{ name: 'A' }]);
    expect(await catalogue.rows('select name, former_slugs from kits')).toEqual([
      { name: 'Kit', former_slugs: ['was'] },
    ]);
    const { stderr } = await catalogue.importFile([...clubs, ...kits]);
    expect(stderr).toBe(
      'Nothing changed. Left out 2 lines by former slugs: the file has the present one as well.\n',
    );
  });

  it('refer to the record of their line in later lines of the same file', async () => {
    const lines = [
      ...BASE,
      club('a', ['x']),
      club('x', [], { name: 'X' }),
      kitLine('kit', { former_slugs: ['was'] }),
      kitLine('was', { name: 'Was' }),
    ];
    expect(await catalogue.load(lines)).toMatchObject({ inserted: { clubs: 2, kits: 1 }, superseded: 2 });
    expect(await catalogue.rows('select slug from kits')).toEqual([{ slug: 'kit' }]);
  });

  it('become available to other records when a later line removes them', async () => {
    await catalogue.load([...BASE, club('a', ['x']), kitLine('kit', { former_slugs: ['was'] })]);
    await catalogue.load([
      club('x', undefined, { name: 'X' }),
      kitLine('was', { name: 'Was' }),
      club('a', []),
      kitLine('kit', { former_slugs: null }),
    ]);
    expect(
      await catalogue.rows("select slug, name from clubs where slug in ('a', 'x') order by slug"),
    ).toEqual([
      { slug: 'a', name: 'a' },
      { slug: 'x', name: 'X' },
    ]);
    expect(await catalogue.rows('select slug from kits order by slug')).toEqual([
      { slug: 'kit' },
      { slug: 'was' },
    ]);
  });

  it('can move from one club to another in one file', async () => {
    await catalogue.load([club('a', ['x'], { id: 1 }), club('b', [], { id: 2 })]);
    await catalogue.load([club('a', []), club('b', ['x'])]);
    expect(await former()).toEqual([{ id: 2, former_slugs: ['x'] }]);
  });

  it.each([
    ['its current slug', [club('a', ['a'])], 'line 1 (a): "former_slugs" has "a", which is its slug now'],
    [
      'the slug of a club on an earlier line',
      [club('a'), club('b', ['a'])],
      'line 2 (b): "former_slugs" has "a", which is the slug of another club',
    ],
    [
      'a former slug of another club',
      [club('a', ['x']), club('b', ['x'])],
      'line 2 (b): "former_slugs" has "x", which is a former slug of another club',
    ],
    ['blank', [club('a', [''])], 'line 1 (a): "former_slugs.0" must not be blank; it is ""'],
  ])('cannot be %s: club', async (_what, lines, message) => {
    expect(await catalogue.failure(lines)).toBe(message);
    expect(await former()).toEqual([]);
  });

  it.each([
    [
      'its current slug',
      [kitLine('a', { former_slugs: ['a'] })],
      'line 5 (a): "former_slugs" has "a", which is its slug now',
    ],
    [
      'the slug of a kit on an earlier line',
      [kitLine('a'), kitLine('b', { former_slugs: ['a'] })],
      'line 6 (b): "former_slugs" has "a", which is the slug of another kit',
    ],
    [
      'the slug of a kit in the catalogue',
      [kitLine('b', { former_slugs: ['here'] })],
      'line 5 (b): "former_slugs" has "here", which is the slug of another kit',
    ],
    [
      'a former slug of another kit in the file',
      [kitLine('a', { former_slugs: ['x'] }), kitLine('b', { former_slugs: ['x'] })],
      'line 6 (b): "former_slugs" has "x", which is a former slug of the kit "a"',
    ],
    [
      'a former slug of another kit in the catalogue',
      [kitLine('b', { former_slugs: ['was'] })],
      'line 5 (b): "former_slugs" has "was", which is a former slug of the kit "here"',
    ],
  ])('cannot be %s: kit', async (_what, lines, message) => {
    await catalogue.load([...BASE, kitLine('here', { former_slugs: ['was'] })]);
    expect(await catalogue.failure([...BASE, ...lines])).toBe(message);
    expect(await catalogue.rows('select slug, former_slugs from kits')).toEqual([
      { slug: 'here', former_slugs: ['was'] },
    ]);
  });

  it('are set, kept and cleared for kits like any optional field', async () => {
    await catalogue.load([...BASE, kitLine('a', { former_slugs: ['x', 'y'] })]);
    const slugs = async () =>
      (await catalogue.rows<{ former_slugs: string[] }>('select * from kits')).map((kit) => kit.former_slugs);
    expect(await catalogue.load([kitLine('a')])).toMatchObject({ inserted: {}, updated: {} });
    expect(await slugs()).toEqual([['x', 'y']]);
    const old = [kitLine('x', { name: 'X' }), kitLine('y', { name: 'Y', former_slugs: ['z', 'a'] })];
    expect(await catalogue.load(old)).toMatchObject({ inserted: {}, updated: { kits: 1 }, superseded: 0 });
    expect(await catalogue.rows('select slug, name from kits')).toEqual([{ slug: 'a', name: 'Y' }]);
    expect((await slugs())[0]?.toSorted()).toEqual(['x', 'y', 'z']);
    await catalogue.load([kitLine('a', { former_slugs: null })]);
    expect(await slugs()).toEqual([[]]);
    await catalogue.load([kitLine('x')]);
    expect(await slugs()).toEqual([[], []]);
  });

  it('can move from one kit to another in one file', async () => {
    await catalogue.load([...BASE, kitLine('a', { former_slugs: ['x'] }), kitLine('b')]);
    await catalogue.load([kitLine('b', { former_slugs: ['x'] }), kitLine('a', { former_slugs: [] })]);
    expect(await catalogue.rows('select slug, former_slugs from kits order by slug')).toEqual([
      { slug: 'a', former_slugs: [] },
      { slug: 'b', former_slugs: ['x'] },
    ]);
  });
});
