import { AVATAR_PIXELS } from '@kitroom/collection-client';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { toSrgb } from '../pictures/colour-profile.ts';
import { explainFailure } from '../pictures/explain-failure.ts';
import { inspectPicture } from '../pictures/inspect-picture.ts';
import { decodeInTurn } from '../pictures/decode-in-turn.ts';
import { openPicture } from '../pictures/open-picture.ts';

const QUALITY = 85;

/**
 * Creates a square WebP from the middle of a picture, upright and without metadata on place, time or camera. Throws a
 * PictureRefused if it is not a complete picture.
 */
export async function makeAvatar(file: ReceivedFile, target: string, owner: number): Promise<void> {
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
