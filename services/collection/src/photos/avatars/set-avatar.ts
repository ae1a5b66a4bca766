import type { Database } from '@kitroom/server/database/database';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { unavailable } from '@kitroom/server/http/errors';
import { userDeleted } from '../../accounts/access/user-deleted.ts';
import { invalidFields } from '../../invalid-input.ts';
import { removeFiles, type FileContext } from '../photo-files.ts';
import { PictureRefused } from '../pictures/picture-refused.ts';
import { newKey } from '../../storage/new-key.ts';
import { replaceAvatar } from './avatar-queries.ts';
import { makeAvatar } from './make-avatar.ts';

type AvatarContext = FileContext & { db: Database };

export const AVATAR_FOLDER = 'avatars';

/**
 * Sets an uploaded file as a user's picture; 400 if it is not a complete picture, 503 while the storage is
 * unavailable.
 */
export async function setAvatar(context: AvatarContext, userId: number, file: ReceivedFile): Promise<void> {
  const path = `${file.path}.webp`;
  try {
    await makeAvatar(file, path, userId);
  } catch (error) {
    if (error instanceof PictureRefused) throw invalidFields({ avatar: [error.message] });
    throw error;
  }
  const key = newKey(AVATAR_FOLDER, 'webp');
  await context.storage.put(key, path).catch((error: unknown) => {
    throw unavailable(error);
  });
  if (!(await replace(context, userId, key))) {
    await removeFiles(context, [key]);
    throw userDeleted();
  }
}

/** Removes a user's picture, if any. */
export async function removeAvatar(context: AvatarContext, userId: number): Promise<void> {
  await replace(context, userId, null);
}

/** Returns whether the user still exists. */
async function replace(context: AvatarContext, userId: number, key: string | null): Promise<boolean> {
  const old = await replaceAvatar(context.db, userId, key);
  if (old) await removeFiles(context, [old]);
  return old !== undefined;
}
