import { PHOTO_THUMBNAIL_PIXELS } from '@kitroom/collection-client';
import { toSrgb } from './colour-profile.ts';
import { decodeInTurn } from './decode-in-turn.ts';
import { openPicture, type StoredOriginal } from './open-picture.ts';

const QUALITY = 80;

/** Creates a thumbnail, a square JPEG of the picture's middle; transparent areas become white. */
export async function makeThumbnail(source: StoredOriginal, target: string): Promise<void> {
  const picture = openPicture(source.path)
    .autoOrient()
    .resize(PHOTO_THUMBNAIL_PIXELS, PHOTO_THUMBNAIL_PIXELS, { fit: 'cover' })
    .flatten({ background: 'white' });
  toSrgb(picture, await picture.metadata());
  await decodeInTurn(source, () => picture.jpeg({ quality: QUALITY }).toFile(target));
}
