import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Storage } from '../storage/storage.ts';

/** The dependencies for removing files, and for logging failures. */
export type FileContext = { storage: Storage; log: Logger };

/** The storage keys of a photo's files; null if not created yet. */
export interface PhotoKeys {
  image_key: string;
  avif_key: string | null;
  card_key: string | null;
  thumbnail_key: string | null;
}

/** The columns of PhotoKeys. */
export const PHOTO_KEYS = ['image_key', 'avif_key', 'card_key', 'thumbnail_key'] as const;

/** The storage folders of photos' files. */
export const PHOTO_FOLDERS = ['originals', 'avif', 'cards', 'thumbnails'] as const;

export type PhotoFolder = (typeof PHOTO_FOLDERS)[number];

export function listKeys(photos: readonly PhotoKeys[]): string[] {
  return photos.flatMap((photo) => PHOTO_KEYS.map((name) => photo[name])).filter((key) => key !== null);
}

/** Removes the files of deleted photos. Those that cannot be removed are left to the sweep. */
export async function removePhotoFiles(context: FileContext, photos: readonly PhotoKeys[]): Promise<void> {
  await removeFiles(context, listKeys(photos));
}

/** Removes files that no row refers to. Does not reject, as the sweep removes the rest. */
export async function removeFiles({ storage, log }: FileContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    await storage.remove(keys);
  } catch (error) {
    log.warn({ err: error, files: keys.length }, 'could not remove files; left to the sweep');
  }
}

/**
 * Runs the write that refers to a new file, and removes the file if it is rejected. If the database became
 * unavailable, the write may have been committed, so the file is left to the sweep.
 */
export async function removeFileOnFailure<T>(
  context: FileContext,
  key: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (key !== undefined && !isDatabaseUnavailable(error)) await removeFiles(context, [key]);
    throw error;
  }
}
