import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BRAND, CLUB, kitLine, openInterchange, type Interchange } from './interchange.ts';

const BASE = [BRAND, CLUB, { kind: 'season', year: '2024-25' }, { kind: 'kit_type', name: 'Home' }];

let catalogue: Interchange;

beforeAll(async () => {
  catalogue = await openInterchange();
});

beforeEach(async () => {
  await catalogue.clear();
});

afterAll(() => catalogue.close());

describe('former slugs', () => {
  const former = async () =>
    catalogue.rows('select slug, club_id from former_club_slugs order by slug collate "C"');
  const club = (slug: string, slugs?: string[] | null, fields: object = {}) => ({
    kind: 'club',
    slug,
    name: slug,
    ...(slugs === undefined ? {} : { former_slugs: slugs }),
    ...fields,
  });

  it('of clubs are given, kept, changed and cleared like any optional field', async () => {
    await catalogue.load([club('a', ['x', 'y'], { id: 1 })]);
    expect(await former()).toEqual([
      { slug: 'x', club_id: 1 },
      { slug: 'y', club_id: 1 },
    ]);
    expect(await catalogue.load([club('a')])).toMatchObject({ inserted: {}, updated: {} });
    const changed = await catalogue.load([club('a', ['y', 'z'])]);
    expect(changed).toMatchObject({ inserted: { former_club_slugs: 1 }, updated: { former_club_slugs: 1 } });
    expect((await former()).map(({ slug }) => slug)).toEqual(['y', 'z']);
    await catalogue.load([club('a', null)]);
    expect(await former()).toEqual([]);
  });

  it('of clubs mean their club in every later line, and no line changes it by them', async () => {
    await catalogue.load([BRAND, club('a', ['x'], { id: 5 }), kitLine('kit', { club: 'x' })]);
    await catalogue.load([club('x', undefined, { id: 77, name: 'Not it' }), kitLine('late', { club: 'x' })]);
    expect(await catalogue.rows('select id, name from clubs')).toEqual([{ id: 5, name: 'a' }]);
    expect(await catalogue.rows('select distinct club_id from kits')).toEqual([{ club_id: 5 }]);
  });

  it('may go from one club to another in one file', async () => {
    await catalogue.load([club('a', ['x'], { id: 1 }), club('b', [], { id: 2 })]);
    await catalogue.load([club('a', []), club('b', ['x'])]);
    expect(await former()).toEqual([{ slug: 'x', club_id: 2 }]);
  });

  it.each([
    ['the club’s own', [club('a', ['a'])], 'line 1 (a): "former_slugs" has "a", which is its slug now'],
    [
      'the slug of a club before it',
      [club('a'), club('b', ['a'])],
      'line 2 (b): "former_slugs" has "a", which is the slug of another club',
    ],
    [
      'the slug of a club after it',
      [club('b', ['a']), club('a')],
      'line 2 (a): an earlier line gives its slug as a former one of another club',
    ],
    [
      'another club’s',
      [club('a', ['x']), club('b', ['x'])],
      'line 2 (b): "former_slugs" has "x", which is a former slug of another club',
    ],
    ['no slug', [club('a', [''])], 'line 1 (a): "former_slugs.0" must not be blank; it is ""'],
  ])('of a club cannot be %s', async (_what, lines, message) => {
    expect(await catalogue.failure(lines)).toBe(message);
    expect(await former()).toEqual([]);
  });

  it.each([
    [
      'the kit’s own',
      [kitLine('a', { former_slugs: ['a'] })],
      'line 5 (a): "former_slugs" has "a", which is its slug now',
    ],
    [
      'the slug of another kit, before or after it',
      [kitLine('b', { former_slugs: ['a'] }), kitLine('a')],
      'line 5 (b): "former_slugs" has "a", which is the slug of another kit',
    ],
    [
      'the slug of a kit in the catalogue',
      [kitLine('b', { former_slugs: ['here'] })],
      'line 5 (b): "former_slugs" has "here", which is the slug of another kit',
    ],
    [
      'another kit’s in the file',
      [kitLine('a', { former_slugs: ['x'] }), kitLine('b', { former_slugs: ['x'] })],
      'line 6 (b): "former_slugs" has "x", which is a former slug of the kit "a"',
    ],
    [
      'another kit’s in the catalogue',
      [kitLine('b', { former_slugs: ['was'] })],
      'line 5 (b): "former_slugs" has "was", which is a former slug of the kit "here"',
    ],
  ])('of a kit cannot be %s', async (_what, lines, message) => {
    await catalogue.load([...BASE, kitLine('here', { former_slugs: ['was'] })]);
    expect(await catalogue.failure([...BASE, ...lines])).toBe(message);
    expect(await catalogue.rows('select slug, former_slugs from kits')).toEqual([
      { slug: 'here', former_slugs: ['was'] },
    ]);
  });

  it('of kits are given, kept and cleared like any optional field, and no line adds a kit by them', async () => {
    await catalogue.load([...BASE, kitLine('a', { former_slugs: ['x', 'y'] })]);
    const slugs = async () =>
      (await catalogue.rows<{ former_slugs: string[] }>('select * from kits')).map((kit) => kit.former_slugs);
    expect(await catalogue.load([kitLine('a'), kitLine('x', { name: 'Not it' })])).toMatchObject({
      inserted: {},
      updated: {},
    });
    expect(await slugs()).toEqual([['x', 'y']]);
    await catalogue.load([kitLine('a', { former_slugs: null })]);
    expect(await slugs()).toEqual([[]]);
    await catalogue.load([kitLine('x')]);
    expect(await slugs()).toEqual([[], []]);
  });

  it('may go from one kit to another in one file', async () => {
    await catalogue.load([...BASE, kitLine('a', { former_slugs: ['x'] }), kitLine('b')]);
    await catalogue.load([kitLine('b', { former_slugs: ['x'] }), kitLine('a', { former_slugs: [] })]);
    expect(await catalogue.rows('select slug, former_slugs from kits order by slug')).toEqual([
      { slug: 'a', former_slugs: [] },
      { slug: 'b', former_slugs: ['x'] },
    ]);
  });
});
