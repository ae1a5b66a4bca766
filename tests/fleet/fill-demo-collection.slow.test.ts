import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCollectionClient, type CollectionClient } from '@kitroom/collection-client';
import { fillDemoCollection, type DemoServices } from '@kitroom/demo/collection/fill-demo-collection';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { issueToken, openBothServices, type BothServices } from './open-both-services.ts';

const MINUTE = 60_000;

let both: BothServices;
let collection: TestService;

beforeAll(async () => {
  both = await openBothServices();
  collection = await startTestService('collection', { ...both.collectionEnv, WORKER: 'false' });
}, 2 * MINUTE);

afterAll(async () => {
  await collection?.kill();
  await both?.close();
}, MINUTE);

/** Adds two owners of demo collections, with a client for the first owner. */
async function addOwners(): Promise<{ services: DemoServices; client: CollectionClient }> {
  const [demo, iris] = [await issueToken(both, collection), await issueToken(both, collection)];
  const services = {
    catalogue: both.catalogue().url,
    collection: collection.url,
    catalogueKey: both.collectionEnv.CATALOGUE_API_KEY ?? '',
    tokens: new Map([
      ['demo', demo],
      ['iris', iris],
    ]),
  };
  return { services, client: createCollectionClient({ baseUrl: collection.url, token: demo }) };
}

async function listShelf(client: CollectionClient) {
  const { results } = await client.items.list({ ordering: 'created_at' });
  const items = await Promise.all(results.map(({ id }) => client.items.get({ id })));
  return items.map(({ id, name, photos }) => ({ id, name, captions: photos.map(({ caption }) => caption) }));
}

const IN_SMALL_CATALOGUE = [
  { name: 'Celtic home shirt 2002-03, Larsson 7', captions: ['Front', 'Back: Larsson 7'] },
  { name: 'Málaga home shirt 2003-04', captions: ['Front', 'Collar'] },
  { name: 'Celtic home shorts, number 7', captions: ['Front'] },
  { name: 'Celtic home socks', captions: ['The pair'] },
].map((item) => expect.objectContaining(item));

describe('fillDemoCollection', () => {
  it(
    'skips items and photos whose kits the catalogue lacks',
    async () => {
      const { services, client } = await addOwners();
      await fillDemoCollection(services, new AbortController().signal);
      expect(await listShelf(client)).toEqual(IN_SMALL_CATALOGUE);
    },
    MINUTE,
  );

  it(
    'adds missing items and photos on a second run, without duplicates or changes to other items',
    async () => {
      const { services, client } = await addOwners();
      await fillDemoCollection(services, new AbortController().signal);
      const [shirt, malaga, shorts] = await listShelf(client);
      await client.items.remove({ id: malaga?.id ?? 0 });
      await client.items.patch({ id: shorts?.id ?? 0 }, { description: 'Changed since.' });
      const { photos } = await client.items.get({ id: shirt?.id ?? 0 });
      await client.photos.remove({ id: photos[0]?.id ?? 0 });
      await fillDemoCollection(services, new AbortController().signal);
      const completed = await listShelf(client);
      expect(completed.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
        expect.arrayContaining(IN_SMALL_CATALOGUE),
      );
      expect(completed).toHaveLength(IN_SMALL_CATALOGUE.length);
      expect((await client.items.get({ id: shorts?.id ?? 0 })).description).toBe('Changed since.');
    },
    MINUTE,
  );

  it('adds nothing when its signal is already aborted', async () => {
    const { services, client } = await addOwners();
    await expect(fillDemoCollection(services, AbortSignal.abort())).rejects.toThrow('abort');
    expect(await listShelf(client)).toEqual([]);
  });
});
