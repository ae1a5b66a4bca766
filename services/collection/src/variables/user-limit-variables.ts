import * as z from 'zod';
import { ALLOWED_BYTES, ALLOWED_COUNT, readBytes, readCount } from '../user-limits/read-limit.ts';

/** The variables of the limits of each user. Infinity means no limit. */
export const userLimitVariables = {
  USER_STORAGE_MAX: limitVariable(readBytes, ALLOWED_BYTES).describe(
    'the storage of one user: originals and renditions of photos; [staff may set others](operations.md#limits-per-user)',
  ),
  USER_ITEMS_MAX: limitVariable(readCount, ALLOWED_COUNT).describe(
    'how many items one user may have, drafts included; staff may set others',
  ),
};

function limitVariable(read: (text: string) => number | undefined, allowed: string) {
  return z
    .string()
    .transform((text, context): number => {
      const limit = read(text);
      if (limit === undefined) context.issues.push({ code: 'custom', input: text });
      return limit ?? Number.NaN;
    })
    .default(Number.POSITIVE_INFINITY)
    .meta({ allowed, fallback: '`none`' });
}
