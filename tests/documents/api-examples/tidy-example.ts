import type { ApiExamples } from './recorder.ts';

/** Maximum number of entries of a list in an example. */
const RECORDS_MAX = 1;
const VALUES_MAX = 2;

/** Lists whose length is fixed. */
const WHOLE = new Set(['by_month', 'matched']);

/** Replacements for secrets, by field name. */
const SECRETS: Readonly<Record<string, string>> = {
  token: 'example-token',
  csrf_token: 'example-csrf-token',
  key: 'example-key-of-the-e-mail',
  secret: 'EXAMPLESECRET',
  recovery_codes: 'example-code',
};

/** Cuts lists short, at any depth. */
export function shortenLists(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const max = value.some((entry) => typeof entry === 'object') ? RECORDS_MAX : VALUES_MAX;
    return (WHOLE.has(name) ? value : value.slice(0, max)).map((entry) => shortenLists(entry));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shortenLists(entry, key)]));
}

/**
 * Replaces secrets wherever they occur, including those of earlier values: a share link's URL contains its
 * token.
 */
export function withoutSecrets<T>(value: T, secrets: Map<string, string>): T {
  const text = JSON.stringify(value, (name, entry: unknown) => {
    const shown = SECRETS[name];
    if (shown !== undefined) for (const secret of [entry].flat()) secrets.set(String(secret), shown);
    return entry;
  });
  return JSON.parse([...secrets].reduce((all, [secret, shown]) => all.replaceAll(secret, shown), text)) as T;
}

/** The time at which all recordings appear to have been made. */
const RECORDED_AT = new Date('2026-11-27T12:00:00.000Z');

const DAY = 86_400_000;
/** Times further from now are part of a request or of the demo data. */
const NEAR_DAYS = 366;

const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g;

/**
 * Replaces values that differ between recordings by examples of their kind: times and months are shifted to
 * `RECORDED_AT`, sizes of files are rounded, and keys of files, UUIDs and photos, which the demo uploads
 * concurrently, are numbered in the order in which they appear.
 */
export function withoutChance(examples: ApiExamples, now: Date): ApiExamples {
  const [files, uuids, photos] = [numberByOrder(), numberByOrder(), numberByOrder()];
  const text = JSON.stringify(examples)
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (time) => shiftTime(time, now))
    .replaceAll(
      /(\/media\/\w+\/)([\w-]{20,})\./g,
      (_path, folder, key) => `${folder}example-${files(`${folder}${key}`)}.`,
    )
    .replaceAll(UUID, (uuid) => `00000000-0000-4000-8000-${String(uuids(uuid)).padStart(12, '0')}`)
    .replaceAll(/(bulk-data\/|"generation":")\d{13}\b/g, `$1${RECORDED_AT.getTime()}`);
  const tidied = JSON.parse(text, (name, entry: unknown) => {
    if (name === 'bytes' && typeof entry === 'number') return 10 ** Math.round(Math.log10(entry));
    if (name === 'code' && /^\d{6}$/.test(String(entry))) return '123456';
    if (isPhoto(entry)) return { ...entry, id: photos(entry.id) };
    return isMonth(entry) ? shiftMonth(entry, now) : entry;
  }) as ApiExamples;
  for (const [id, { params }] of Object.entries(tidied))
    if (params && id.endsWith('Photo')) params['id'] = photos(params['id']);
  return tidied;
}

/** Numbers values from 1 in the order of their first appearance. */
function numberByOrder(): (value: unknown) => number {
  const numbers = new Map<unknown, number>();
  return (value) => {
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return number;
  };
}

function isPhoto(entry: unknown): entry is { id: number } {
  return (
    typeof entry === 'object' && entry !== null && 'object_id' in entry && 'image' in entry && 'id' in entry
  );
}

/** The same number of days from `RECORDED_AT` as a time is from now; within a day, all times are the same. */
function shiftTime(time: string, now: Date): string {
  const days = Math.round((Date.parse(time) - now.getTime()) / DAY);
  return Math.abs(days) > NEAR_DAYS ? time : new Date(RECORDED_AT.getTime() + days * DAY).toISOString();
}

/** A month of a chart that ends with the current one. */
type Month = { month: string } | { id: string; name: string };

function isMonth(entry: unknown): entry is Month {
  if (typeof entry !== 'object' || entry === null) return false;
  const { month, id } = entry as Partial<{ month: unknown; id: unknown }>;
  return /^\d{4}-\d\d$/.test(String(month ?? id));
}

function shiftMonth(entry: Month, now: Date): Month {
  const [year = 0, month = 0] = ('month' in entry ? entry.month : entry.id).split('-').map(Number);
  const later = monthsOf(RECORDED_AT) - monthsOf(now);
  const shifted = new Date(Date.UTC(year, month - 1 + later));
  const id = shifted.toISOString().slice(0, 7);
  if ('month' in entry) return { ...entry, month: id };
  const name = shifted.toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return { ...entry, id, name };
}

function monthsOf(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
