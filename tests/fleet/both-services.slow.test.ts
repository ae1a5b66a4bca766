import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONTENT_TYPE_IDS, createCollectionClient, type CollectionClient } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { listFiles } from '@kitroom/testing/list-files';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { takePicture } from '../take-picture.ts';
import { openBothServices, signUp, type BothServices } from './open-both-services.ts';

const MINUTE = 60_000;

let both: BothServices;
let picture: Blob;

beforeAll(async () => {
  both = await openBothServices();
  picture = await takePicture();
}, 2 * MINUTE);

afterAll(() => both?.close(), MINUTE);

describe.each<{ how: string; env: Record<string, string>; hasWorker: boolean }>([
  { how: 'one process for requests and jobs', env: {}, hasWorker: false },
  { how: 'separate processes for requests and jobs', env: { WORKER: 'false' }, hasWorker: true },
])('the catalogue with API keys, and the collection service as $how', ({ env, hasWorker }) => {
  let collection: TestService;
  let worker: TestService | undefined;

  beforeAll(async () => {
    collection = await startTestService('collection', { ...both.collectionEnv, ...env });
    if (hasWorker) {
      worker = await startTestService('collection', both.collectionEnv, {
        command: ['worker'],
        waits: false,
      });
    }
  }, MINUTE);

  afterAll(async () => {
    await Promise.all([collection?.kill(), worker?.kill()]);
  }, MINUTE);

  it(
    'let a collector find a kit and add, photograph and delete an item, whose files are deleted',
    async () => {
      const client = await signUp(both, collection);
      const [kit] = (await client.archive.kits.search({ keyword: 'malaga 2003 home' })).results;
      if (!kit) throw new Error('the kit was not found');
      const kitFound = await client.archive.kits.get({ kit_id: kit.id });
      const jersey = await client.items.create({
        item_type: 'jersey',
        name: 'Found through the proxy',
        kit: kitFound.id,
        brand: kitFound.brand.id,
        club: kitFound.team.id,
        season: kitFound.season.id,
        size: 4,
        is_signed: true,
      });
      const target = { content_type: CONTENT_TYPE_IDS.jersey, object_id: jersey.id };
      const uploaded = await client.photos.upload({ ...target, image: picture, caption: 'Front' });
      expect(uploaded).toMatchObject({ width: 900, height: 1100, order: 0, image_avif: null });

      const finished = await eventually(async () => {
        const photo = await client.photos.get({ id: uploaded.id });
        if (!photo.image_avif || !photo.thumbnail) throw new Error('the versions are not made yet');
        return { image: photo.image, avif: photo.image_avif, thumbnail: photo.thumbnail };
      }, MINUTE);
      expect(await typeOf(finished.image)).toBe('image/jpeg');
      expect(await typeOf(finished.avif)).toBe('image/avif');
      expect(await typeOf(finished.thumbnail)).toBe('image/jpeg');
      // The job removes its temporary files a moment later.
      await eventually(async () => expect(listFiles(both.mediaRoot)).toHaveLength(4));

      expect(await client.collections.myItems()).toMatchObject({
        count: 1,
        results: [
          {
            id: jersey.id,
            main_photo: finished.avif,
            brand: { name: 'adidas' },
            club: { name: 'Málaga CF' },
            season: { year: '2003-04' },
          },
        ],
      });
      expect((await client.collections.me()).statistics).toMatchObject({
        total_items: 1,
        signed: 1,
        with_photos: 1,
        by_club: [{ id: kitFound.team.id, name: 'Málaga CF', count: 1 }],
      });
      expect((await client.items.get({ id: jersey.id })).photos).toEqual([
        expect.objectContaining({ id: uploaded.id, caption: 'Front', image_avif: finished.avif }),
      ]);

      await client.items.remove({ id: jersey.id });
      await eventually(async () => expect(listFiles(both.mediaRoot)).toEqual([]));
      for (const url of Object.values(finished)) expect((await fetch(url)).status).toBe(404);
    },
    2 * MINUTE,
  );
});

describe('the catalogue with API keys, and the collection service', () => {
  let collection: TestService;

  beforeAll(async () => {
    collection = await startTestService('collection', both.collectionEnv);
  }, MINUTE);

  afterAll(async () => {
    await collection?.kill();
  }, MINUTE);

  it('return 401 for catalogue requests without a key, but results for look-ups through the proxy', async () => {
    expect((await fetch(`${both.catalogue().url}/api/clubs/search?keyword=celtic`)).status).toBe(401);
    const response = await fetch(`${collection.url}/archive/clubs/search/?keyword=celtic`);
    expect(await response.json()).toMatchObject({ results: [{ name: 'Celtic' }] });
    const health = await createCollectionClient({ baseUrl: collection.url }).health();
    expect(health).toMatchObject({ status: 'healthy', catalogue: 'connected', storage: 'connected' });
  });

  it(
    'log an error for a wrong API key, and return 503 to the client',
    async () => {
      const lost = await startTestService('collection', {
        ...both.collectionEnv,
        CATALOGUE_API_KEY: 'wrong',
      });
      try {
        const response = await fetch(`${lost.url}/archive/clubs/search/?keyword=celtic`);
        expect(response.status).toBe(503);
        expect(await response.json()).toEqual({ detail: 'The catalogue is temporarily unavailable.' });
        await lost.waitForLine((line) => line.includes('"error"') && line.includes('catalogue'));
      } finally {
        await lost.kill();
      }
    },
    MINUTE,
  );

  it('respond to all nine look-ups of the catalogue proxy', async () => {
    const client = await signUp(both, collection);
    const { archive } = client;
    const [club] = (await archive.clubs.search({ keyword: 'malga' })).results;
    expect(club).toMatchObject({ name: 'Málaga CF', country: 'ES' });
    const clubId = club?.id ?? 0;
    const [season] = (await archive.clubs.seasons({ club_id: clubId })).results;
    expect(season).toMatchObject({ year: '2003-04' });
    const kits = await archive.clubs.kits({ club_id: clubId, season_id: season?.id ?? 0 });
    expect(kits.results.map(({ name }) => name)).toEqual([
      'Málaga CF 2003-04 Home',
      'Málaga CF 2003-04 Away',
    ]);
    const results = await archive.kits.search({ keyword: 'celtic 2002' });
    expect(results.results).toEqual([expect.objectContaining({ name: 'Celtic 2002-03 Home' })]);
    const kitFound = await archive.kits.get({ kit_id: results.results[0]?.id ?? 0 });
    expect(kitFound).toMatchObject({ design: 'Hoops', primary_color: { name: 'Green' } });
    expect((await archive.brands.search({ keyword: 'umbro' })).results).toMatchObject([{ name: 'Umbro' }]);
    expect((await archive.competitions.search({ keyword: 'la liga' })).results).toMatchObject([
      { name: 'La Liga' },
    ]);
    expect((await archive.seasons.search({ keyword: '2003' })).results).toContainEqual(
      expect.objectContaining({ year: '2003-04' }),
    );
    await client.items.create({ item_type: 'jersey', name: 'Hoops', brand: kitFound.brand.id, size: 4 });
    expect((await archive.filters({ filter_type: 'brand' })).results).toContainEqual(
      expect.objectContaining({ name: 'Umbro' }),
    );
  });

  it(
    'serve items and stale look-ups while the catalogue is unavailable, and catch up afterwards',
    async () => {
      const client = await signUp(both, collection);
      const [known] = (await client.archive.brands.search({ keyword: 'adidas' })).results;
      const [celtic] = (await client.archive.clubs.search({ keyword: 'celtic' })).results;
      const brand = known?.id ?? 0;
      const item = await client.items.create({ item_type: 'jersey', name: 'Before', brand, size: 4 });
      const url = `${collection.url}/archive/kits/search/?keyword=celtic`;
      const response: unknown = await (await fetch(url)).json();
      await both.catalogue().kill();
      let later: Awaited<ReturnType<typeof client.items.create>>;
      try {
        // A health report is cached for two seconds.
        await eventually(async () =>
          expect(await client.health()).toMatchObject({ status: 'healthy', catalogue: 'disconnected' }),
        );
        const stale = await fetch(url);
        expect([stale.status, stale.headers.get('X-Cache')]).toEqual([200, 'STALE']);
        expect(await stale.json()).toEqual(response);
        expect((await fetch(`${collection.url}/archive/kits/search/?keyword=new+here`)).status).toBe(503);
        expect((await client.items.get({ id: item.id })).brand).toBe(brand);
        // One name is cached already; the other has not been requested yet.
        later = await client.items.create({
          item_type: 'pants',
          name: 'Meanwhile',
          brand,
          size: 13,
          club: celtic?.id ?? 0,
        });
        expect(await listNames(client)).toEqual([
          { name: 'Meanwhile', brand: 'adidas', club: null },
          { name: 'Before', brand: 'adidas', club: undefined },
        ]);
        expect((await client.collections.me()).statistics.total_items).toBe(2);
      } finally {
        await both.startCatalogue();
      }
      await eventually(async () => {
        expect((await listNames(client))[0]).toEqual({ name: 'Meanwhile', brand: 'adidas', club: 'Celtic' });
      }, 2 * MINUTE);
      expect((await client.items.get({ id: later.id })).club).toBe(celtic?.id);
      await eventually(async () => {
        const fresh = await fetch(url);
        expect([fresh.status, fresh.headers.get('X-Cache')]).toEqual([200, null]);
      }, MINUTE);
    },
    4 * MINUTE,
  );
});

async function listNames(client: CollectionClient) {
  const { results } = await client.collections.myItems();
  return results.map(({ name, brand, club }) => ({ name, brand: brand?.name, club: club?.name }));
}

async function typeOf(url: string): Promise<string | null> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
  return response.headers.get('Content-Type');
}
