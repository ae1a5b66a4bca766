import { beforeAll, describe, expect, it } from '@jest/globals';
import { ITEM_TYPES, type ItemType } from '@kitroom/collection-client';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addKit, addSeason, minimalItem } from './test-items.ts';
import { addUser, json, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();
let userId: number;
let token: string;

beforeAll(async () => {
  const user = await addUser(collection, 'owner');
  userId = user.id;
  token = await tokenOf(collection, user);
  await addBrand(collection, 1, 'adidas');
  await addClub(collection, 2, 'Málaga CF');
  await addSeason(collection, 3, '2024-25');
  await addKit(collection, 4);
});

const NO_SIZE = { size: null, size_text: '' };

/** The type-specific fields of each type, if the request has none of them. */
const OWN: Readonly<Record<ItemType, object>> = {
  jersey: {
    ...NO_SIZE,
    kit: null,
    is_fan_version: true,
    is_signed: false,
    has_nameset: false,
    player_name: '',
    number: null,
    is_short_sleeve: true,
  },
  shorts: { ...NO_SIZE, number: null, is_fan_version: true },
  outerwear: { ...NO_SIZE, kit: null, type: null },
  tracksuit: NO_SIZE,
  pants: NO_SIZE,
  other: { type: null },
};

function post(body: unknown) {
  return collection.request('/api/items/', json('POST', body, token));
}

function get(path: string) {
  return collection.request(path, { headers: withToken(token) });
}

describe('POST /api/items/', () => {
  it.each(ITEM_TYPES)('creates an item of type %s with default values', async (type) => {
    const { status, body } = await post(minimalItem(type));
    expect(status).toBe(201);
    const { id, created_at, updated_at, ...rest } = body;
    expect(rest).toEqual({
      item_type: type,
      name: 'An item',
      user: userId,
      brand: null,
      club: null,
      season: null,
      brand_text: '',
      club_text: '',
      season_text: '',
      condition: 10,
      detailed_condition: null,
      description: '',
      is_replica: false,
      is_private: false,
      is_draft: false,
      design: null,
      main_color: null,
      secondary_colors: [],
      country: null,
      tags: [],
      notes: '',
      location: '',
      acquired_on: null,
      acquired_from: '',
      price: null,
      estimated_value: null,
      labels: {
        brand: null,
        club: null,
        club_logo: null,
        season: null,
        kit: null,
        kit_image: null,
        main_color: null,
        size: null,
      },
      photos: [],
      ...OWN[type],
    });
    expect(Date.now() - Date.parse(created_at)).toBeLessThan(60_000);
    expect(updated_at).toBe(created_at);
    expect((await get(`/api/items/${id}/`)).body).toEqual(body);
  });

  it('stores all fields of a jersey', async () => {
    const sent = {
      item_type: 'jersey',
      name: 'Home 2024-25',
      brand: 1,
      club: 2,
      season: 3,
      kit: 4,
      condition: 7,
      detailed_condition: 'VERY_GOOD',
      description: 'Bought at the ground.\nSleeve worn.',
      is_replica: true,
      is_private: true,
      design: 'CHEST_BAND',
      main_color: 17,
      secondary_colors: [1, 7],
      country: 'ES',
      tags: ['Centenary', 'match worn'],
      size: 9,
      is_fan_version: false,
      is_signed: true,
      has_nameset: true,
      player_name: 'İlkay Gündoğan',
      number: 0,
      is_short_sleeve: false,
    };
    const { status, body } = await post(sent);
    expect(status).toBe(201);
    expect(body).toMatchObject(sent);
  });

  it('trims strings, accepts lower-case countries, and removes duplicate colours and tags', async () => {
    const { body } = await post({
      ...minimalItem('other'),
      name: '  A pin ',
      country: 'es',
      secondary_colors: [3, 3, 1],
      tags: [' Retro ', 'retro', 'RETRO', 'Away'],
    });
    expect(body).toMatchObject({
      name: 'A pin',
      country: 'ES',
      secondary_colors: [3, 1],
      tags: ['Retro', 'Away'],
    });
  });

  it('creates a draft with only an item_type', async () => {
    const { status, body } = await post({ item_type: 'outerwear', is_draft: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: '', brand: null, size: null, type: null, is_draft: true });
  });

  it('stores kit and type of a jacket', async () => {
    const sent = { item_type: 'outerwear', name: 'Track jacket', kit: 4, type: 'jacket', size: 5 };
    const { status, body } = await post(sent);
    expect([status, body]).toEqual([201, expect.objectContaining(sent)]);
    expect((await get('/api/items/?kit=4&item_type=outerwear')).body).toMatchObject([sent]);
  });

  it('stores the type "scarf"', async () => {
    expect((await post({ item_type: 'other', name: 'Scarf', type: 'scarf' })).body).toMatchObject({
      type: 'scarf',
    });
  });

  it('ignores unknown and read-only fields', async () => {
    const { status, body } = await post({
      ...minimalItem('pants'),
      id: 1,
      user: 99,
      created_at: '2001-01-01T00:00:00Z',
      updated_at: 7,
      photos: 'no',
      colour: 'beige',
    });
    expect(status).toBe(201);
    expect(body.id).not.toBe(1);
    expect(body.user).toBe(userId);
    expect(body.created_at.slice(0, 4)).not.toBe('2001');
  });

  it('stores emoji, right-to-left text, quotes and special characters unchanged', async () => {
    const name = '"دوري" — 🏆’s \\ %_ <b>';
    expect((await post({ ...minimalItem('other'), name })).body.name).toBe(name);
  });
});
