import { PHOTO_THUMBNAIL_PIXELS } from '@kitroom/collection-client';
import { decodeInTurn, openPicture } from './open-picture.ts';

const QUALITY = 80;

/** Makes a thumbnail, a square JPEG that shows the picture's middle; what was transparent is white. */
export async function makeThumbnail(source: string, target: string): Promise<void> {
  await decodeInTurn(() =>
    openPicture(source)
      .autoOrient()
      .resize(PHOTO_THUMBNAIL_PIXELS, PHOTO_THUMBNAIL_PIXELS, { fit: 'cover' })
      .flatten({ background: 'white' })
      // It carries no profile, so its colours have to be those that go without saying.
      .withIccProfile('srgb', { attach: false })
      .jpeg({ quality: QUALITY })
      .toFile(target),
  );
}
