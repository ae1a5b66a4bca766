import { PHOTO_ORDER_MAX, type ItemType } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { countRows, definedColumns, hasRows, onlyRow, qualify } from '@kitroom/server/database/query-parts';
import type { Page } from '@kitroom/server/http/paging';
import type { Admission } from '../user-limits/admit.ts';
import { PHOTO_KEYS, type PhotoKeys } from './photo-files.ts';
import type { StoredPicture } from './store-picture.ts';

/** The table `photos`. */
export interface PhotoTable extends PhotoKeys {
  id: number;
  user_id: number;
  /** Null until the photo is attached. */
  item_id: number | null;
  width: number;
  height: number;
  caption: string;
  sort_order: number;
  uploaded_at: Date;
  /** The number of failed attempts since the last rendition was created. */
  attempts: number;
  /** The size of all files; null until it is measured. */
  bytes: number | null;
}

export const photos = (db: Database) => db<PhotoTable>('photos');

/** A stored photo, with the type of its item; null until it is attached. */
export interface PhotoRow extends Omit<PhotoTable, 'attempts' | 'bytes'> {
  item_type: ItemType | null;
}

/** The columns of a PhotoRow, for queries that join `items`. */
export const PHOTO_COLUMNS = `${qualify('photos', [
  'id',
  'user_id',
  'item_id',
  ...PHOTO_KEYS,
  'width',
  'height',
  'caption',
  'sort_order',
  'uploaded_at',
])}, items.item_type`;
const PHOTOS = 'photos left join items on items.id = photos.item_id';

/** The photos of items, sorted by item and order. */
export async function photosOfItems(db: Database, itemIds: readonly number[]): Promise<PhotoRow[]> {
  if (itemIds.length === 0) return [];
  return query<PhotoRow>(
    db,
    `select ${PHOTO_COLUMNS} from ${PHOTOS} where photos.item_id = any (?)
     order by photos.item_id, photos.sort_order, photos.id`,
    [itemIds],
    'photos of items',
  );
}

/** The ids of all photos of a user, in order of upload. */
export async function listPhotoIds(db: Database, userId: number): Promise<number[]> {
  return photos(db).where({ user_id: userId }).orderBy('id').pluck('id');
}

/** The photos with these ids, in their order; deleted ones are skipped. */
export function listPhotosById(db: Database, ids: readonly number[]): Promise<PhotoRow[]> {
  return query<PhotoRow>(
    db,
    `select ${PHOTO_COLUMNS} from ${PHOTOS} where photos.id = any (?) order by photos.id`,
    [ids],
  );
}

/** A photo visible to the user: their own, or one of a public item of a user whose profile is public. */
export async function findVisiblePhoto(
  db: Database,
  id: number,
  userId: number,
): Promise<PhotoRow | undefined> {
  const [row] = await query<PhotoRow>(
    db,
    `select ${PHOTO_COLUMNS} from ${PHOTOS} join users on users.id = photos.user_id
     where photos.id = ?
       and (photos.user_id = ? or (items.is_public and not users.is_private and users.is_active))`,
    [id, userId],
  );
  return row;
}

/** A page of the user's own photos and their number: unattached ones first, then by item. */
export async function listOwnPhotos(
  db: Database,
  userId: number,
  filters: { itemType: ItemType | undefined; itemId: number | undefined },
  { page, size }: Page,
): Promise<{ rows: PhotoRow[]; count: number }> {
  const conditions = definedColumns({
    'items.item_type': filters.itemType,
    'photos.item_id': filters.itemId,
  });
  const listed = () =>
    photos(db)
      .leftJoin('items', 'items.id', 'photos.item_id')
      .where({ 'photos.user_id': userId, ...conditions });
  const rows = await listed()
    .orderByRaw('photos.item_id desc nulls first, photos.sort_order, photos.id')
    .limit(size)
    .offset(Math.max(0, page - 1) * size)
    .select<PhotoRow[]>(db.raw(PHOTO_COLUMNS));
  return { rows, count: await countRows(listed()) };
}

/**
 * Whether a user has an item of a type. Optionally locks it, so that no other photo can be added until the
 * transaction ends.
 */
export async function hasItem(
  db: Database,
  { id, userId, type }: { id: number; userId: number; type: ItemType | undefined },
  { holds }: { holds: boolean },
): Promise<boolean> {
  const item = db('items').where({ id, user_id: userId, item_type: type ?? null });
  return hasRows(holds ? item.forNoKeyUpdate() : item);
}

/** How many photos an item has, except one, and the position after the last of them. */
export function countOtherPhotos(db: Database, itemId: number, photoId: number) {
  const sql = `select count(*) as photos, least(coalesce(max(sort_order) + 1, 0), ?) as "nextOrder"
    from photos where item_id = ? and id <> ?`;
  return onlyRow(query<{ photos: number; nextOrder: number }>(db, sql, [PHOTO_ORDER_MAX, itemId, photoId]));
}

/** The columns that a write may set in addition to those of the picture. */
export type PhotoColumns = Partial<Pick<PhotoTable, 'item_id' | 'caption' | 'sort_order'>>;

/** Stores a photo, by default as uploaded now; returns its id. */
export async function insertPhoto(
  db: Database,
  { userId }: Admission,
  { key, ...picture }: StoredPicture,
  columns: PhotoColumns & { uploaded_at?: Date },
): Promise<number> {
  const { id } = await onlyRow(
    photos(db)
      .insert({ user_id: userId, image_key: key, ...picture, ...columns })
      .returning('id'),
  );
  return id;
}

/** Gives a photo another picture, without renditions. */
export async function replacePicture(
  db: Database,
  { userId }: Admission,
  id: number,
  { key, bytes, ...picture }: StoredPicture,
): Promise<void> {
  const photo = () => photos(db).where({ id, user_id: userId });
  const noRenditions = { avif_key: null, card_key: null, thumbnail_key: null, attempts: 0 };
  await photo().update({ image_key: key, ...picture, ...noRenditions });
  // In a separate update: if the files change and the size does not, a trigger sets the size to null.
  await photo().update({ bytes });
}

export type LockedPhoto = PhotoKeys & Pick<PhotoTable, 'item_id' | 'caption' | 'sort_order'>;

/** The user's own photo, locked until the transaction ends; lock its items first. */
export async function lockPhoto(db: Database, id: number, userId: number): Promise<LockedPhoto | undefined> {
  return photos(db)
    .where({ id, user_id: userId })
    .forUpdate()
    .first('item_id', 'caption', 'sort_order', ...PHOTO_KEYS);
}

/**
 * Locks the item of a photo, and the one that it is moved to, if there are any; returns their ids. Both
 * change with the photo, and are locked in the order of all writes: items by id, then photos.
 */
export function lockItemsOfPhoto(db: Database, id: number, targetId?: number | null): Promise<number[]> {
  return db('items')
    .where({ id: targetId ?? null })
    .orWhereIn('id', photos(db).where({ id }).select('item_id'))
    .orderBy('id')
    .forNoKeyUpdate()
    .pluck('id');
}

/** If another photo of the locked item has this order, moves it and those after it up by one. */
export async function shiftPhotos(
  db: Database,
  { itemId, photoId = 0, order }: { itemId: number; photoId?: number; order: number },
): Promise<void> {
  const otherPhotos = () => photos(db).where({ item_id: itemId }).whereNot({ id: photoId });
  if (!(await otherPhotos().where({ sort_order: order }).first('id'))) return;
  await otherPhotos()
    .where('sort_order', '>=', order)
    .update({ sort_order: db.raw('least(sort_order + 1, ?)', [PHOTO_ORDER_MAX]) });
}

export async function updatePhoto(db: Database, id: number, columns: PhotoColumns): Promise<void> {
  if (Object.keys(columns).length > 0) await photos(db).where({ id }).update(columns);
}

/** Deletes the user's own photo; returns its files. Lock its item first. */
export async function deletePhotoRow(
  db: Database,
  id: number,
  userId: number,
): Promise<PhotoKeys | undefined> {
  const [row] = await photos(db).where({ id, user_id: userId }).delete(PHOTO_KEYS);
  return row;
}

/**
 * Creates the thumbnail and the card of a photo's picture, then enqueues AVIF_JOB. The key of both jobs is
 * the picture's.
 */
export const PHOTO_JOB = 'photo';

/** Creates the AVIF rendition. */
export const AVIF_JOB = 'avif';

/** Removes unattached photos and orphaned files. */
export const PHOTO_SWEEP_JOB = 'sweep-photos';
