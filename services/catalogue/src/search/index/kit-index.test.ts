import { describe, expect, it } from '@jest/globals';
import { toColumns, type IndexedKit } from './index-queries.ts';
import { openKitIndex } from './kit-index.ts';
import { collectKits } from './kit-segment.ts';

/** A kit with a value of each field. Types fail until a new field has one. */
const KIT: Required<IndexedKit> = {
  id: 7,
  name: 'Málaga CF 2024-25 Home',
  slug: 'malaga-cf-2024-25-home-kit',
  main_img_url: '/static/kits/7.png',
  id_archive: 402_174,
  club_id: 2,
  season_id: 3,
  type_id: 4,
  brand_id: 5,
  competition_ids: [9, 8],
  country: 'ES',
  design: 'Stripes',
  primary_color: 'Sky blue',
  secondary_colors: ['White', 'Navy'],
  rating: 4.42,
};

/** A kit that precedes it in lists. */
const NEWER: IndexedKit = {
  ...KIT,
  id: 8,
  name: 'x',
  slug: 'x',
  main_img_url: null,
  id_archive: null,
  competition_ids: [],
  design: null,
  primary_color: null,
  secondary_colors: [],
  rating: null,
};

const rankOfType = () => 0;

async function openIndex(kits: readonly IndexedKit[]) {
  const collected = collectKits(rankOfType);
  collected.add(toColumns(kits));
  return openKitIndex(await collected.build(), rankOfType);
}

describe('openKitIndex', () => {
  it('keeps the values of all fields of a kit', async () => {
    const index = await openIndex([NEWER, KIT]);
    expect([index.get(7), index.get(8)]).toEqual([KIT, NEWER]);
  });

  it('keeps the values of all fields of a changed kit', async () => {
    const index = await openIndex([NEWER, { ...NEWER, id: 7, slug: 'y' }]);
    expect((await index.change([KIT], [])).get(7)).toEqual(KIT);
  });
});
