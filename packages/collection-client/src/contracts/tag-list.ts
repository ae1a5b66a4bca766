import * as z from 'zod';
import { capMarks } from '@kitroom/shared';
import { textField } from './text-field.ts';

export const TAGS_MAX = 20;
export const TAG_MAX = 40;
/** The most tags of a request, repeated ones included. */
const SENT_TAGS_MAX = 100;
const STORED_TAG_MAX = 10_000;

/** A tag of an item. */
export const tag = textField({ max: TAG_MAX });

/** A tag that an item may have since the rules were less strict. */
export const storedTag = textField({ max: STORED_TAG_MAX, of: 'query' });

/** The tags of an item. Those that it has already are not validated, and it may keep as many as it has. */
export function tagList(stored: readonly string[] = []) {
  const kept = new Set(stored);
  return z
    .array(kept.size > 0 ? z.union([z.string().refine((text) => kept.has(text)), tag]) : tag)
    .max(Math.max(SENT_TAGS_MAX, stored.length))
    .transform(dropRepeated)
    .pipe(z.array(z.string()).max(Math.max(TAGS_MAX, stored.length)))
    .meta({
      openapi: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: TAG_MAX },
        maxItems: TAGS_MAX,
      },
    });
}

/** Of equal tags the first spelling is kept. */
function dropRepeated(tags: string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((text) => seen.size < seen.add(toTagKey(text)).size);
}

/** Tags are compared case-insensitively. */
export function toTagKey(text: string): string {
  // Putting marks in order takes time with the square of their number.
  return capMarks(text).normalize('NFKC').toLowerCase();
}
