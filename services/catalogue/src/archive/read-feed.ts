import * as z from 'zod';
import { isChallengePage } from './challenge-page.ts';
import { clean, toCollectionEntry } from './collection-entry.ts';
import type { ReadPage } from './read-page.ts';

/** Any field may be missing, null or of another type: unreadable values count as missing. */
const text = z.coerce.string().optional().catch(undefined);
const optionalText = z.preprocess(
  (value) => (typeof value === 'string' || typeof value === 'number' ? value : undefined),
  text,
);

const kit = z.object({
  id: z.unknown(),
  team_name: optionalText,
  season: optionalText,
  type: optionalText,
  url: optionalText,
  image_url: optionalText,
});

const entry = z.looseObject({ kit: kit.nullish().catch(undefined) });

const feed = z.object({
  success: z.literal(true),
  entries: z.array(z.unknown()),
  more_available: z.boolean().optional().catch(undefined),
});

const refusal = z.object({ success: z.literal(false), error: z.string().catch('') });

const CUSTOM_FIELDS = ['custom_team', 'custom_type', 'custom_season', 'custom_league', 'custom_brand'];
const REASON_MAX = 200;

/**
 * Parses a page of the archive's JSON feed. Skips and counts free-text entries and entries without a readable kit id.
 * Source: the facts about the archive, JSON feeds.
 */
export function readFeedPage(body: string, baseUrl: string): ReadPage {
  const json = parseJson(body);
  if (json === undefined) return { kind: isChallengePage(body) ? 'challenge' : 'not_json' };
  const refused = refusal.safeParse(json);
  if (refused.success) return readRefusal(refused.data.error);
  const page = feed.safeParse(json);
  if (!page.success)
    return { kind: 'failed', reason: 'The archive answered with a feed that has no entries.' };
  const entries = page.data.entries.map((one) => readEntry(one, baseUrl));
  const readable = entries.filter((one) => one !== undefined);
  return {
    kind: 'page',
    entries: readable,
    leftOut: entries.length - readable.length,
    hasMore: page.data.more_available === true,
    user: undefined,
  };
}

/** Parses JSON; undefined unless it is an object. */
export function parseJson(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readRefusal(error: string): ReadPage {
  if (/user not found/i.test(error)) return { kind: 'unknown_user' };
  return { kind: 'failed', reason: `The archive says: ${clean(error).slice(0, REASON_MAX) || 'no'}.` };
}

function readEntry(value: unknown, baseUrl: string) {
  const read = entry.safeParse(value);
  if (!read.success || CUSTOM_FIELDS.some((field) => (read.data[field] ?? null) !== null)) return undefined;
  const { kit: found } = read.data;
  if (!found) return undefined;
  return toCollectionEntry(
    {
      id: found.id,
      path: found.url,
      team: found.team_name,
      season: found.season,
      type: found.type,
      image: found.image_url,
    },
    baseUrl,
  );
}
