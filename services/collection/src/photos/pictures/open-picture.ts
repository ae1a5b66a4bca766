import { PHOTO_PIXELS_MAX } from '@kitroom/collection-client';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { PICTURES_AT_ONCE } from '../../limits.ts';
import { openRestricted } from './restricted-sharp.ts';

/** Opens a picture of one of the formats that are taken; reading its pixels fails if it has too many. */
export function openPicture(
  path: string,
  options: { animated?: boolean; limitInputPixels?: false } = {},
): Sharp {
  return openRestricted(path, { limitInputPixels: PHOTO_PIXELS_MAX, ...options });
}

/** Decodes a few pictures at a time: they take much memory, and threads that others need. */
export const decodeInTurn = pLimit(PICTURES_AT_ONCE);
