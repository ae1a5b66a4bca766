import * as z from 'zod';
import { PAGE_ENTRIES_MAX } from '../limits.ts';
import {
  clean,
  readList,
  readText,
  toCollectionEntry,
  toCustomEntry,
  tooLarge,
  type ReadPage,
} from './collection-entry.ts';
import { readEntryDetails } from './entry-details.ts';

/** Any field may be missing, null or of another type: unreadable values count as missing. */
const text = z.coerce.string().optional().catch(undefined);
const optionalText = z.preprocess((value) => readText(value), text);

const kit = z.looseObject({
  id: z.unknown(),
  team_name: optionalText,
  season: optionalText,
  type: optionalText,
  url: optionalText,
  image_url: optionalText,
});

const entry = z.looseObject({ kit: kit.nullish().catch(undefined) });

/** The entries are counted before any of them is looked at. */
const feed = z.object({
  success: z.literal(true),
  entries: z.unknown(),
  more_available: z.boolean().optional().catch(undefined),
});

const refusal = z.object({ success: z.literal(false), error: z.string().catch('') });

const customFields = z.object({
  custom_team: optionalText,
  custom_type: optionalText,
  custom_season: optionalText,
  custom_league: optionalText,
  custom_brand: optionalText,
});

const CUSTOM_FIELDS = Object.keys(customFields.shape);
const REASON_MAX = 200;
/** Ten times as many as 200 entries of the archive have: to parse 5 MiB of more would take seconds. */
const VALUES_MAX = 100_000;

/**
 * Parses a page of the archive's JSON feed. Counts free-text entries, and entries without a readable kit id,
 * as left out. See docs/behaviour/archive.md#json-feeds.
 */
export function readFeedPage(body: string, baseUrl: string): ReadPage {
  if (hasTooManyValues(body)) return tooLarge();
  const json = parseJson(body);
  if (json === undefined) return { kind: isChallengePage(body) ? 'challenge' : 'not_json' };
  const refused = refusal.safeParse(json);
  if (refused.success) return readRefusal(refused.data.error);
  const page = feed.safeParse(json).data;
  const listed = readList(page?.entries);
  if (!page || !listed) {
    return { kind: 'failed', reason: 'The archive responded with a feed without entries.' };
  }
  if (listed.length > PAGE_ENTRIES_MAX) return tooLarge();
  const parsed = listed.map((one) => entry.safeParse(one).data);
  const entries = parsed
    .map((one) => (isCustom(one) ? undefined : one && readEntry(one, baseUrl)))
    .filter((one) => one !== undefined);
  return {
    kind: 'page',
    entries,
    customEntries: parsed.filter(isCustom).map((one) => readCustomEntry(one, baseUrl)),
    leftOut: parsed.length - entries.length,
    hasMore: page.more_available === true,
    user: undefined,
  };
}

/** Whether a JSON text has more values than any of the archive's, counted by the characters before them. */
export function hasTooManyValues(body: string): boolean {
  return /^\uFEFF?\s*[{[]/.test(body) && body.split(/[,:[{]/, VALUES_MAX + 1).length > VALUES_MAX;
}

/** Parses JSON; undefined unless it is an object. */
export function parseJson(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // Not JSON: the caller says what was expected.
    return undefined;
  }
}

function readRefusal(error: string): ReadPage {
  if (/user not found/i.test(error)) return { kind: 'unknown_user' };
  return { kind: 'failed', reason: `The archive says: ${clean(error).slice(0, REASON_MAX) || 'no'}.` };
}

type Entry = z.output<typeof entry>;

function isCustom(one: Entry | undefined): one is Entry {
  return one !== undefined && CUSTOM_FIELDS.some((field) => (one[field] ?? null) !== null);
}

function readEntry(one: Entry, baseUrl: string) {
  const { kit: found } = one;
  if (!found) return undefined;
  const { id, url, team_name: team, season, type, image_url: image } = found;
  const read = toCollectionEntry({ id, path: url, team, season, type, image }, baseUrl);
  return read && { ...read, ...readEntryDetails(one, found, baseUrl) };
}

function readCustomEntry(one: Entry, baseUrl: string) {
  const { custom_team: team, custom_season: season, ...rest } = customFields.parse(one);
  const { custom_type: type, custom_brand: brand, custom_league: league } = rest;
  const words = { type, brand_name: brand, league: { name: league } };
  return { ...toCustomEntry({ team, season, type }), ...readEntryDetails(one, words, baseUrl) };
}

const TITLES =
  /<title[^<>]{0,200}>\s{0,100}(?:just a moment|attention required|checking your browser|verify you are human)/i;
const MARKS = /_cf_chl_opt|cf-challenge|cf-chl-/i;

/** Whether an HTML page is a bot challenge. Scrapers must not try to bypass it. */
function isChallengePage(html: string): boolean {
  return TITLES.test(html) || MARKS.test(html);
}
