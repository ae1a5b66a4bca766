import {
  CollectionError,
  CONTENT_TYPE_IDS,
  type CallOptions,
  type CollectionClient,
  type Item,
  type ItemDetail,
  type Photo,
} from '@kitroom/collection-client';
import { readVersion } from '../../components/use-item.ts';

type PhotoClient = CollectionClient['photos'];

/** A change of one of an item's photos. */
export interface PhotoChange {
  id: number;
  caption?: string;
  image?: File;
  /** The new position among the photos, from 0. */
  to?: number;
  /** The item to move it to. */
  target?: Item;
  isRemoved?: boolean;
}

/** The photo has been changed or removed since it was shown. The change has not been saved. */
export class OutdatedPhoto extends Error {}

/**
 * Changes a photo of the item as it is shown. Errors: `OutdatedPhoto` if the stored photo differs from the
 * shown one.
 */
export async function changePhoto(
  client: PhotoClient,
  item: ItemDetail,
  { id, to, target, isRemoved = false, ...fields }: PhotoChange,
): Promise<void> {
  const shown = item.photos.find((photo) => photo.id === id);
  if (!shown) throw new OutdatedPhoto();
  if (to !== undefined) return movePhoto(client, item, shown, to);
  const changes = target
    ? { content_type: CONTENT_TYPE_IDS[target.item_type], object_id: target.id }
    : fields;
  await sendIfUnchanged(client, shown, (options) =>
    isRemoved ? client.remove({ id }, options) : client.patch({ id }, changes, options),
  );
}

/**
 * Sends a change on condition that the photo is still the shown version. Reads the photo first, because items
 * do not contain the entity tags of their photos.
 */
async function sendIfUnchanged(
  client: PhotoClient,
  shown: Photo,
  send: (options: CallOptions) => Promise<unknown>,
): Promise<void> {
  try {
    const { item: stored, etag } = await readVersion((options) => client.get({ id: shown.id }, options));
    if (!isSameVersion(stored, shown)) throw new OutdatedPhoto();
    await send({ ifMatch: etag ?? undefined });
  } catch (error) {
    const isOutdated = error instanceof CollectionError && [404, 412].includes(error.status ?? 0);
    throw isOutdated ? new OutdatedPhoto() : error;
  }
}

/** Compares photos without their renditions, which may have been generated in the meantime. */
function isSameVersion(stored: Photo, shown: Photo): boolean {
  return (['object_id', 'image', 'caption', 'order'] as const).every((name) => stored[name] === shown[name]);
}

/**
 * Moves a photo. The service shifts the photo with the new order and those after it, so one request is enough
 * unless some photos have the same order.
 */
async function movePhoto(client: PhotoClient, item: ItemDetail, moved: Photo, to: number): Promise<void> {
  const from = item.photos.indexOf(moved);
  if (from === to) return;
  const orders = toOrders(item.photos);
  // If the photo moves down, it goes after the photo that is at the new position now.
  const order = (orders[to] ?? 0) + (to > from ? 1 : 0);
  await sendIfUnchanged(client, moved, (options) => client.patch({ id: moved.id }, { order }, options));
  if (item.photos.every((photo, index) => photo.order === orders[index])) return;
  const arranged = item.photos.toSpliced(from, 1).toSpliced(to, 0, moved);
  for (const [index, photo] of arranged.entries()) {
    await client.patch({ id: photo.id }, { order: orders[index] });
  }
}

/** The orders of the photos, increased where necessary to be distinct. */
function toOrders(photos: readonly Photo[]): number[] {
  const orders: number[] = [];
  for (const { order } of photos) orders.push(Math.max(order, (orders.at(-1) ?? -1) + 1));
  return orders;
}
