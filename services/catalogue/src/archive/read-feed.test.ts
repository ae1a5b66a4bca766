import { describe, expect, it } from '@jest/globals';
import { readFeedPage } from './read-feed.ts';
import { readUserFeed } from './read-user-feed.ts';

const BASE = 'https://archive.example';
const kit = {
  id: '7',
  team_name: 'Rovers',
  season: '2023-24',
  type: 'Away',
  url: '/rovers-away-kit/7/',
  image_url: '/7.jpg',
};

const read = (value: unknown) => readFeedPage(JSON.stringify(value), BASE);

it('readFeedPage decodes HTML entities and accepts objects with numeric keys as lists', () => {
  const named = { id: 7, team_name: 'Brighton &amp; Hove Albion', season: '2023-24', type: 'L&#39;Away' };
  const body = JSON.stringify({
    success: true,
    entries: { '0': { id: 1, kit: named, tags: { '0': { name: 'Caf&eacute;' }, '1': 'AT&T &copy 2' } } },
  });
  expect(readFeedPage(body, 'https://archive.example')).toMatchObject({
    entries: [
      {
        kit_name: "Brighton & Hove Albion 2023-24 L'Away Kit",
        entry_id: 1,
        tags: ['Café', 'AT&T &copy 2'],
      },
    ],
  });
});

describe('an entry of readFeedPage', () => {
  it('has at most 10 images, 50 tags, 10,000 characters of notes and no URL over 2,048 characters', () => {
    const manyIds = Array.from({ length: 60 }, (_, at) => at);
    const page = read({
      success: true,
      entries: [
        {
          kit: { ...kit, image_url: `/${'é'.repeat(1000)}.jpg` },
          notes: 'é'.repeat(30_000),
          tags: manyIds.map(String),
          images: manyIds.map((at) => ({ url: `/${at}.jpg`, order: -at })),
        },
      ],
    });
    const [entry] = page.kind === 'page' ? page.entries : [];
    expect([entry?.notes?.length, entry?.tags?.length, entry?.images]).toEqual([
      10_000,
      50,
      manyIds
        .slice(40, 50)
        .map((at) => `${BASE}/${at}.jpg`)
        .toReversed(),
    ]);
    expect(entry?.main_img_url).toBe(`${BASE}/static/logos/not_found.png`);
  });
});

describe('readFeedPage', () => {
  it('returns the kits, and whether more are available', () => {
    const page = read({
      success: true,
      entries: [
        { id: 1, kit },
        { id: 2, kit: { ...kit, id: 8 } },
      ],
      more_available: true,
    });
    expect(page).toMatchObject({ kind: 'page', leftOut: 0, hasMore: true, user: undefined });
    expect(page.kind === 'page' && page.entries.map(({ kit_id: id }) => id)).toEqual([7, 8]);
  });

  it('returns a kit twice if the collector has it twice', () => {
    const page = read({ success: true, entries: [{ kit }, { kit }], more_available: false });
    expect(page).toMatchObject({ entries: [{ kit_id: 7 }, { kit_id: 7 }], hasMore: false });
  });

  it.each(['custom_team', 'custom_type', 'custom_season', 'custom_league', 'custom_brand'])(
    'moves entries with %s to the custom entries, and counts them as left out',
    (field) => {
      const page = read({
        success: true,
        entries: [
          { kit, [field]: 'my own' },
          { kit, [field]: null },
        ],
      });
      expect(page).toMatchObject({ entries: [{ kit_id: 7 }], leftOut: 1, customEntries: [{}] });
    },
  );

  it("returns the kit and the collector's details of an entry", () => {
    const entry = {
      id: '31',
      kit: {
        ...kit,
        brand_name: 'Umbro',
        league: { id: 1, name: 'Liga' },
        design: 'Hoops',
        kitcolor2: 'Red',
      },
      size: 'L',
      condition: 'Very good',
      notes: 'One\r\n\u0007two ',
      tags: ['a', { name: 'b' }, '', null],
      images: [
        { url: '/2.jpg', order: 2 },
        { url: 'javascript:alert(1)', order: 0 },
        { preview_url: 'https://cdn.archive.example/1.jpg', order: 1 },
        ...Array.from({ length: 12 }, (_, at) => ({ url: `/more-${at}.jpg`, order: 3 + at })),
      ],
      image_url: '/7.jpg',
      purchase_price: 85,
      purchase_currency: 'EUR',
      value: null,
    };
    const page = read({ success: true, entries: [entry] });
    expect(page).toMatchObject({
      entries: [
        {
          entry_id: 31,
          kit_type: 'Away',
          brand: 'Umbro',
          league: 'Liga',
          design: 'Hoops',
          colors: ['Red'],
          size: 'L',
          condition: 'Very good',
          notes: 'One\n two',
          tags: ['a', 'b'],
          purchase: { purchase_price: '85', purchase_currency: 'EUR' },
        },
      ],
    });
    const images = page.kind === 'page' ? page.entries[0]?.images : undefined;
    expect(images).toHaveLength(10);
    expect(images?.slice(0, 3)).toEqual([
      'https://cdn.archive.example/1.jpg',
      `${BASE}/2.jpg`,
      `${BASE}/more-0.jpg`,
    ]);
  });

  it('returns custom entries separately, without the kit that they refer to', () => {
    const entry = {
      id: 5,
      kit,
      custom_team: 'Works team',
      custom_season: '98-99',
      custom_brand: 'Hand made',
    };
    const page = read({ success: true, entries: [{ ...entry, custom_league: 'Cup', size: 'M' }] });
    expect(page).toMatchObject({ entries: [], leftOut: 1 });
    expect(page.kind === 'page' && page.customEntries).toEqual([
      {
        entry_id: 5,
        kit_name: 'Works team 1998-99 Kit',
        team_name: 'Works team',
        season_year: '1998-99',
        brand: 'Hand made',
        league: 'Cup',
        size: 'M',
      },
    ]);
  });

  it('omits fields that the archive does not provide', () => {
    const empty = { size: '', condition: null, notes: 7, tags: {}, images: [null, 'x', {}], price: '' };
    const page = read({ success: true, entries: [{ ...empty, kit: { id: 7 } }] });
    expect(Object.keys((page.kind === 'page' && page.entries[0]) || {})).toEqual([
      'kit_id',
      'kit_name',
      'kit_slug',
      'team_name',
      'season_year',
      'main_img_url',
    ]);
  });

  it.each([
    [null],
    [{}],
    [{ kit: null }],
    [{ kit: { id: 'x' } }],
    [{ kit: 'text' }],
    ['text'],
    [{ __proto__: kit }],
  ])('skips and counts unreadable entries: %j', (entry) => {
    expect(read({ success: true, entries: [entry, { kit }] })).toMatchObject({
      entries: [{ kit_id: 7 }],
      leftOut: 1,
    });
  });

  it('reads kits with fields that are missing, null or of another type', () => {
    const page = read({
      success: true,
      entries: [{ kit: { id: 7, team_name: null, season: 2014, type: {}, url: [] } }],
    });
    expect(page).toMatchObject({
      entries: [{ kit_id: 7, team_name: '', season_year: '2014', kit_slug: '' }],
    });
  });

  it('reports whether more pages follow an empty page, as the feed says', () => {
    expect(read({ success: true, entries: [], more_available: true })).toMatchObject({ hasMore: true });
    expect(read({ success: true, entries: [], more_available: false })).toMatchObject({ hasMore: false });
  });

  it('recognises the response for an unknown collector', () => {
    expect(read({ success: false, error: 'User not found' })).toEqual({ kind: 'unknown_user' });
  });

  it("fails with the archive's message for any other error", () => {
    expect(read({ success: false, error: 'Down for tea' })).toEqual({
      kind: 'failed',
      reason: 'The archive says: Down for tea.',
    });
  });

  it.each(['<html></html>', '', '[]', 'null', '{"success":'])('returns not_json for %j', (body) => {
    expect(readFeedPage(body, BASE)).toEqual({ kind: 'not_json' });
  });

  it.each([
    '<html><head><title>Just a moment...</title></head></html>',
    '<html><script>window._cf_chl_opt = {}</script></html>',
  ])('recognises a browser challenge: %s', (body) => {
    expect(readFeedPage(body, BASE)).toEqual({ kind: 'challenge' });
  });

  it('does not mistake a page that only mentions a challenge for one', () => {
    expect(readFeedPage('<title>News</title><p>Attention required: just a moment!</p>', BASE)).toEqual({
      kind: 'not_json',
    });
  });

  it.each(['__proto__', 'constructor', 'prototype'])('ignores entries and kits under the key %s', (key) => {
    const body = `{"success":true,"entries":[{"${key}":{"kit":{"id":5}}},{"kit":{"${key}":{"id":5}}}]}`;
    expect(readFeedPage(body, BASE)).toMatchObject({ entries: [], leftOut: 2 });
    expect({}).not.toHaveProperty('kit');
  });

  it('fails if a response has no entries list', () => {
    expect(read({ success: true })).toMatchObject({ kind: 'failed' });
  });
});

describe('readUserFeed', () => {
  const readUser = (value: unknown) => readUserFeed(JSON.stringify(value), BASE);

  it('reads a numeric string as points, and makes the image URL absolute', () => {
    expect(
      readUser({ user: { id: 5, name: 'Ada', image: '/a.jpg', points: '42', twitter: '', instagram: null } }),
    ).toEqual({
      name: 'Ada',
      image: 'https://archive.example/a.jpg',
      points: 42,
    });
  });

  it('treats the default picture as no picture', () => {
    expect(readUser({ user: { name: 'Ada', image: '/static/profilepic/0_default.jpg' } })).toEqual({
      name: 'Ada',
    });
  });

  it.each([[{ error: 'User not found' }], [{ user: { name: '' } }], [{ user: null }], ['x']])(
    'returns undefined for the profile %j',
    (value) => {
      expect(readUser(value)).toBeUndefined();
    },
  );

  it.each(['-1', 'many', 1.5, 1e12])('omits the points %j', (points) => {
    expect(readUser({ user: { name: 'Ada', points } })).toEqual({ name: 'Ada' });
  });
});
