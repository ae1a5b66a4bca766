import { findItemType, PHOTO_ORDER_MAX, PHOTOS_PER_ITEM, unknownId } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { invalidFields } from '../invalid-input.ts';

/** How a request names the item that a photo shows; null or absent for none. */
export interface TargetInput {
  content_type?: number | null | undefined;
  object_id?: number | null | undefined;
}

/** An item that a photo can be attached to, and what there is beside it. */
export interface Target {
  itemId: number;
  /** The photos that the item has, the one that is being changed aside. */
  photos: number;
  /** The place after the last of them. */
  nextOrder: number;
}

/**
 * The item that a photo is to show: an own one of that type with room for one photo more, else 400. `holds` keeps the
 * item from all who would add a photo to it, until the transaction ends.
 */
export async function findTarget(
  db: Database,
  userId: number,
  { content_type, object_id }: TargetInput,
  { photoId = 0, holds = false }: { photoId?: number; holds?: boolean } = {},
): Promise<Target | undefined> {
  if (typeof content_type !== 'number' || typeof object_id !== 'number') return undefined;
  const type = findItemType(content_type) ?? null;
  const [item] = await query(
    db,
    `select id from items where id = ? and user_id = ? and item_type = ? ${holds ? 'for no key update' : ''}`,
    [object_id, userId, type],
  );
  if (!item) throw invalidFields({ object_id: [unknownId(object_id)] });
  const target = await countPhotos(db, object_id, photoId);
  if (target.photos >= PHOTOS_PER_ITEM) {
    throw invalidFields({
      object_id: [`This item has ${PHOTOS_PER_ITEM} photos; an item can have no more.`],
    });
  }
  return target;
}

async function countPhotos(db: Database, itemId: number, photoId: number): Promise<Target> {
  const [row] = await query<Omit<Target, 'itemId'>>(
    db,
    `select count(*) as photos, least(coalesce(max(sort_order) + 1, 0), ?) as "nextOrder"
     from photos where item_id = ? and id <> ?`,
    [PHOTO_ORDER_MAX, itemId, photoId],
  );
  if (!row) throw new Error('the photos were not counted');
  return { itemId, ...row };
}
