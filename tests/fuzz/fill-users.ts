import { CONTENT_TYPE_IDS, createCollectionClient, ITEM_TYPES } from '@kitroom/collection-client';
import type { CommonPools } from './known-things.ts';
import type { Pictures } from './pictures.ts';
import type { User } from './users.ts';

const ITEMS_OF_EACH_TYPE = 3;

/** Gives a user items of all types, some with a photo, and links to them. */
export async function fillShelf(
  user: User,
  baseUrl: string,
  { common, pictures }: { common: CommonPools; pictures: Pictures },
): Promise<void> {
  const client = createCollectionClient({ baseUrl, token: user.token });
  const brand = Number(common.brand?.[0]);
  const picture = pictures.good[0]?.bytes ?? Buffer.alloc(0);
  for (const type of Array.from({ length: ITEMS_OF_EACH_TYPE }, () => ITEM_TYPES).flat()) {
    const item = { item_type: type, name: `One of ${user.username}`, brand };
    const { id } = await client.items.create(item);
    user.items.push({ id, type });
    if (user.items.length % 2 === 0) continue;
    const target = { content_type: CONTENT_TYPE_IDS[type], object_id: id };
    const photo = await client.photos.upload({ ...target, image: new Blob([new Uint8Array(picture)]) });
    user.photos.push(photo.id);
  }
  user.shares.push(await client.shares.create({ scope: 'collection' }));
  user.shares.push(await client.shares.create({ scope: 'item', item: user.items[0]?.id }));
}
