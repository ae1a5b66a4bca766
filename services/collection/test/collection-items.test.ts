import { describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem, addKit, addPhoto, addSeason } from './test-items.ts';
import { addCollector, json } from './test-users.ts';

const MINE = '/api/collections/me/items/';

const collection = useCollection();

function itemsOf({ id }: { id: number | string }): string {
  return `/api/collections/${id}/items/`;
}

function names({ body }: { body: { results: Array<{ name: string }> } }): string[] {
  return body.results.map(({ name }) => name);
}

describe('an item in the list of a collection', () => {
  it('has all list fields and the names of its references', async () => {
    const ada = await addCollector(collection);
    await addBrand(collection, 101, 'adidas');
    await addClub(collection, 102, 'Málaga CF', { logo: 'https://logos.example/malaga.png' });
    await addSeason(collection, 103, '2024-25');
    const created_at = new Date('2026-01-02T03:04:05.678Z');
    await addKit(collection, 104, {
      name: 'Málaga CF 2024-25 Home',
      main_img_url: 'https://kits.example/104.jpg',
    });
    const references = { brand_id: 101, club_id: 102, season_id: 103, kit_id: 104 };
    const look = { size: 5, main_color: 2, design: 'STRIPES' };
    const id = await addItem(collection, ada, {
      name: 'Home',
      condition: 7,
      created_at,
      updated_at: new Date('2026-02-03T04:05:06.789Z'),
      tags: ['rare'],
      player_name: 'Isco',
      number: 22,
      ...references,
      ...look,
    });
    const { status, body } = await ada.request(MINE);
    expect([status, body]).toEqual([
      200,
      {
        count: 1,
        next: null,
        previous: null,
        results: [
          {
            id,
            item_type: 'jersey',
            name: 'Home',
            brand: { id: 101, name: 'adidas' },
            club: { id: 102, name: 'Málaga CF', logo: 'https://logos.example/malaga.png' },
            season: { id: 103, year: '2024-25' },
            kit: 104,
            size: 5,
            main_color: 2,
            design: 'STRIPES',
            labels: {
              brand: 'adidas',
              club: 'Málaga CF',
              club_logo: 'https://logos.example/malaga.png',
              season: '2024-25',
              kit: 'Málaga CF 2024-25 Home',
              kit_image: 'https://kits.example/104.jpg',
              main_color: { name: 'Red', color: '#FF0000' },
              size: 'L',
            },
            main_photo: null,
            main_photo_thumbnail: null,
            main_photo_card: null,
            condition: 7,
            is_private: false,
            tags: ['rare'],
            player_name: 'Isco',
            number: 22,
            created_at: '2026-01-02T03:04:05.678Z',
            updated_at: '2026-02-03T04:05:06.789Z',
          },
        ],
      },
    ]);
  });

  it('has null for missing references', async () => {
    const ada = await addCollector(collection);
    await addItem(collection, ada, { item_type: 'other', is_private: true });
    const { body } = await ada.request(MINE);
    expect(body.results).toMatchObject([
      { item_type: 'other', brand: null, club: null, season: null, main_photo: null, is_private: true },
    ]);
  });

  it('has null names until the catalogue provides them', async () => {
    const ada = await addCollector(collection);
    await addBrand(collection, 111, null);
    await addClub(collection, 112, null);
    await addSeason(collection, 113, null);
    await addItem(collection, ada, { brand_id: 111, club_id: 112, season_id: 113 });
    const { body } = await ada.request(MINE);
    expect(body.results).toMatchObject([
      {
        brand: { id: 111, name: null },
        club: { id: 112, name: null, logo: null },
        season: { id: 113, year: null },
      },
    ]);
  });

  it('shows the photo with the lowest order, or the first of photos with the same order', async () => {
    const ada = await addCollector(collection);
    const [ordered, alike, bare] = [
      await addItem(collection, ada, { name: 'ordered' }),
      await addItem(collection, ada, { name: 'alike' }),
      await addItem(collection, ada, { name: 'bare' }),
    ];
    await addPhoto(collection, ada, ordered, { sort_order: 2, image_key: 'originals/late.jpg' });
    await addPhoto(collection, ada, ordered, { sort_order: 1, image_key: 'originals/early.jpg' });
    await addPhoto(collection, ada, alike, { image_key: 'originals/first.jpg' });
    await addPhoto(collection, ada, alike, { image_key: 'originals/second.jpg' });
    await addPhoto(collection, ada, null);
    const { body } = await ada.request(`${MINE}?ordering=created_at`);
    const shown = body.results.map((item: { id: number; main_photo: string | null }) => [
      item.id,
      item.main_photo?.split('/').at(-1) ?? null,
    ]);
    expect(shown).toEqual([
      [ordered, 'early.jpg'],
      [alike, 'first.jpg'],
      [bare, null],
    ]);
  });

  it('shows the AVIF, card and thumbnail of its photo once they exist', async () => {
    const ada = await addCollector(collection);
    const item = await addItem(collection, ada);
    const photo = await addPhoto(collection, ada, item, { image_key: 'originals/x.png' });
    const before = (await ada.request(MINE)).body.results[0].main_photo;
    expect(before).toBe(`${collection.url}/media/originals/x.png`);
    await collection.db('photos').where({ id: photo }).update({
      avif_key: 'avif/x.avif',
      card_key: 'cards/x.webp',
      thumbnail_key: 'thumbnails/x.jpg',
    });
    expect((await ada.request(MINE)).body.results).toMatchObject([
      {
        main_photo: `${collection.url}/media/avif/x.avif`,
        main_photo_card: `${collection.url}/media/cards/x.webp`,
        main_photo_thumbnail: `${collection.url}/media/thumbnails/x.jpg`,
      },
    ]);
  });
});

describe('GET /api/collections/{user_id}/items/', () => {
  it('returns the items of the owner without drafts, newest first', async () => {
    const [ada, otherUser] = [await addCollector(collection), await addCollector(collection)];
    await addItem(collection, ada, { name: 'old', created_at: new Date(0) });
    await addItem(collection, ada, { name: 'private', is_private: true });
    await addItem(collection, ada, { name: 'draft', is_draft: true });
    await addItem(collection, otherUser, { name: 'another’s' });
    expect(names(await ada.request(MINE))).toEqual(['private', 'old']);
    expect(names(await ada.request(itemsOf(ada)))).toEqual(['private', 'old']);
  });

  it('returns only public items without drafts to other users, whatever the filters', async () => {
    const [ada, otherUser] = [await addCollector(collection), await addCollector(collection)];
    await addItem(collection, ada, { name: 'public' });
    await addItem(collection, ada, { name: 'private', is_private: true });
    await addItem(collection, ada, { name: 'draft', is_draft: true });
    await addItem(collection, ada, { name: 'both', is_draft: true, is_private: true });
    const response = await otherUser.request(itemsOf(ada));
    expect([response.body.count, names(response)]).toEqual([1, ['public']]);
    for (const query of ['is_private=true', 'is_draft=true', 'is_draft=1&is_private=1']) {
      const filtered = await otherUser.request(`${itemsOf(ada)}?${query}`);
      expect([query, filtered.body.count, names(filtered)]).toEqual([query, 1, ['public']]);
    }
  });

  it('returns the drafts of the owner with is_draft=true', async () => {
    const ada = await addCollector(collection);
    await addItem(collection, ada, { name: 'done' });
    await addItem(collection, ada, { name: '', is_draft: true });
    for (const path of [MINE, itemsOf(ada)]) {
      const { body } = await ada.request(`${path}?is_draft=true`);
      expect(body).toMatchObject({ count: 1, results: [{ name: '' }] });
    }
  });

  it('returns 403 for a private profile to other users, and 200 to its owner', async () => {
    const [ada, otherUser] = [
      await addCollector(collection, { isPrivate: true }),
      await addCollector(collection),
    ];
    await addItem(collection, ada, { name: 'mine' });
    expect(names(await ada.request(MINE))).toEqual(['mine']);
    expect(names(await ada.request(itemsOf(ada)))).toEqual(['mine']);
    const { status, body } = await otherUser.request(itemsOf(ada));
    expect([status, body]).toEqual([403, { detail: 'You do not have permission to perform this action.' }]);
  });

  it('returns 403 for a private profile before it validates the parameters', async () => {
    const [ada, otherUser] = [
      await addCollector(collection, { isPrivate: true }),
      await addCollector(collection),
    ];
    const { status } = await otherUser.request(`${itemsOf(ada)}?condition=11&page=99`);
    expect(status).toBe(403);
  });

  it.each(['0', '-1', '2147483647', '2147483648', '99999999999999999999', 'x', '1.5', '1e3', '%00'])(
    'returns 404 for an unknown or invalid user id: %s',
    async (id) => {
      const { status, body } = await (await addCollector(collection)).request(itemsOf({ id }));
      expect([status, body]).toEqual([404, { detail: 'Not found.' }]);
    },
  );

  it('returns 404 for a blocked user', async () => {
    const [ada, otherUser] = [
      await addCollector(collection, { isPrivate: true }),
      await addCollector(collection),
    ];
    await collection.db('users').where({ id: ada.id }).update({ is_active: false });
    const { status, body } = await otherUser.request(itemsOf(ada));
    expect([status, body]).toEqual([404, { detail: 'Not found.' }]);
  });

  it('returns 401 without credentials, as does `me`', async () => {
    const ada = await addCollector(collection);
    for (const path of [MINE, itemsOf(ada)]) {
      const { status, body } = await collection.request(path);
      expect([status, body]).toEqual([401, { detail: 'Authentication credentials were not provided.' }]);
    }
  });

  it('responds without the trailing slash, and returns 405 for POST', async () => {
    const ada = await addCollector(collection);
    await addItem(collection, ada, { name: 'x' });
    expect(names(await ada.request(MINE.slice(0, -1)))).toEqual(['x']);
    const { status, headers } = await collection.request(MINE, json('POST', {}, ada.token));
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
