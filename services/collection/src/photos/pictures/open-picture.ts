import { PHOTO_PIXELS_MAX } from '@kitroom/collection-client';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { PICTURES_AT_ONCE } from '../../limits.ts';
import { openRestricted } from './restricted-sharp.ts';

/** Opens a picture of an accepted format; reading its pixels fails if it has too many. */
export function openPicture(
  path: string,
  options: { animated?: boolean; limitInputPixels?: false } = {},
): Sharp {
  return openRestricted(path, { limitInputPixels: PHOTO_PIXELS_MAX, ...options });
}

/** Limits concurrent decoding: it takes much memory, and threads that others need. */
export const decodeInTurn = pLimit(PICTURES_AT_ONCE);
