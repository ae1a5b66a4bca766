import { stat } from 'node:fs/promises';
import { PHOTO_CARD_BYTES_MAX, PHOTO_CARD_PIXELS, PHOTO_THUMBNAIL_PIXELS } from '@kitroom/collection-client';
import { toSrgb } from './colour-profile.ts';
import { decodeInTurn } from './decode-in-turn.ts';
import { openPicture, type StoredOriginal } from './inspect-picture.ts';

/** Tried in turn until the file is small enough; only noise needs more than the first. */
const QUALITIES = [78, 50, 25, 1];

/** Creates a card for grids, a WebP of the whole picture; transparent areas stay transparent. */
export async function makeCard(source: StoredOriginal, target: string): Promise<void> {
  for (const quality of QUALITIES) {
    await decodeInTurn(source, () => writeWebp(source.path, target, quality));
    if ((await stat(target)).size <= PHOTO_CARD_BYTES_MAX) return;
  }
  throw new Error(`a card of at most ${PHOTO_CARD_BYTES_MAX} bytes cannot be made`);
}

async function writeWebp(source: string, target: string, quality: number): Promise<void> {
  const { width, height } = PHOTO_CARD_PIXELS;
  const picture = openPicture(source)
    .autoOrient()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true });
  await toSrgb(picture, await picture.metadata())
    .webp({ quality })
    .toFile(target);
}

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
