import { createCatalogueClient } from '@kitroom/catalogue-client';
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
import { findDemoKits } from './find-demo-kits.ts';
import { planPhotos, type PhotoPlan } from './photograph-item.ts';
import { renderPhoto } from './render-photo.ts';
import { toLook, toNewItem, type Kit } from './to-new-item.ts';

/** How many photos are rendered and uploaded concurrently. */
const PHOTOS_AT_ONCE = 3;

/** A collection to fill. */
interface Shelf {
  items: readonly DemoItem[];
  /** A client with the owner's token. */
  client: CollectionClient;
}

/**
 * Adds the items of the demo collections, oldest first, then their photos, over HTTP; deterministic. Items that exist
 * by name, and photos by position, are left unchanged, so a second run completes an interrupted one. An item whose kit
 * is not in the catalogue is skipped.  Rejects with a CatalogueError or a CollectionError, and with the signal's
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
  for (const [place, item] of items.entries()) {
    const kit = kits.get(item.kit);
    if (!kit) continue;
    const id = idsByName.get(item.name);
    const detail = await (id === undefined
      ? client.items.create(toNewItem(item, kit), { signal })
      : client.items.get({ id }, { signal }));
    photos.push(...listMissing(detail, planPhotos(item, toLook(item, kit), place)));
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
  plan: PhotoPlan;
}

function listMissing(item: ItemDetail, plans: readonly PhotoPlan[]): PhotoJob[] {
  const taken = new Set(item.photos.map((photo) => photo.order));
  return plans.map((plan, order) => ({ item, order, plan })).filter(({ order }) => !taken.has(order));
}

async function uploadPhoto(
  client: CollectionClient,
  { item, order, plan }: PhotoJob,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const jpeg = await renderPhoto(plan.draw());
  const photo = {
    image: new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }),
    content_type: CONTENT_TYPE_IDS[item.item_type],
    object_id: item.id,
    caption: plan.caption,
    order,
  };
  await client.photos.upload(photo, { signal });
}
