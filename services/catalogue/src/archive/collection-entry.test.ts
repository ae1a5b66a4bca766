import { describe, expect, it } from '@jest/globals';
import { normaliseSeason, toCollectionEntry } from './collection-entry.ts';

const BASE = 'https://archive.example';
const kit = {
  id: 402174,
  path: '/rovers-2023-24-home-kit/402174/',
  team: 'Rovers',
  season: '2023-24',
  type: 'Home',
  image: '/img/1.jpg',
};

describe('toCollectionEntry', () => {
  it('names a kit by team, season and type', () => {
    expect(toCollectionEntry(kit, BASE)).toEqual({
      kit_id: 402174,
      kit_name: 'Rovers 2023-24 Home Kit',
      kit_slug: 'rovers-2023-24-home-kit',
      team_name: 'Rovers',
      season_year: '2023-24',
      main_img_url: 'https://archive.example/img/1.jpg',
    });
  });

  it.each([
    ['/rovers-2023-24-home-kit/402174/', 'rovers-2023-24-home-kit'],
    ['/rovers-2023-24-home-kit-402174/', 'rovers-2023-24-home-kit'],
    ['/rovers-2023-24-home-kit/', 'rovers-2023-24-home-kit'],
    ['/rovers-2014-gk-2/', 'rovers-2014-gk-2'],
    ['https://archive.example/rovers-kit-402174/?ref=1#top', 'rovers-kit'],
    [undefined, ''],
  ])('returns the slug of %s without the kit id', (path, slug) => {
    expect(toCollectionEntry({ ...kit, path }, BASE)?.kit_slug).toBe(slug);
  });

  it.each(['402174', ' 402174 ', 402174])('reads the id %j', (id) => {
    expect(toCollectionEntry({ ...kit, id }, BASE)?.kit_id).toBe(402174);
  });

  it.each([null, '', '0', -1, 1.5, '2147483648', '0x10', {}, Number.NaN])(
    'returns undefined for the id %j when the path has no id either',
    (id) => {
      expect(toCollectionEntry({ ...kit, id, path: '/rovers-kit/' }, BASE)).toBeUndefined();
    },
  );

  it('takes the id from the path when the entry has none', () => {
    expect(toCollectionEntry({ ...kit, id: null }, BASE)?.kit_id).toBe(402174);
  });

  it.each(['x', '2147483648', 0, -1, 1.5])(
    'returns undefined for the invalid id %j, even if the path has a valid id',
    (id) => {
      expect(toCollectionEntry({ ...kit, id }, BASE)).toBeUndefined();
    },
  );

  it('truncates very long strings', () => {
    const long = '\u{1F455}'.repeat(1_000_000);
    const entry = toCollectionEntry(
      { ...kit, team: long, type: long, season: long, path: `/${long}/7/` },
      BASE,
    );
    expect(entry?.team_name).toMatch(/^\u{1F455}{150}$/u);
    expect(JSON.stringify(entry).length).toBeLessThan(3000);
  });

  it('replaces an overlong image URL with the default picture', () => {
    const image = `/${'x'.repeat(5000)}.jpg`;
    expect(toCollectionEntry({ ...kit, image }, BASE)?.main_img_url).toMatch(/not_found\.png$/);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '', undefined, 'http://'])(
    'replaces the image URL %j with the default picture',
    (image) => {
      expect(toCollectionEntry({ ...kit, image }, BASE)?.main_img_url).toBe(
        'https://archive.example/static/logos/not_found.png',
      );
    },
  );

  it('omits missing parts from the kit name', () => {
    const entry = toCollectionEntry({ ...kit, season: undefined, type: undefined }, BASE);
    expect(entry).toMatchObject({ kit_name: 'Rovers Kit', season_year: '' });
  });

  it('replaces characters that cannot be stored', () => {
    expect(toCollectionEntry({ ...kit, team: 'Ro\0vers\n\u{D800}' }, BASE)?.team_name).toBe(
      'Ro vers \u{FFFD}',
    );
  });

  it.each([
    ['23-24', '2023-24'],
    ['98-99', '1998-99'],
    ['99-00', '1999-00'],
    ['2023-2024', '2023-24'],
    ['2023/24', '2023-24'],
    ['48–49', '1948-49'],
    ['2023-24', '2023-24'],
    ['2014', '2014'],
    ['23-25', '23-25'],
    ['special', 'special'],
  ])('normalises the season %s to %s', (season, expected) => {
    expect(normaliseSeason(season)).toBe(expected);
  });
});
