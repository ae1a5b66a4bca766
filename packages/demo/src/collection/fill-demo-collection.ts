import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { createCatalogueClient, type CatalogueClient } from '@kitroom/catalogue-client';
import {
  CONTENT_TYPE_IDS,
  createCollectionClient,
  eachEntry,
  type CollectionClient,
  type ItemDetail,
} from '@kitroom/collection-client';
import pLimit from 'p-limit';
import type { DemoServices } from './demo-services.ts';
import type { DemoItem } from './demo-item.ts';
import { DEMO_OWNERS } from './demo-owners.ts';
import photosByItem from '../../photos/photos.json' with { type: 'json' };
import { toNewItem, type Kit } from './to-new-item.ts';

/** How many photos are uploaded concurrently. */
const PHOTOS_AT_ONCE = 3;

const PHOTOS = join(import.meta.dirname, '../../photos');

/** A photo of an item: a file in `photos/`. */
interface DemoPhoto {
  file: string;
  caption: string;
}

/** The photos of each item, by its name, the main one first. */
const DEMO_PHOTOS: Readonly<Record<string, readonly DemoPhoto[]>> = photosByItem;

/** A collection to fill. */
interface Shelf {
  items: readonly DemoItem[];
  /** A client with the owner's token. */
  client: CollectionClient;
}

/**
 * Adds the items of the demo collections, oldest first, then their photos, over HTTP; deterministic. Items that exist
 * by name, and photos by position, are left unchanged, so a second run completes an interrupted one. An item whose kit
 * is not in the catalogue is skipped. Rejects with a CatalogueError or a CollectionError, and with the signal's
 * reason.
 */
export async function fillDemoCollection(services: DemoServices, signal: AbortSignal): Promise<void> {
  const catalogue = createCatalogueClient({ baseUrl: services.catalogue, apiKey: services.catalogueKey });
  const names = DEMO_OWNERS.flatMap(({ items }) => items.map(({ kit }) => kit));
  const kits = await findDemoKits(catalogue, names, signal);
  for (const { username, items } of DEMO_OWNERS) {
    const token = services.tokens.get(username);
    const client = createCollectionClient({ baseUrl: services.collection, token });
    await fillShelf({ items, client }, kits, signal);
  }
}

async function fillShelf(
  { items, client }: Shelf,
  kits: ReadonlyMap<string, Kit>,
  signal: AbortSignal,
): Promise<void> {
  const idsByName = await listIds(client, signal);
  const photos: PhotoJob[] = [];
  for (const item of items) {
    const kit = kits.get(item.kit);
    if (!kit) continue;
    const id = idsByName.get(item.name);
    const detail = await (id === undefined
      ? client.items.create(toNewItem(item, kit), { signal })
      : client.items.get({ id }, { signal }));
    photos.push(...listMissing(detail, DEMO_PHOTOS[item.name] ?? []));
  }
  await pLimit(PHOTOS_AT_ONCE).map(photos, (photo) => uploadPhoto(client, photo, signal));
}

async function listIds(client: CollectionClient, signal: AbortSignal): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for await (const { name, id } of eachEntry(client.items.list, {}, { signal })) ids.set(name, id);
  return ids;
}

interface PhotoJob {
  item: ItemDetail;
  order: number;
  photo: DemoPhoto;
}

function listMissing(item: ItemDetail, photos: readonly DemoPhoto[]): PhotoJob[] {
  const taken = new Set(item.photos.map((photo) => photo.order));
  return photos.map((photo, order) => ({ item, order, photo })).filter(({ order }) => !taken.has(order));
}

async function uploadPhoto(
  client: CollectionClient,
  { item, order, photo: { file, caption } }: PhotoJob,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const photo = {
    image: await openAsBlob(join(PHOTOS, file), { type: 'image/webp' }),
    content_type: CONTENT_TYPE_IDS[item.item_type],
    object_id: item.id,
    caption,
    order,
  };
  await client.photos.upload(photo, { signal });
}

const AT_ONCE = 4;

/** Finds kits in the catalogue by exact name; unknown ones are skipped. Rejects with a CatalogueError. */
export async function findDemoKits(
  catalogue: CatalogueClient,
  names: Iterable<string>,
  signal: AbortSignal,
): Promise<Map<string, Kit>> {
  const kits = await pLimit(AT_ONCE).map([...new Set(names)], async (name) => {
    const found = await catalogue.kits.search({ keyword: name }, { signal });
    const id = found.find((kit) => kit.name === name)?.id;
    return id === undefined ? undefined : catalogue.kits.get({ kit_id: id }, { signal });
  });
  return new Map(kits.flatMap((kit) => (kit ? [[kit.name, kit]] : [])));
}
