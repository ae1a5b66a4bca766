import { AVATAR_PIXELS } from '@kitroom/collection-client';
import { explainFailure } from '../pictures/explain-failure.ts';
import { inspectPicture } from '../pictures/inspect-picture.ts';
import { decodeInTurn, openPicture } from '../pictures/open-picture.ts';

const QUALITY = 85;

/**
 * Makes a square WebP of the middle of a picture, upright, and without anything that tells where, when and with what it
 * was taken. Throws a PictureRefused for what is no whole picture.
 */
export async function makeAvatar(source: string, target: string): Promise<void> {
  const { width, height, format } = await inspectPicture(source);
  const side = Math.min(AVATAR_PIXELS, width, height);
  try {
    await decodeInTurn(() =>
      openPicture(source)
        .autoOrient()
        .resize(side, side, { fit: 'cover' })
        .webp({ quality: QUALITY })
        .toFile(target),
    );
  } catch (error) {
    throw await explainFailure(error, { format, target });
  }
}
