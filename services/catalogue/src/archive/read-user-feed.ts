import * as z from 'zod';
import { INTEGER_MAX } from '@kitroom/shared';
import { clean, readText, resolveProfilePicture, type CollectionUser } from './collection-entry.ts';
import { hasTooManyValues, parseJson } from './read-feed.ts';

const text = z.string().transform(readText).optional().catch(undefined);
/** Descriptions and URLs may be longer than names. */
const TEXT_MAX = 5000;

const feed = z.object({
  user: z.object({
    name: text,
    image: text,
    twitter: text,
    instagram: text,
    description: text,
    points: z.union([z.number(), z.string()]).optional().catch(undefined),
  }),
});

/**
 * Parses a collector's profile. Returns undefined if it is empty; empty strings count as missing. See
 * docs/behaviour/archive.md#json-feeds.
 */
export function readUserFeed(body: string, baseUrl: string): CollectionUser | undefined {
  if (hasTooManyValues(body)) return undefined;
  const result = feed.safeParse(parseJson(body));
  if (!result.success) return undefined;
  const { user } = result.data;
  return toCollectionUser({ ...user, image: resolveProfilePicture(user.image, baseUrl) });
}

const TEXT_FIELDS = ['name', 'image', 'twitter', 'instagram', 'description'] as const;

/** Omits missing fields. Returns undefined if no field remains. */
export function toCollectionUser(
  raw: { [Text in (typeof TEXT_FIELDS)[number]]?: string | undefined } & {
    points?: string | number | undefined;
  },
): CollectionUser | undefined {
  const user: CollectionUser = {};
  for (const field of TEXT_FIELDS) {
    const value = clean(raw[field], TEXT_MAX);
    if (value !== '') user[field] = value;
  }
  const points = readPoints(raw.points);
  if (points !== undefined) user.points = points;
  return Object.keys(user).length > 0 ? user : undefined;
}

function readPoints(value: string | number | undefined): number | undefined {
  const points = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return typeof points === 'number' && Number.isInteger(points) && points >= 0 && points <= INTEGER_MAX
    ? points
    : undefined;
}
