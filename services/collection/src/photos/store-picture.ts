import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { unavailable } from '@kitroom/server/http/errors';
import { invalidFields } from '../invalid-input.ts';
import type { Storage } from '../storage/storage.ts';
import { newPhotoKey } from './photo-files.ts';
import { inspectPicture } from './pictures/inspect-picture.ts';
import { PictureRefused } from './pictures/picture-refused.ts';
import { prepareOriginal, type PreparedPicture } from './pictures/prepare-original.ts';

/** A stored picture that no row refers to yet. */
export interface StoredPicture {
  key: string;
  width: number;
  height: number;
}

/** Quick validation of an uploaded file; undefined if no error was found. */
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
 * Stores a picture that a user uploaded, upright and without metadata on place and time. 400 if it is not a complete picture, 503
 * while the storage is unavailable.
 */
export async function storePicture(
  storage: Storage,
  file: ReceivedFile,
  owner: number,
): Promise<StoredPicture> {
  const { path, width, height, extension } = await prepare(file, owner);
  const key = newPhotoKey('originals', extension);
  try {
    await storage.put(key, path);
  } catch (error) {
    throw unavailable(error);
  }
  return { key, width, height };
}

async function prepare(file: ReceivedFile, owner: number): Promise<PreparedPicture> {
  try {
    return await prepareOriginal(file, owner);
  } catch (error) {
    if (error instanceof PictureRefused) throw invalidFields({ image: [error.message] });
    throw error;
  }
}
