import { findItemType, PHOTOS_PER_ITEM, unknownId } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { readAsOf } from '@kitroom/server/database/route-reads';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { permissionDenied } from '../accounts/sessions/caller.ts';
import { invalidFields } from '../invalid-input.ts';
import { requireVersion, retryChange } from '../items/change-item.ts';
import { admit, type Admission, type ServiceLimits } from '../user-limits/admit.ts';
import type { OwnLimits } from '../user-limits/usage-queries.ts';
import { removeFileOnFailure, removePhotoFiles, type FileContext, type PhotoKeys } from './photo-files.ts';
import {
  countOtherPhotos,
  deletePhotoRow,
  findVisiblePhoto,
  hasItem,
  insertPhoto,
  lockItemsOfPhoto,
  lockPhoto,
  PHOTO_JOB,
  replacePicture,
  shiftPhotos,
  updatePhoto,
  type LockedPhoto,
  type PhotoColumns,
  type PhotoRow,
} from './photo-queries.ts';
import { photoVersion } from './photo-view.ts';
import { storePicture, type StoredPicture } from './store-picture.ts';

type PhotoContext = FileContext & { db: Database; config: ServiceLimits };

export interface PhotoInput extends TargetInput {
  caption?: string | undefined;
  order?: number | undefined;
}

interface PhotoId {
  id: number;
  userId: number;
  /** The `If-Match` of a change. */
  ifMatch?: string | undefined;
}

/** The photo. Throws a 404 if the user may not see it. */
export async function getVisiblePhoto(db: Database, { id, userId }: PhotoId): Promise<PhotoRow> {
  const photo = await findVisiblePhoto(db, id, userId);
  if (!photo) throw notFound('Not found.');
  await readAsOf(photo.user_id);
  return photo;
}

/** The photo. Throws unless the user may change it and `If-Match` names its current version. */
export async function permitPhotoChange(db: Database, { ifMatch, ...photo }: PhotoId): Promise<PhotoRow> {
  const row = await getVisiblePhoto(db, photo);
  if (row.user_id !== photo.userId) throw permissionDenied();
  requireVersion(ifMatch, photoVersion(row));
  return row;
}

/** A photo to upload. */
interface NewPhoto {
  user: OwnLimits;
  input: PhotoInput;
  file: ReceivedFile;
}

/**
 * Stores an uploaded picture as a photo, and queues its renditions. Throws a 400 with validation errors.
 * `write` inserts the photo, with anything that must be committed with it.
 */
export async function createPhoto<T>(
  context: PhotoContext,
  { user, input, file }: NewPhoto,
  write: (db: Database, insert: () => Promise<PhotoRow>) => Promise<T>,
): Promise<T> {
  // The target is checked before the picture is processed, and again once the item is locked.
  await findTarget(context.db, user.id, input);
  const picture = await storePicture(context.storage, file, user.id);
  const insert = async (db: Database) => {
    const admission = await admit(db, context.config, user, { bytes: picture.bytes });
    return insertNew(db, admission, input, picture);
  };
  return removeFileOnFailure(context, picture.key, () =>
    context.db.transaction((db) => write(db, () => insert(db))),
  );
}

async function insertNew(
  db: Database,
  admission: Admission,
  input: PhotoInput,
  picture: StoredPicture,
): Promise<PhotoRow> {
  const { userId } = admission;
  const target = await findTarget(db, userId, input, { holds: true });
  if (target && input.order !== undefined) {
    await shiftPhotos(db, { itemId: target.itemId, order: input.order });
  }
  const id = await insertPhoto(db, admission, picture, {
    item_id: target?.itemId ?? null,
    caption: input.caption ?? '',
    sort_order: input.order ?? target?.nextOrder ?? 0,
  });
  await enqueue(db, PHOTO_JOB, picture.key, userId);
  // Read before the job can start, so that the response does not depend on the job's speed.
  return getVisiblePhoto(db, { id, userId });
}

/** Changes the given fields of a photo; a new picture replaces all files. */
export async function changePhoto(
  context: PhotoContext,
  photo: PhotoId & { user: OwnLimits },
  input: PhotoInput,
  file: ReceivedFile | undefined,
): Promise<PhotoRow> {
  await findTarget(context.db, photo.userId, input, { photoId: photo.id });
  const picture = file && (await storePicture(context.storage, file, photo.userId));
  const admitPicture = async (db: Database) =>
    picture && admit(db, context.config, photo.user, { bytes: picture.bytes, photoId: photo.id });
  const { row, replaced } = await removeFileOnFailure(context, picture?.key, () =>
    lockAndChange(context.db, photo, { targetId: input.object_id, admitPicture }, (db, stored, admission) =>
      update(db, { photo, stored }, input, picture && admission && { picture, admission }),
    ),
  );
  if (replaced) await removePhotoFiles(context, [replaced]);
  return row;
}

/** Updates a photo. Returns it with the files that it no longer uses. */
async function update(
  db: Database,
  { photo: { id, userId }, stored }: { photo: PhotoId; stored: LockedPhoto },
  input: PhotoInput,
  replacement: { picture: StoredPicture; admission: Admission } | undefined,
): Promise<{ row: PhotoRow; replaced: PhotoKeys | undefined }> {
  const target = await findTarget(db, userId, input, { photoId: id, holds: true });
  refuseDetaching(input, stored.item_id);
  const columns: PhotoColumns = {};
  if (input.caption !== undefined) columns.caption = input.caption;
  if (input.order !== undefined) columns.sort_order = input.order;
  if (target && target.itemId !== stored.item_id) {
    columns.item_id = target.itemId;
    columns.sort_order ??= target.nextOrder;
  }
  const { item_id: itemId = stored.item_id, sort_order: order = stored.sort_order } = columns;
  const isMoved = itemId !== stored.item_id || order !== stored.sort_order;
  if (isMoved && itemId !== null) await shiftPhotos(db, { itemId, photoId: id, order });
  await updatePhoto(db, id, columns);
  if (replacement) {
    const { picture, admission } = replacement;
    await replacePicture(db, admission, id, picture);
    await enqueue(db, PHOTO_JOB, picture.key, userId);
  }
  return { row: await getVisiblePhoto(db, { id, userId }), replaced: replacement && stored };
}

/**
 * Rejects detaching a photo, as it would soon be removed, which users who leave two fields empty do not
 * expect.
 */
function refuseDetaching({ object_id }: PhotoInput, itemId: number | null): void {
  if (object_id !== null || itemId === null) return;
  throw invalidFields({
    object_id: ['A photo cannot be detached from its item: move it to another one, or delete it.'],
  });
}

export async function deletePhoto(context: PhotoContext, photo: PhotoId): Promise<void> {
  const removed = await lockAndChange(context.db, photo, {}, async (db, stored) => {
    await deletePhotoRow(db, photo.id, photo.userId);
    return stored;
  });
  await removePhotoFiles(context, [removed]);
}

type AdmitPicture = (transaction: Database) => Promise<Admission | undefined>;

/**
 * Changes a photo, locked after its items in the order of all writes, to avoid deadlocks. Starts over if it
 * was moved to another item before it was locked. No test covers the deadlock, which would need a third
 * request. `admitPicture` runs before all locks.
 */
function lockAndChange<T>(
  db: Database,
  { id, userId, ifMatch }: PhotoId,
  { targetId, admitPicture }: { targetId?: number | null | undefined; admitPicture?: AdmitPicture },
  change: (db: Database, stored: LockedPhoto, admission: Admission | undefined) => Promise<T>,
): Promise<T> {
  return retryChange(() =>
    db.transaction(async (transaction) => {
      const admission = await admitPicture?.(transaction);
      const items = await lockItemsOfPhoto(transaction, id, targetId);
      const stored = await lockPhoto(transaction, id, userId);
      if (!stored) throw notFound('Not found.');
      if (stored.item_id !== null && !items.includes(stored.item_id)) return undefined;
      requireVersion(ifMatch, photoVersion(stored));
      return change(transaction, stored, admission);
    }),
  );
}

/** A request's reference to a photo's item; null or absent for none. */
interface TargetInput {
  content_type?: number | null | undefined;
  object_id?: number | null | undefined;
}

/**
 * Finds the item that a photo is attached to. Throws a 400 unless it is one of the user's own, of that type,
 * and can have another photo. `holds` locks the item until the transaction ends, so that no other photo is
 * added.
 */
async function findTarget(
  db: Database,
  userId: number,
  { content_type, object_id }: TargetInput,
  { photoId = 0, holds = false } = {},
) {
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
