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

/** Any field may be missing, null or of another type. Unreadable values count as missing. */
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

/** `entries` is unknown because the entries are counted before they are parsed. */
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
/**
 * Ten times as many as 200 entries of the archive have. Parsing 5 MiB with more values would take seconds.
 */
const VALUES_MAX = 100_000;

/**
 * Parses a page of the archive's JSON feed. Custom entries, and entries without a readable kit id, are
 * counted in `leftOut`. See docs/behaviour/archive.md#json-feeds.
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
  const parsed = listed.map((item) => entry.safeParse(item).data);
  const entries = parsed
    .map((item) => (isCustom(item) ? undefined : item && readEntry(item, baseUrl)))
    .filter((kitEntry) => kitEntry !== undefined);
  return {
    kind: 'page',
    entries,
    customEntries: parsed.filter(isCustom).map((item) => readCustomEntry(item, baseUrl)),
    leftOut: parsed.length - entries.length,
    hasMore: page.more_available === true,
    user: undefined,
  };
}

/** Whether JSON has too many values, which are counted by the characters that precede values. */
export function hasTooManyValues(body: string): boolean {
  return /^\uFEFF?\s*[{[]/.test(body) && body.split(/[,:[{]/, VALUES_MAX + 1).length > VALUES_MAX;
}

/** Parses JSON. Returns undefined if it is not an object. */
export function parseJson(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // The caller reports what was expected instead of JSON.
    return undefined;
  }
}

function readRefusal(error: string): ReadPage {
  if (/user not found/i.test(error)) return { kind: 'unknown_user' };
  return { kind: 'failed', reason: `The archive says: ${clean(error).slice(0, REASON_MAX) || 'no'}.` };
}

type Entry = z.output<typeof entry>;

function isCustom(item: Entry | undefined): item is Entry {
  return item !== undefined && CUSTOM_FIELDS.some((field) => (item[field] ?? null) !== null);
}

function readEntry(item: Entry, baseUrl: string) {
  const { kit: itemKit } = item;
  if (!itemKit) return undefined;
  const { id, url, team_name: team, season, type, image_url: image } = itemKit;
  const kitEntry = toCollectionEntry({ id, path: url, team, season, type, image }, baseUrl);
  return kitEntry && { ...kitEntry, ...readEntryDetails(item, itemKit, baseUrl) };
}

function readCustomEntry(item: Entry, baseUrl: string) {
  const { custom_team: team, custom_season: season, ...others } = customFields.parse(item);
  const { custom_type: type, custom_brand: brand, custom_league: league } = others;
  const kitFields = { type, brand_name: brand, league: { name: league } };
  return { ...toCustomEntry({ team, season, type }), ...readEntryDetails(item, kitFields, baseUrl) };
}

const CHALLENGE_TITLE =
  /<title[^<>]{0,200}>\s{0,100}(?:just a moment|attention required|checking your browser|verify you are human)/i;
const CHALLENGE_MARKER = /_cf_chl_opt|cf-challenge|cf-chl-/i;

/** Whether an HTML page is a bot challenge. Scrapers must not try to bypass it. */
function isChallengePage(html: string): boolean {
  return CHALLENGE_TITLE.test(html) || CHALLENGE_MARKER.test(html);
}
