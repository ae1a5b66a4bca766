import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

type Values = Readonly<Record<string, unknown>>;

/**
 * The fields whose sent value equals the stored one. They are not validated: the rules are for new values,
 * and may have become stricter since.
 */
export function listUnchanged(sent: unknown, stored: Values): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  return Object.entries(sent)
    .filter(([field, value]) => Object.hasOwn(stored, field) && isDeepStrictEqual(value, stored[field]))
    .map(([field]) => field);
}

/**
 * Parses a body that changes a record. Bodies other than objects of fields are compared by their handlers.
 */
export function parseChange(body: z.ZodType, sent: unknown, stored: Values): z.ZodSafeParseResult<unknown> {
  return acceptUnchanged(body, sent, stored).safeParse(sent, { reportInput: true });
}

function acceptUnchanged(body: z.ZodType, sent: unknown, stored: Values): z.ZodType {
  if (!(body instanceof z.ZodObject)) return body;
  const unchanged = listUnchanged(sent, stored).filter((field) => Object.hasOwn(body.shape, field));
  if (unchanged.length === 0) return body;
  return body.safeExtend(Object.fromEntries(unchanged.map((field) => [field, z.unknown()])));
}
