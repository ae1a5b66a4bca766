import { readdir } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import type { Kit } from '@kitroom/catalogue-client';
import { ITEM_TYPES } from '@kitroom/collection-client';
import { COLOUR_HEX } from '@kitroom/shared';
import photos from '../photos/photos.json' with { type: 'json' };
import { writeDemoCatalogue } from '../src/catalogue/demo-catalogue.ts';
import type { DemoKit } from '../src/catalogue/demo-kits.ts';
import { ITEM_TYPE_OF } from '../src/collection/demo-item.ts';
import { DEMO_OWNERS } from '../src/collection/demo-owners.ts';
import { toNewItem } from '../src/collection/to-new-item.ts';

const [{ items: shelf }, ...neighbours] = DEMO_OWNERS;
const all = DEMO_OWNERS.flatMap(({ items }) => items);
const kits = new Map(
  [...writeDemoCatalogue()]
    .map((line): DemoKit & { kind: string } => JSON.parse(line))
    .filter(({ kind }) => kind === 'kit')
    .map((kit) => [kit.name, toKit(kit)]),
);

describe('the demo collection', () => {
  test('contains 24 items of all types', () => {
    expect(shelf).toHaveLength(24);
    expect(new Set(shelf.map(({ thing }) => ITEM_TYPE_OF[thing]))).toEqual(new Set(ITEM_TYPES));
  });

  test('contains a draft, private items, a replica, signed items and seven condition grades', () => {
    expect(shelf.filter(({ isDraft }) => isDraft)).toHaveLength(1);
    expect(shelf.filter(({ isPrivate }) => isPrivate)).toHaveLength(2);
    expect(shelf.filter(({ isReplica }) => isReplica)).toHaveLength(1);
    expect(shelf.filter(({ isSigned, nameset }) => isSigned && nameset)).toHaveLength(2);
    expect(new Set(shelf.map(({ condition: [grade] }) => grade)).size).toBe(7);
  });

  test('has unique item names for each owner', () => {
    for (const { items } of DEMO_OWNERS)
      expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
    expect(neighbours.map(({ items }) => items.length)).toEqual([5]);
  });

  test('refers only to kits of the demo catalogue', () => {
    expect(all.filter(({ kit }) => !kits.has(kit))).toEqual([]);
  });

  test('contains valid items with the colours and design of their kits', () => {
    for (const item of all)
      expect(toNewItem(item, kitOf(item.kit))).toMatchObject({ brand: 1, club: 2, season: 3 });
    const croatia = shelf.find(({ kit }) => kit === 'Croatia 1998 Home');
    expect(croatia && toNewItem(croatia, kitOf(croatia.kit))).toMatchObject({
      item_type: 'jersey',
      kit: 4,
      design: 'CHECKERS',
      main_color: 2,
      secondary_colors: [1],
      country: 'HR',
      is_signed: true,
      has_nameset: true,
      player_name: 'Šuker',
      number: 9,
      is_short_sleeve: true,
    });
  });

  test('rejects an unknown size', () => {
    const [item] = shelf;
    if (!item) throw new Error('the shelf is empty');
    expect(() => toNewItem({ ...item, size: 'huge' }, kitOf(item.kit))).toThrow(
      'there is no size huge of tops',
    );
  });

  test('has one to three photos with captions for each item, and no unused photo', async () => {
    expect(Object.keys(photos).toSorted()).toEqual(all.map(({ name }) => name).toSorted());
    const listed = Object.values(photos).flat();
    for (const { caption } of listed) expect(caption).not.toBe('');
    for (const ofItem of Object.values(photos)) expect([1, 2, 3]).toContain(ofItem.length);
    const files = await readdir(new URL('../photos/', import.meta.url));
    expect([...listed.map(({ file }) => file), 'photos.json'].toSorted()).toEqual(files.toSorted());
  });

  test('has a photo of the back of each shirt with a nameset', () => {
    const backs = all.flatMap(({ name, nameset }) => (nameset ? [[name, `Back: ${nameset.join(' ')}`]] : []));
    expect(backs.length).toBeGreaterThan(3);
    for (const [name = '', caption] of backs)
      expect(photos[name as keyof typeof photos].map((photo) => photo.caption)).toContain(caption);
  });
});

function kitOf(name: string): Kit {
  const kit = kits.get(name);
  if (!kit) throw new Error(`the demo catalogue has no ${name}`);
  return kit;
}

/** A line of the demo catalogue as the catalogue's API returns it. */
function toKit({ name, slug, design, primary_color: primary, secondary_colors: secondary }: DemoKit): Kit {
  const colour = (wanted: string) => ({ name: wanted, color: COLOUR_HEX[wanted as 'Red'] });
  const kit = {
    id: 4,
    name,
    slug,
    brand: { id: 1, name: '', slug: '', logo: '', logo_dark: null },
    team: { id: 2, id_archive: null, name: '', slug: '', logo: '', logo_dark: null, country: 'HR' },
    season: { id: 3, year: '1998', first_year: '1998', second_year: null },
    competition: [],
    type: {
      id: 5,
      name: 'Home',
      category: 'match',
      category_order: 1,
      order_priority: 1,
      is_goalkeeper: false,
    },
    design,
    primary_color: colour(primary),
    secondary_color: secondary.map(colour),
    main_img_url: '',
    rating: null,
  };
  return kit as Kit;
}
