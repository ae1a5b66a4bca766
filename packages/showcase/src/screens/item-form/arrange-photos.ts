import {
  CONTENT_TYPE_IDS,
  type CollectionClient,
  type ItemDetail,
  type Photo,
} from '@kitroom/collection-client';

/**
 * Moves one of an item's photos to another place, both counted from 0. The service moves the photo that has this order,
 * and those after it, up; only photos with equal orders need a request each.
 */
export async function movePhoto(
  client: CollectionClient['photos'],
  item: ItemDetail,
  from: number,
  to: number,
): Promise<void> {
  const arranged = item.photos.toSpliced(from, 1);
  const [moved] = item.photos.slice(from, from + 1);
  if (!moved || from === to) return;
  arranged.splice(to, 0, moved);
  const orders = toOrders(item.photos);
  // Behind the photo that stands there, if it moves down.
  const order = (orders[to] ?? 0) + (to > from ? 1 : 0);
  await client.patch({ id: moved.id }, { order });
  const stored = await client.list({
    content_type: CONTENT_TYPE_IDS[item.item_type],
    object_id: item.id,
  });
  if (isSameOrder(stored.results, arranged)) return;
  for (const [index, photo] of arranged.entries()) {
    await client.patch({ id: photo.id }, { order: orders[index] });
  }
}

/** The orders in use, without repetitions. */
function toOrders(photos: readonly Photo[]): number[] {
  const orders: number[] = [];
  for (const { order } of photos) orders.push(Math.max(order, (orders.at(-1) ?? -1) + 1));
  return orders;
}

function isSameOrder(photos: readonly Photo[], arranged: readonly Photo[]): boolean {
  return photos.map(({ id }) => id).join() === arranged.map(({ id }) => id).join();
}
