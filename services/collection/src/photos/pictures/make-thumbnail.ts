import { PHOTO_THUMBNAIL_PIXELS } from '@kitroom/collection-client';
import { decodeInTurn, openPicture } from './open-picture.ts';

const QUALITY = 80;

/** Creates a thumbnail, a square JPEG of the picture's middle; transparent areas become white. */
export async function makeThumbnail(source: string, target: string): Promise<void> {
  await decodeInTurn(() =>
    openPicture(source)
      .autoOrient()
      .resize(PHOTO_THUMBNAIL_PIXELS, PHOTO_THUMBNAIL_PIXELS, { fit: 'cover' })
      .flatten({ background: 'white' })
      // Without an embedded profile, sRGB is assumed.
      .withIccProfile('srgb', { attach: false })
      .jpeg({ quality: QUALITY })
      .toFile(target),
  );
}
