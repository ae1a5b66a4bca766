import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { unavailable } from '@kitroom/server/http/errors';
import { invalidFields } from '../invalid-input.ts';
import type { Storage } from '../storage/storage.ts';
import { newPhotoKey } from './photo-files.ts';
import { inspectPicture } from './pictures/inspect-picture.ts';
import { PictureRefused } from './pictures/picture-refused.ts';
import { prepareOriginal, type PreparedPicture } from './pictures/prepare-original.ts';

/** A picture that is in the storage, and that no row names yet. */
export interface StoredPicture {
  key: string;
  width: number;
  height: number;
}

/** What is wrong with an uploaded file, as far as it is seen at once; undefined where nothing is. */
export async function validatePicture(file: ReceivedFile): Promise<string | undefined> {
  try {
    await inspectPicture(file);
    return undefined;
  } catch (error) {
    if (error instanceof PictureRefused) return error.message;
    throw error;
  }
}

/**
 * Puts an uploaded picture into the storage as it is kept: upright, and telling nothing of place and time. 400 for
 * what is no whole picture, 503 while the storage is away.
 */
export async function storePicture(storage: Storage, file: ReceivedFile): Promise<StoredPicture> {
  const { path, width, height, extension } = await prepare(file);
  const key = newPhotoKey('originals', extension);
  try {
    await storage.put(key, path);
  } catch (error) {
    throw unavailable(error);
  }
  return { key, width, height };
}

async function prepare(file: ReceivedFile): Promise<PreparedPicture> {
  try {
    return await prepareOriginal(file);
  } catch (error) {
    if (error instanceof PictureRefused) throw invalidFields({ image: [error.message] });
    throw error;
  }
}
