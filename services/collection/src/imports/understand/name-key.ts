import { IMPORT_NAME_MAX } from '@kitroom/collection-client';
import { shorten } from '@kitroom/shared';

/** A text without case, accents and punctuation, by which headings and words are compared. */
export function toNameKey(text: string): string {
  // Putting marks in order takes time with the square of their number; no name is longer.
  return shorten(text, IMPORT_NAME_MAX)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}€£$]+/gu, ' ')
    .trim();
}
