import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { createCatalogueClient, type CatalogueClient, type Kit } from '@kitroom/catalogue-client';
import {
  CONTENT_TYPE_IDS,
  createCollectionClient,
  eachEntry,
  type CollectionClient,
  type ItemDetail,
} from '@kitroom/collection-client';
import photosByItem from '../../photos/photos.json' with { type: 'json' };
import type { DemoItem, DemoUser } from './demo-item.ts';
import { DEMO_OWNERS } from './demo-owners.ts';
import { toNewItem } from './to-new-item.ts';

const CONCURRENT_UPLOADS = 3;
const CONCURRENT_SEARCHES = 4;

const PHOTOS = join(import.meta.dirname, '../../photos');

/** The services in which the demo collections are created, and the credentials for them. */
export interface DemoServices {
  /** URL of the service. */
  catalogue: string;
  /** URL of the service. */
  collection: string;
  /** API key for the catalogue. */
  catalogueKey: string;
  /** The owners' tokens by username. */
  tokens: ReadonlyMap<string, string>;
}

/** The initial content of the collection service. */
export interface DemoCollection {
  /** The demo collector first. */
  owners: readonly [DemoUser, ...DemoUser[]];
  /** Fills the owners' collections, or continues to. Rejects if a request fails. */
  complete(services: DemoServices, signal: AbortSignal): Promise<void>;
}

/** The photos of each item, by the item's name, with the main photo first. The files are in `photos/`. */
const DEMO_PHOTOS: Readonly<Record<string, ReadonlyArray<{ file: string; caption: string }>>> = photosByItem;

type MissingPhoto = ReturnType<typeof listMissingPhotos>[number];

/**
 * Adds the items of the demo collections, oldest first, then their photos, over HTTP; deterministic. Skips
 * items whose name and photos whose position exist already, so a second run completes an interrupted one. An
 * item whose kit is not in the catalogue is skipped. Rejects with a CatalogueError or a CollectionError, or
 * with the signal's reason.
 */
export async function fillDemoCollection(services: DemoServices, signal: AbortSignal): Promise<void> {
  const catalogue = createCatalogueClient({ baseUrl: services.catalogue, apiKey: services.catalogueKey });
  const names = DEMO_OWNERS.flatMap(({ items }) => items.map(({ kit }) => kit));
  const kits = await findDemoKits(catalogue, names, signal);
  for (const { username, items } of DEMO_OWNERS) {
    const token = services.tokens.get(username);
    const client = createCollectionClient({ baseUrl: services.collection, token });
    await fillCollection(client, items, kits, signal);
  }
}

async function fillCollection(
  client: CollectionClient,
  items: readonly DemoItem[],
  kits: ReadonlyMap<string, Kit>,
  signal: AbortSignal,
): Promise<void> {
  const idsByName = await listIds(client, signal);
  const photos: MissingPhoto[] = [];
  for (const item of items) {
    const kit = kits.get(item.kit);
    if (!kit) continue;
    const id = idsByName.get(item.name);
    const detail = await (id === undefined
      ? client.items.create(toNewItem(item, kit), { signal })
      : client.items.get({ id }, { signal }));
    photos.push(...listMissingPhotos(detail));
  }
  await pLimit(CONCURRENT_UPLOADS).map(photos, (photo) => uploadPhoto(client, photo, signal));
}

async function listIds(client: CollectionClient, signal: AbortSignal): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for await (const { name, id } of eachEntry(client.items.list, {}, { signal })) ids.set(name, id);
  return ids;
}

/** Lists the photos that an item does not have yet. */
function listMissingPhotos(item: ItemDetail) {
  const existing = new Set(item.photos.map(({ order }) => order));
  return (DEMO_PHOTOS[item.name] ?? [])
    .map((photo, order) => ({
      ...photo,
      order,
      content_type: CONTENT_TYPE_IDS[item.item_type],
      object_id: item.id,
    }))
    .filter(({ order }) => !existing.has(order));
}

async function uploadPhoto(
  client: CollectionClient,
  { file, ...photo }: MissingPhoto,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const image = await openAsBlob(join(PHOTOS, file), { type: 'image/webp' });
  await client.photos.upload({ image, ...photo }, { signal });
}

/** Finds kits in the catalogue by exact name and skips unknown ones. Rejects with a CatalogueError. */
export async function findDemoKits(
  catalogue: CatalogueClient,
  names: Iterable<string>,
  signal: AbortSignal,
): Promise<Map<string, Kit>> {
  const kits = await pLimit(CONCURRENT_SEARCHES).map([...new Set(names)], async (name) => {
    const results = await catalogue.kits.search({ keyword: name }, { signal });
    const id = results.find((kit) => kit.name === name)?.id;
    return id === undefined ? undefined : catalogue.kits.get({ kit_id: id }, { signal });
  });
  return new Map(kits.flatMap((kit) => (kit ? [[kit.name, kit]] : [])));
}
