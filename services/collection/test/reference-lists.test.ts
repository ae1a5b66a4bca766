import { describe, expect, it } from '@jest/globals';
import { startTestCollection, useCollection } from './test-collection.ts';

const collection = useCollection();

async function list(name: string): Promise<unknown> {
  const { status, body } = await collection.request(`/api/${name}/`);
  expect(status).toBe(200);
  return body;
}

describe('the lists of fixed values', () => {
  it('contain 17 colours in the order of the catalogue at /api/colors/', async () => {
    expect(await list('colors')).toEqual([
      { id: 1, name: 'White', color: '#FFFFFF' },
      { id: 2, name: 'Red', color: '#FF0000' },
      { id: 3, name: 'Blue', color: '#0000FF' },
      { id: 4, name: 'Black', color: '#000000' },
      { id: 5, name: 'Yellow', color: '#FFFF00' },
      { id: 6, name: 'Green', color: '#008000' },
      { id: 7, name: 'Sky blue', color: '#87CEEB' },
      { id: 8, name: 'Navy', color: '#000080' },
      { id: 9, name: 'Orange', color: '#FFA500' },
      { id: 10, name: 'Gray', color: '#808080' },
      { id: 11, name: 'Claret', color: '#7F1734' },
      { id: 12, name: 'Purple', color: '#800080' },
      { id: 13, name: 'Pink', color: '#FFC0CB' },
      { id: 14, name: 'Brown', color: '#964B00' },
      { id: 15, name: 'Gold', color: '#BFAB40' },
      { id: 16, name: 'Silver', color: '#C0C0C0' },
      { id: 17, name: 'Off-white', color: '#F5F5F5' },
    ]);
  });

  it('contain sizes with fixed ids at /api/sizes/', async () => {
    const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL'];
    const waists = ['28', '30', '32', '34', '36', '38', '40', '42', '44', '46'];
    const expected = [
      ...letters.map((name, index) => ({ id: 1 + index, name, category: 'tops' })),
      ...letters.map((name, index) => ({ id: 10 + index, name, category: 'bottoms' })),
      ...waists.map((name, index) => ({ id: 19 + index, name, category: 'bottoms' })),
      { id: 29, name: 'One size', category: 'other' },
      { id: 30, name: 'S', category: 'other' },
      { id: 31, name: 'M', category: 'other' },
      { id: 32, name: 'L', category: 'other' },
    ];
    expect(await list('sizes')).toEqual(expected);
  });

  it('contain designs with unique codes at /api/designs/', async () => {
    const designs = (await list('designs')) as Array<{ id: string; name: string }>;
    expect(designs[0]).toEqual({ id: 'PLAIN', name: 'Plain' });
    expect(designs).toContainEqual({ id: 'CHEST_BAND', name: 'Chest band' });
    expect(designs.every(({ id }) => /^[A-Z]+(_[A-Z]+)*$/.test(id))).toBe(true);
    expect(new Set(designs.map(({ id }) => id)).size).toBe(designs.length);
  });

  it('contain the content types of photos at /api/content-types/', async () => {
    expect(await list('content-types')).toEqual([
      { id: 1, item_type: 'jersey', name: 'Jersey' },
      { id: 2, item_type: 'shorts', name: 'Shorts' },
      { id: 3, item_type: 'outerwear', name: 'Outerwear' },
      { id: 4, item_type: 'tracksuit', name: 'Tracksuit' },
      { id: 5, item_type: 'pants', name: 'Pants' },
      { id: 6, item_type: 'other', name: 'Other' },
    ]);
  });

  it.each(['colors', 'sizes', 'designs', 'content-types', 'limits'])(
    'are the same with and without a final slash, and return 405 for POST: %s',
    async (name) => {
      const { status, body } = await collection.request(`/api/${name}`);
      expect([status, body]).toEqual([200, (await collection.request(`/api/${name}/`)).body]);
      const refused = await collection.request(`/api/${name}/`, { method: 'POST' });
      expect([refused.status, refused.body]).toEqual([405, { detail: 'Method "POST" not allowed.' }]);
    },
  );

  it('count against the rate limit of anonymous requests', async () => {
    const { headers } = await collection.request('/api/colors/');
    expect(headers.get('RateLimit')).toContain('anon');
  });
});

describe('GET /api/limits/', () => {
  it('returns the limits for photos, items, imports, shares and requests', async () => {
    const { status, body } = await collection.request('/api/limits/');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      photos: {
        max_bytes: 20_971_520,
        max_pixels: 64_000_000,
        max_per_item: 30,
        max_uploads_at_once: 60,
        formats: ['JPEG', 'PNG', 'WebP', 'AVIF', 'GIF'],
        unattached_hours: 24,
        thumbnail: { width: 100, height: 100 },
        card: { width: 480, height: 640 },
      },
      items: {
        name_max_length: 200,
        description_max_length: 10_000,
        player_name_max_length: 100,
        notes_max_length: 10_000,
        location_max_length: 200,
        acquired_from_max_length: 200,
        number_max: 999,
        tags_max: 20,
        tag_max_length: 40,
        condition: { min: 1, max: 10 },
      },
      imports: {
        table_max_bytes: 52_428_800,
        zip_max_bytes: 5_368_709_120,
        max_rows: 100_000,
        max_in_review: 5,
      },
      shares: { title_max_length: 200, password_min_length: 8, password_max_length: 128 },
      pages: { default: 20, max: 100 },
      body_max_bytes: 1_048_576,
      keyword_max_length: 200,
      username_max_length: 150,
      password_min_length: 8,
    });
  });

  it('returns the rate limits that this process applies', async () => {
    const strict = await startTestCollection(collection.database, {
      THROTTLE_ANON: '21/61',
      THROTTLE_USER: '22/62',
      THROTTLE_ARCHIVE: '23/63',
      THROTTLE_LOGIN: '24/64',
      THROTTLE_SHARED: '25/65',
    });
    const { body } = await strict.request('/api/limits/');
    await strict.close();
    expect(body.requests).toEqual({
      anonymous: { limit: 21, seconds: 61 },
      user: { limit: 22, seconds: 62 },
      archive: { limit: 23, seconds: 63 },
      shared: { limit: 25, seconds: 65 },
      login: { limit: 24, seconds: 64 },
    });
  });
});
