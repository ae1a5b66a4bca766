import { decodeHTMLStrict } from 'entities';
import type * as z from 'zod';
import type { collectionEntry, collectionUser, customEntry } from '@kitroom/catalogue-client';
import { INTEGER_MAX, readSeason } from '@kitroom/shared';
import { PAGE_ENTRIES_MAX } from '../limits.ts';

export type CollectionEntry = z.input<typeof collectionEntry>;
export type CustomEntry = z.input<typeof customEntry>;
export type CollectionUser = z.input<typeof collectionUser>;

/** A collector's details of an entry; fields that the archive does not provide are missing. */
export type EntryDetails = Omit<CustomEntry, 'kit_name' | 'team_name' | 'season_year'>;

/** A kit as read from either of the archive's formats. */
interface RawEntry {
  /** An integer or a string of digits. */
  id: unknown;
  /** The kit's path: `/<slug>/<id>/`, `/<slug>-<id>/` or `/<slug>/`. */
  path: string | undefined;
  team: string | undefined;
  season: string | undefined;
  type: string | undefined;
  image: string | undefined;
}

/** The archive's placeholder for kits without a picture. */
const NO_PICTURE = '/static/logos/not_found.png';
/** The archive's placeholder for collectors without a picture. */
const NO_PROFILE_PICTURE = '/static/profilepic/0_default.jpg';
const TEXT_MAX = 300;
const ADDRESS_MAX = 2048;
/** The maximum length before entities are decoded: twice the longest stored text. */
const RAW_TEXT_MAX = 20_000;

/**
 * Normalises an entry; returns undefined if it has no readable kit id. `kit_name` is `<team> <season> <type>
 * Kit`; the image URL is absolute, by default the archive's placeholder. See
 * docs/behaviour/archive.md#what-is-stored.
 */
export function toCollectionEntry(raw: RawEntry, baseUrl: string): CollectionEntry | undefined {
  const path = readKitPath(raw.path ?? '');
  // The path's id is used only if the entry has no id; an unreadable id is an error.
  const id = (raw.id ?? '') === '' ? path.id : readId(raw.id);
  if (id === undefined) return undefined;
  const team = clean(raw.team);
  const season = normaliseSeason(clean(raw.season));
  return {
    kit_id: id,
    kit_name: nameKit(team, season, clean(raw.type)),
    kit_slug: path.slugBefore(id),
    team_name: team,
    season_year: season,
    main_img_url: resolveImage(raw.image, baseUrl) ?? new URL(NO_PICTURE, baseUrl).href,
  };
}

/** Normalises a custom entry, which is not a kit of the archive. */
export function toCustomEntry(raw: Pick<RawEntry, 'team' | 'season' | 'type'>): CustomEntry {
  const team = clean(raw.team);
  const season = normaliseSeason(clean(raw.season));
  return { kit_name: nameKit(team, season, clean(raw.type)), team_name: team, season_year: season };
}

function nameKit(...parts: string[]): string {
  return [...parts, 'Kit'].filter((part) => part !== '').join(' ');
}

/** Parses a positive integer within PostgreSQL's range, or a string of its digits. */
export function readId(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^\s*\d{1,10}\s*$/.test(value);
  const id = isText || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isInteger(id) && id >= 1 && id <= INTEGER_MAX ? id : undefined;
}

/** Returns an absolute HTTP or HTTPS URL; undefined if the address is not one. */
export function resolveImage(address: string | undefined, baseUrl: string): string | undefined {
  const text = clean(address, ADDRESS_MAX + 1);
  if (text.length > ADDRESS_MAX) return undefined;
  if (text === '' || !URL.canParse(text, baseUrl)) return undefined;
  const { protocol, href } = new URL(text, baseUrl);
  // Checked again, because percent-encoding makes an address up to nine times as long.
  return ['http:', 'https:'].includes(protocol) && href.length <= ADDRESS_MAX ? href : undefined;
}

/** Returns the absolute URL of a collector's picture; undefined if it is missing or the placeholder. */
export function resolveProfilePicture(address: string | undefined, baseUrl: string): string | undefined {
  return address?.includes(NO_PROFILE_PICTURE) ? undefined : resolveImage(address, baseUrl);
}

/** Removes control characters, collapses whitespace, and truncates to `max` UTF-16 code units. */
export function clean(text: string | undefined, max = TEXT_MAX): string {
  return cut(text ?? '', max)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Truncates a string without splitting a surrogate pair. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

/** Converts `23-24` to `2023-24`. Other strings are returned unchanged. */
export function normaliseSeason(season: string): string {
  return readSeason(season) ?? season;
}

interface KitPath {
  /** The id in the path, if any. */
  id: number | undefined;
  /** Returns the slug without the id. */
  slugBefore(id: number): string;
}

function readKitPath(path: string): KitPath {
  const segments = cut(path, ADDRESS_MAX)
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((segment) => segment !== '' && !/^https?:$/.test(segment));
  const last = segments.at(-1) ?? '';
  if (/^\d+$/.test(last) && segments.length > 1) {
    return { id: readId(last), slugBefore: () => clean(segments.at(-2)) };
  }
  const ending = /^(.+)-(\d+)$/.exec(last);
  return {
    // A slug may end in another number, so only the entry's id is stripped.
    id: undefined,
    slugBefore: (id) => clean(ending && Number(ending[2]) === id ? ending[1] : last),
  };
}

/**
 * Converts a number or string to a string with decoded HTML entities. Returns undefined for any other value.
 */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? decodeHTMLStrict(cut(value, RAW_TEXT_MAX)) : undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Returns an object; undefined for any other value. */
export function readFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/**
 * Returns a list, or the values of an object with numeric keys, as which PHP encodes some lists; undefined
 * for any other value.
 */
export function readList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
}

/** The result for a page with too many entries or values. */
export function tooLarge(): ReadPage {
  return {
    kind: 'failed',
    reason: `The archive responded with a page of more than ${PAGE_ENTRIES_MAX} entries, or with too many values.`,
  };
}

/** The content of a page of a collection, and whether another page follows. */
export interface CollectionPage {
  kind: 'page';
  entries: CollectionEntry[];
  /** Entries that are not kits of the archive. */
  customEntries: CustomEntry[];
  /** How many entries were skipped: unreadable, or not kits of the archive. */
  leftOut: number;
  hasMore: boolean;
  user: CollectionUser | undefined;
}

/** A parsed page of a collection, in either of the archive's formats. */
export type ReadPage =
  | CollectionPage
  | { kind: 'unknown_user' }
  /** The response is not a JSON feed. */
  | { kind: 'not_json' }
  /** The archive sent a bot challenge. */
  | { kind: 'challenge' }
  | { kind: 'failed'; reason: string };
