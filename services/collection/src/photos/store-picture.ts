import { readFile, stat } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { invalidFields } from '../invalid-input.ts';
import { storeFile, type Storage } from '../storage/storage.ts';
import { decodeInTurn } from './pictures/decode-in-turn.ts';
import { inspectPicture, openPicture, PictureRefused } from './pictures/inspect-picture.ts';
import { isCleanFile } from './pictures/is-clean-file.ts';
import { EXTENSIONS, prepareOriginal, type PreparedPicture } from './pictures/prepare-original.ts';

/** A stored picture that no row refers to yet. */
export interface StoredPicture {
  key: string;
  width: number;
  height: number;
  /** The size of the file. */
  bytes: number;
}

/** Validates an uploaded file quickly; returns undefined if no error was found. */
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
 * Stores a picture that a user uploaded, upright and without metadata on place and time. Throws a 400 if it
 * is not a complete picture, and a 503 while the storage is unavailable.
 */
export async function storePicture(
  storage: Storage,
  file: ReceivedFile,
  owner: number,
): Promise<StoredPicture> {
  return keepOriginal(storage, await prepare(file, owner));
}

async function prepare(file: ReceivedFile, owner: number): Promise<PreparedPicture> {
  try {
    return await prepareOriginal(file, owner);
  } catch (error) {
    if (error instanceof PictureRefused) throw invalidFields({ image: [error.message] });
    throw error;
  }
}

/**
 * Stores a picture that was prepared before, such as one from an export, byte for byte, as preparing it again
 * would cost quality. Returns undefined if it is incomplete or contains anything that a prepared one does
 * not.
 */
export async function keepCleanPicture(
  storage: Storage,
  file: ReceivedFile,
  owner: number,
): Promise<StoredPicture | undefined> {
  try {
    const picture = await inspectPicture(file);
    if (!(await isCleanFile(await readFile(file.path), picture))) return undefined;
    await decodeInTurn({ owner, pixels: picture.pixels }, () =>
      readPixels(openPicture(file.path, { animated: picture.frames > 1 })),
    );
    const { path, width, height, format } = picture;
    return await keepOriginal(storage, { path, width, height, extension: EXTENSIONS[format] });
  } catch (error) {
    // The caller then prepares it, which reports the error.
    if (error instanceof ServiceError) throw error;
    return undefined;
  }
}

async function keepOriginal(storage: Storage, original: PreparedPicture): Promise<StoredPicture> {
  const { path, width, height, extension } = original;
  const { size: bytes } = await stat(path);
  const key = await storeFile(storage, { folder: 'originals', extension, path });
  return { key, width, height, bytes };
}

/**
 * Fails if the picture is damaged. Reduces all pixels to a few as they are read, so that they are never all
 * in memory.
 */
async function readPixels(picture: Sharp): Promise<void> {
  await picture.resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
}
