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

describe('the feed of a collection', () => {
  it('gives its kits and says whether there are more', () => {
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

  it('holds the same kit twice when the collector does', () => {
    const page = read({ success: true, entries: [{ kit }, { kit }], more_available: false });
    expect(page).toMatchObject({ entries: [{ kit_id: 7 }, { kit_id: 7 }], hasMore: false });
  });

  it.each(['custom_team', 'custom_type', 'custom_season', 'custom_league', 'custom_brand'])(
    'leaves out entries with %s, and counts them',
    (field) => {
      const page = read({
        success: true,
        entries: [
          { kit, [field]: 'my own' },
          { kit, [field]: null },
        ],
      });
      expect(page).toMatchObject({ entries: [{ kit_id: 7 }], leftOut: 1 });
    },
  );

  it.each([
    [null],
    [{}],
    [{ kit: null }],
    [{ kit: { id: 'x' } }],
    [{ kit: 'text' }],
    ['text'],
    [{ __proto__: kit }],
  ])('leaves out and counts what it cannot read: %j', (entry) => {
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

  it('ends on a page without entries, whatever it says', () => {
    expect(read({ success: true, entries: [], more_available: true })).toMatchObject({ hasMore: false });
  });

  it('knows the answer for an unknown collector', () => {
    expect(read({ success: false, error: 'User not found' })).toEqual({ kind: 'unknown_user' });
  });

  it('repeats any other refusal in words', () => {
    expect(read({ success: false, error: 'Down for tea' })).toEqual({
      kind: 'failed',
      reason: 'The archive says: Down for tea.',
    });
  });

  it.each(['<html></html>', '', '[]', 'null', '{"success":'])('sees that %j is no feed', (body) => {
    expect(readFeedPage(body, BASE)).toEqual({ kind: 'not_json' });
  });

  it('says so when a feed has no entries at all', () => {
    expect(read({ success: true })).toMatchObject({ kind: 'failed' });
  });
});

describe('the feed of a collector', () => {
  const readUser = (value: unknown) => readUserFeed(JSON.stringify(value), BASE);

  it('reads a numeric text as points, and makes the image absolute', () => {
    expect(
      readUser({ user: { id: 5, name: 'Ada', image: '/a.jpg', points: '42', twitter: '', instagram: null } }),
    ).toEqual({
      name: 'Ada',
      image: 'https://archive.example/a.jpg',
      points: 42,
    });
  });

  it.each([[{ error: 'User not found' }], [{ user: { name: '' } }], [{ user: null }], ['x']])(
    'tells nothing with %j',
    (value) => {
      expect(readUser(value)).toBeUndefined();
    },
  );

  it.each(['-1', 'many', 1.5, 1e12])('has no points with %j', (points) => {
    expect(readUser({ user: { name: 'Ada', points } })).toEqual({ name: 'Ada' });
  });
});
