import { AVATAR_PIXELS } from '@kitroom/collection-client';
import { damaged, inspectPicture } from '../photos/pictures/inspect-picture.ts';
import { decodeInTurn, openPicture } from '../photos/pictures/open-picture.ts';

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
    // The disk is full, say: that is not the picture's fault.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw damaged(format === 'webp' ? 'WebP' : format.toUpperCase(), error);
  }
}
