import { readFile } from 'node:fs/promises';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { unavailable } from '@kitroom/server/http/errors';
import type { Sharp } from 'sharp';
import type { Storage } from '../storage/storage.ts';
import { newPhotoKey } from './photo-files.ts';
import { inspectPicture } from './pictures/inspect-picture.ts';
import { isCleanFile } from './pictures/is-clean-file.ts';
import { decodeInTurn } from './pictures/decode-in-turn.ts';
import { openPicture } from './pictures/open-picture.ts';
import type { StoredPicture } from './store-picture.ts';

const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif', gif: 'gif' } as const;

/**
 * Stores a picture that was prepared before, as those of exports are, byte for byte: preparing it again would cost
 * quality. Undefined if it is not complete, or holds anything that a prepared one does not.
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
    const key = newPhotoKey('originals', EXTENSIONS[picture.format]);
    await storage.put(key, file.path).catch((error: unknown) => {
      throw unavailable(error);
    });
    const { width, height } = picture;
    return { key, width, height };
  } catch (error) {
    // Preparing it tells what is wrong.
    if (error instanceof Error && error.name === 'ServiceError') throw error;
    return undefined;
  }
}

/** Fails if the picture is damaged. Reduces all pixels to a few as they are read, so that they are never all in memory. */
async function readPixels(picture: Sharp): Promise<void> {
  await picture.resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
}
