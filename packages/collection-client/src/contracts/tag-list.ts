import * as z from 'zod';
import { capMarks } from '@kitroom/shared';
import { textField } from './text-field.ts';

export const TAGS_MAX = 20;
export const TAG_MAX = 40;
/** Maximum number of tags in a request, including repeated ones. */
const SENT_TAGS_MAX = 100;
const STORED_TAG_MAX = 10_000;

/** A tag of an item. */
export const tag = textField({ max: TAG_MAX });

/** A tag that an item may have from a time of less strict rules. */
export const storedTag = textField({ max: STORED_TAG_MAX, of: 'query' });

/** The tags of an item. Existing tags are not validated, and their number may exceed the limit. */
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

/** Keeps the first spelling of equal tags. */
function dropRepeated(tags: string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((text) => seen.size < seen.add(toTagKey(text)).size);
}

/** Tags are compared case-insensitively. */
export function toTagKey(text: string): string {
  // Sorting combining marks takes quadratic time.
  return capMarks(text).normalize('NFKC').toLowerCase();
}
