import { findItemType, PHOTOS_PER_ITEM, unknownId } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { invalidFields } from '../invalid-input.ts';
import { countOtherPhotos, hasItem, type OtherPhotos } from './photo-queries.ts';

/** How a request refers to a photo's item; null or absent for none. */
export interface TargetInput {
  content_type?: number | null | undefined;
  object_id?: number | null | undefined;
}

/** An item that a photo can be attached to, with its other photos. */
export interface Target extends OtherPhotos {
  itemId: number;
}

/**
 * The item that a photo is attached to: one of the user's own, of that type, with room for another photo, else 400.
 * `holds` locks the item until the transaction ends, so that no other photo is added.
 */
export async function findTarget(
  db: Database,
  userId: number,
  { content_type, object_id }: TargetInput,
  { photoId = 0, holds = false }: { photoId?: number; holds?: boolean } = {},
): Promise<Target | undefined> {
  if (typeof content_type !== 'number' || typeof object_id !== 'number') return undefined;
  const item = { id: object_id, userId, type: findItemType(content_type) };
  if (!(await hasItem(db, item, { holds }))) throw invalidFields({ object_id: [unknownId(object_id)] });
  const target = { itemId: object_id, ...(await countOtherPhotos(db, object_id, photoId)) };
  if (target.photos >= PHOTOS_PER_ITEM) {
    throw invalidFields({
      object_id: [`This item has ${PHOTOS_PER_ITEM} photos; an item can have no more.`],
    });
  }
  return target;
}
