import { AVATAR_PIXELS } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { anyOf } from '@kitroom/server/database/query-parts';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { userDeleted } from '../../accounts/access/user-deleted.ts';
import { users } from '../../accounts/users/user-queries.ts';
import { invalidFields } from '../../invalid-input.ts';
import { storeFile } from '../../storage/storage.ts';
import { removeFileOnFailure, removeFiles, type FileContext } from '../photo-files.ts';
import { toSrgb } from '../pictures/colour-profile.ts';
import { decodeInTurn } from '../pictures/decode-in-turn.ts';
import { inspectPicture, openPicture, PictureRefused } from '../pictures/inspect-picture.ts';
import { explainFailure } from '../pictures/prepare-original.ts';

type AvatarContext = FileContext & { db: Database };

export const AVATAR_FOLDER = 'avatars';

/**
 * Sets an uploaded file as a user's picture. Throws a 400 if it is not a complete picture, and a 503 while
 * the storage is unavailable.
 */
export async function setAvatar(context: AvatarContext, userId: number, file: ReceivedFile): Promise<void> {
  const path = `${file.path}.webp`;
  try {
    await makeAvatar(file, path, userId);
  } catch (error) {
    if (error instanceof PictureRefused) throw invalidFields({ avatar: [error.message] });
    throw error;
  }
  const key = await storeFile(context.storage, { folder: AVATAR_FOLDER, extension: 'webp', path });
  await removeFileOnFailure(context, key, async () => {
    if (!(await replaceAvatar(context, userId, key))) throw userDeleted();
  });
}

/** Removes a user's picture, if any. */
export async function removeAvatar(context: AvatarContext, userId: number): Promise<void> {
  await replaceAvatar(context, userId, null);
}

/**
 * Sets the storage key of a user's picture and removes the previous file; returns whether the user still
 * exists.
 */
async function replaceAvatar(context: AvatarContext, userId: number, key: string | null): Promise<boolean> {
  const [row] = await query<{ avatar_key: string | null }>(
    context.db,
    `with old as (select id, avatar_key from users where id = ? for update)
     update users set avatar_key = ? from old where users.id = old.id
     returning old.avatar_key`,
    [userId, key],
  );
  if (row?.avatar_key) await removeFiles(context, [row.avatar_key]);
  return row !== undefined;
}

/** Returns those of the storage keys that are users' pictures. */
export async function listNamedByUsers(db: Database, keys: readonly string[]): Promise<string[]> {
  const named = await users(db).where('avatar_key', anyOf(db, keys)).pluck('avatar_key');
  return named.filter((key) => key !== null);
}

const QUALITY = 85;

/**
 * Creates a square WebP from the middle of a picture, upright and without metadata on place, time or camera.
 * Throws a PictureRefused if it is not a complete picture.
 */
async function makeAvatar(file: ReceivedFile, target: string, owner: number): Promise<void> {
  const { path, width, height, pixels, format, metadata } = await inspectPicture(file);
  const side = Math.min(AVATAR_PIXELS, width, height);
  try {
    await decodeInTurn({ owner, pixels }, () =>
      toSrgb(openPicture(path).autoOrient().resize(side, side, { fit: 'cover' }), metadata)
        .webp({ quality: QUALITY })
        .toFile(target),
    );
  } catch (error) {
    throw await explainFailure(error, { format, target });
  }
}
