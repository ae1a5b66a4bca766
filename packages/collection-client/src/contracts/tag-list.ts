import * as z from 'zod';
import { textField } from './text-field.ts';

export const TAGS_MAX = 20;
export const TAG_MAX = 40;

/** A tag of an item. */
export const tag = textField({ max: TAG_MAX, description: 'A tag.' });

/** The tags of an item. */
export const tagList = z
  .array(tag)
  .transform(dropRepeated)
  .pipe(z.array(z.string()).max(TAGS_MAX))
  .meta({
    openapi: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: TAG_MAX },
      maxItems: TAGS_MAX,
    },
    description: 'Compared ignoring case; duplicates are dropped.',
  });

/** Of equal tags the first spelling is kept. */
function dropRepeated(tags: string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((text) => seen.size < seen.add(toTagKey(text)).size);
}

/** Tags are compared case-insensitively. */
export function toTagKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
