import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { followPages, hasPages, LISTED, PAGE_SIZES } from '@kitroom/testing/full-pages';
import { useCollection } from './test-collection.ts';
import { addImport } from './test-imports.ts';
import { addItem, addPhoto } from './test-items.ts';
import { addShare } from './test-shares.ts';
import { addCollector, type Collector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
/** A service without collections. */
const empty = useCollection({ WORKER: 'false' });

/** A collector with an item, an import and a link to their collection. */
interface Owner extends Collector {
  itemId: number;
  importId: number;
  shareToken: string;
}

/** Has `LISTED` records in each list. */
let full: Owner;
/** Has no records. */
let bare: Collector;
/** Has one empty record of each kind. */
let unfilled: Owner;
/** Has no records in the service without collections. */
let alone: Collector;

const numbers = Array.from({ length: LISTED }, (_, index) => index + 1);

beforeAll(async () => {
  full = await addOwner(LISTED);
  unfilled = await addOwner(0);
  bare = await addCollector(collection);
  alone = await addCollector(empty);
  for (const _ of numbers.slice(1)) await addItem(collection, await addCollector(collection));
});

/** Adds a collector whose first item has all photos and values, and whose first import has all rows. */
async function addOwner(count: number): Promise<Owner> {
  const owner = await addCollector(collection);
  const listed = numbers.slice(0, count);
  const itemId = await addItem(collection, owner, { is_private: count === 0 });
  const importId = await addImport(collection, owner);
  const { token: shareToken } = await addShare(collection, owner);
  for (const _ of listed.slice(1)) {
    await addItem(collection, owner);
    await addImport(collection, owner);
    await addShare(collection, owner);
  }
  await collection.db('import_rows').where({ import_id: importId }).delete();
  for (const number of listed) {
    await addPhoto(collection, owner, itemId);
    const value = { amount: `${number}.00`, currency: 'EUR' };
    await collection.db('item_values').insert({ item_id: itemId, estimated_value: value });
    const row = { import_id: importId, number, cells: { Name: `Row ${number}` }, status: 'invalid' };
    await collection.db('import_rows').insert(row);
  }
  return { ...owner, itemId, importId, shareToken };
}

/** A list's path, and a collector for whom it is empty: by default `bare`. */
interface List {
  path: (owner: Owner) => string;
  without?: () => Collector;
}

const LISTS: Readonly<Record<string, List>> = {
  listItems: { path: () => '/api/items/' },
  listItemValues: { path: ({ itemId }) => `/api/items/${itemId}/values/`, without: () => unfilled },
  listItemChanges: { path: () => '/api/items/changes/' },
  listCollections: { path: () => '/api/collections/', without: () => alone },
  listMyCollectionItems: { path: () => '/api/collections/me/items/' },
  listCollectionItems: { path: ({ id }) => `/api/collections/${id}/items/` },
  listNamedCollectionItems: { path: ({ username }) => `/api/collections/@${username}/items/` },
  listPhotos: { path: () => '/api/photos/' },
  listShares: { path: () => '/api/shares/' },
  listSharedItems: { path: ({ shareToken }) => `/api/shared/${shareToken}/items/`, without: () => unfilled },
  listImports: { path: () => '/api/imports/' },
  listImportRows: { path: ({ importId }) => `/api/imports/${importId}/rows/`, without: () => unfilled },
};

describe('a paged list of the collection service', () => {
  it('is covered by a test in this file', () => {
    const paged = COLLECTION_CONTRACTS.filter(hasPages).map(({ id }) => id);
    expect(paged.toSorted()).toEqual(Object.keys(LISTS).toSorted());
  });

  describe.each(Object.entries(LISTS))('%s', (_id, { path, without }) => {
    const toList = (owner: Collector) => ({ path: path(owner as Owner), request: owner.request });

    it.each(PAGE_SIZES)('returns every entry once across linked pages of %s', async (size) => {
      const { shown, expected } = await followPages(toList(full), { size, count: LISTED });
      expect(shown).toEqual(expected);
    });

    it('returns a single empty page if the list is empty', async () => {
      const list = toList(without?.() ?? bare);
      const { shown, expected } = await followPages(list, { size: LISTED, count: 0 });
      expect(shown).toEqual(expected);
    });
  });
});
