import { PHOTO_PIXELS_MAX } from '@kitroom/collection-client';
import type { Sharp } from 'sharp';
import type { PictureToDecode } from './decode-in-turn.ts';
import { openRestricted } from './restricted-sharp.ts';

/** Opens a picture of an accepted format; reading its pixels fails if it has too many. */
export function openPicture(
  path: string,
  options: { animated?: boolean; limitInputPixels?: false } = {},
): Sharp {
  return openRestricted(path, { limitInputPixels: PHOTO_PIXELS_MAX, ...options });
}

/** A stored picture of which renditions are made. */
export interface StoredOriginal extends PictureToDecode {
  path: string;
}
