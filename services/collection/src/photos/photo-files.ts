import type { Logger } from '@kitroom/server/telemetry/logger';
import { newKey } from '../storage/new-key.ts';
import type { Storage } from '../storage/storage.ts';

/** What it takes to remove files, and to tell where they could not be. */
export type FileContext = { storage: Storage; log: Logger };

/** Under which keys the files of a photo are stored; null where they are not made yet. */
export interface PhotoKeys {
  image_key: string;
  avif_key: string | null;
  thumbnail_key: string | null;
}

/** The folders of the storage that hold files of photos. */
export const PHOTO_FOLDERS = ['originals', 'avif', 'thumbnails'] as const;

/** A key that no file has and nobody can guess: `originals/3q2-7w….jpg`. */
export function newPhotoKey(folder: (typeof PHOTO_FOLDERS)[number], extension: string): string {
  return newKey(folder, extension);
}

/** The keys of all files that photos have. */
export function listKeys(photos: readonly PhotoKeys[]): string[] {
  return photos
    .flatMap(({ image_key, avif_key, thumbnail_key }) => [image_key, avif_key, thumbnail_key])
    .filter((key) => key !== null);
}

/** Removes the files of photos whose rows are gone. Those that cannot be removed are left for the sweep. */
export async function removePhotoFiles(context: FileContext, photos: readonly PhotoKeys[]): Promise<void> {
  await removeFiles(context, listKeys(photos));
}

/** Removes files that no row names; does not fail, as the sweep finds what is left. */
export async function removeFiles({ storage, log }: FileContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  try {
    await storage.remove(keys);
  } catch (error) {
    log.warn({ err: error, files: keys.length }, 'files could not be removed; the sweep will find them');
  }
}
