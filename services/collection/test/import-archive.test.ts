import { beforeEach, describe, expect, it } from '@jest/globals';
import { countsOf, createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { jpeg } from './test-pictures.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
  service.catalogue.images = [];
  service.catalogue.refusal = 503;
  service.catalogue.picture = await jpeg({ width: 300, height: 400 });
});

const from1058 = { source: 'archive', archive_user_id: 1058 };

describe('import of a collection from the archive', () => {
  it('adds items with all fields that the collector filled, and their photos', async () => {
    const { body } = await importer.request('/api/imports/', 'POST', from1058);
    const review = await importer.settled(body.id);
    expect(countsOf(review)).toEqual({ new: 3 });
    expect(service.catalogue.images).toEqual([]);
    await importer.apply(body.id);
    const items = await importer.items();
    expect(items).toMatchObject([
      {
        kit: 11,
        club: 7,
        season: 5,
        brand: 3,
        is_draft: false,
        size: 5,
        design: 'STRIPES',
        main_color: 7,
        secondary_colors: [1],
        detailed_condition: 'VERY_GOOD',
        tags: ['match worn'],
        price: { amount: '85.00', currency: 'EUR' },
        estimated_value: { amount: '1200.50', currency: 'EUR' },
        acquired_on: '2023-11-04',
        notes: `From a flea market.\nAs new.\nTags: ${'x'.repeat(50)}\nPurchase site: eBay\nLeague: La Liga\nImage: https://archive.example/2.jpg`,
      },
      { kit: 11, is_draft: false, condition: 7, notes: 'Colors: Mauve' },
      {
        kit: null,
        name: 'Works team 1998-99 Kit',
        brand: 9,
        club_text: 'Works team',
        season_text: '1998-99',
        size_text: 'Boys 12',
        is_draft: false,
      },
    ]);
    for (const text of ['Condition: Loved', 'Purchase price: a pint']) {
      expect(items[2].notes).toContain(text);
    }
    const { body: photos } = await importer.request(`/api/photos/?object_id=${items[0].id}`);
    expect(photos).toMatchObject([
      { order: 0, width: 300, height: 400 },
      { order: 2, width: 300, height: 400 },
    ]);
    expect(service.catalogue.images).toEqual(
      [1, 2, 3].map((n) => `/api/user-collection/1058/images/31/${n}`),
    );
    const { body: repeated } = await importer.request('/api/imports/', 'POST', from1058);
    expect(countsOf(await importer.settled(repeated.id))).toEqual({ unchanged: 3 });
    expect((await importer.undo(body.id)).status).toBe('undone');
    expect(await importer.items()).toEqual([]);
  });

  it('adds the photos although the catalogue first responds with 503', async () => {
    const { body } = await importer.request('/api/imports/', 'POST', from1058);
    await importer.settled(body.id);
    service.catalogue.refusedPictures = 3;
    expect(countsOf(await importer.apply(body.id))).toEqual({ added: 3 });
    expect(service.catalogue.images).toHaveLength(6);
    expect((await importer.request('/api/photos/')).body).toHaveLength(2);
  });

  it('adds the photos although the catalogue first responds with 401', async () => {
    const { body } = await importer.request('/api/imports/', 'POST', from1058);
    await importer.settled(body.id);
    service.catalogue.refusedPictures = 1;
    // Requests are not retried immediately after a 401.
    service.catalogue.refusal = 401;
    expect(countsOf(await importer.apply(body.id))).toEqual({ added: 3 });
    expect((await importer.request('/api/photos/')).body).toHaveLength(2);
  });

  it('adds no photos if with_photos is false', async () => {
    const { body } = await importer.request('/api/imports/', 'POST', from1058);
    await importer.settled(body.id);
    await importer.request(`/api/imports/${body.id}/`, 'PATCH', { options: { with_photos: false } });
    await importer.settled(body.id);
    service.catalogue.images = [];
    expect(countsOf(await importer.apply(body.id))).toEqual({ added: 3 });
    expect(service.catalogue.images).toEqual([]);
    expect((await importer.request('/api/photos/')).body).toEqual([]);
  });
});
