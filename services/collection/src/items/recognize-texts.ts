import { setTimeout as sleep } from 'node:timers/promises';
import { MATCH_TEXTS_MAX, type CallOptions } from '@kitroom/catalogue-client';
import { TEXT_OF } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { isCatalogueUnavailable, logCatalogueFailure } from '../catalogue/open-catalogue.ts';
import {
  REFERENCE_JOB_REQUEST_MS,
  REFERENCE_PAUSE_MS,
  REFERENCE_REQUEST_MS,
  REFERENCE_REQUEST_RETRIES,
} from '../limits.ts';
import { keepRecords } from '../reference/copy-queries.ts';
import { COPIES } from '../reference/reference-fields.ts';
import type { ReferenceContext } from '../reference/resolve-references.ts';
import type { ItemInput } from './item-columns.ts';
import type { ItemVersion } from './item-queries.ts';

type Values = ItemInput['values'];

/** A change of an item. */
interface Change {
  stored: ItemVersion;
  values: Values;
  isPartial: boolean;
}

/** The ids of the records that texts name by now, by field and text. */
type Recognized = ReadonlyMap<string, number>;

/**
 * For each change, the ids that replace texts which it leaves as they were stored: those that have become the
 * name or an alias of exactly one record. The texts stay while the catalogue is unavailable.
 */
export async function recognizeKeptTexts(
  context: ReferenceContext,
  changes: readonly Change[],
): Promise<Values[]> {
  const kept = changes.map(listKept);
  const distinct = new Map(kept.flat().map((one) => [keyOf(one), one]));
  const recognized = await recognizeWithBreaker(context, [...distinct.values()]);
  return kept.map((texts) =>
    Object.assign({}, ...texts.map((one) => toValues(one, recognized.get(keyOf(one))))),
  );
}

/** Replaces all texts that have become the name or an alias of exactly one record, a job of each day. */
export async function recognizeAllTexts(
  context: ReferenceContext,
  signal: AbortSignal,
): Promise<'done' | 'unfinished'> {
  try {
    for (const field of NAMED_FIELDS) await recognizeTextsOf(context, field, signal);
    return 'done';
  } catch (error) {
    if (signal.aborted) return 'unfinished';
    logCatalogueFailure(context.log, error, FAILED);
    return 'done';
  }
}

async function recognizeTextsOf(
  context: ReferenceContext,
  field: ItemTextOf['field'],
  signal: AbortSignal,
): Promise<void> {
  const { db } = context;
  const options = { signal, timeoutMs: REFERENCE_JOB_REQUEST_MS, retries: 0 };
  const findNext = (after = '') => listTexts(db, field, after);
  for (let texts = await findNext(); texts.length > 0; texts = await findNext(texts.at(-1))) {
    const batch = texts.map((text) => ({ field, text }));
    const recognized = await recognize(context, batch, options);
    for (const one of batch) {
      const id = recognized.get(keyOf(one));
      if (id !== undefined) await replaceText(db, one, id);
    }
    await sleep(REFERENCE_PAUSE_MS, undefined, { signal });
  }
}

async function recognizeWithBreaker(
  context: ReferenceContext,
  texts: readonly ItemTextOf[],
): Promise<Recognized> {
  const options = { timeoutMs: REFERENCE_REQUEST_MS, retries: REFERENCE_REQUEST_RETRIES };
  const recognized = new Map<string, number>();
  try {
    for (let start = 0; start < texts.length; start += MATCH_TEXTS_MAX) {
      const some = texts.slice(start, start + MATCH_TEXTS_MAX);
      const found = await context.catalogueBreaker.call(
        () => recognize(context, some, options),
        isCatalogueUnavailable,
      );
      for (const [key, id] of found) recognized.set(key, id);
    }
  } catch (error) {
    logCatalogueFailure(context.log, error, FAILED);
  }
  return recognized;
}

const FAILED = 'catalogue request failed; texts of items stay as they are';

/** Looks up which records at most 100 texts name, and keeps copies of those that a text alone names. */
async function recognize(
  { catalogue, db }: ReferenceContext,
  texts: readonly ItemTextOf[],
  options: CallOptions,
): Promise<Recognized> {
  if (texts.length === 0) return new Map();
  const listed = (wanted: ItemTextOf['field']) =>
    texts.filter(({ field }) => field === wanted).map(({ text }) => text);
  const [brands, clubs, seasons] = [listed('brand'), listed('club'), listed('season')];
  const matches = await catalogue.match({ brands, clubs, seasons }, options);
  const found = {
    brand: matches.brands.map(onlyExact),
    club: matches.clubs.map(onlyExact),
    season: matches.seasons.map(onlyExact),
  };
  await keepRecords(db, {
    brands: found.brand.flat(),
    clubs: found.club.flat(),
    seasons: found.season.flat(),
  });
  const ids = NAMED_FIELDS.flatMap((field) =>
    listed(field).flatMap((text, index) =>
      (found[field][index] ?? []).map(({ id }): [string, number] => [keyOf({ field, text }), id]),
    ),
  );
  return new Map(ids);
}

/** The record that a text names exactly, unless it names several. */
function onlyExact<Match extends { score: number }>(matches: readonly Match[]): Match[] {
  const exact = matches.filter(({ score }) => score === 1);
  return exact.length === 1 ? exact : [];
}

/** The stored texts that a change keeps. */
function listKept({ stored, values, isPartial }: Change): ItemTextOf[] {
  return NAMED_FIELDS.flatMap((field) => {
    const text = stored[TEXT_OF[field]];
    const next = values[TEXT_OF[field]] ?? (isPartial ? text : '');
    return text && next === text ? [{ field, text }] : [];
  });
}

function toValues({ field }: ItemTextOf, id: number | undefined): Values {
  return id === undefined ? {} : { [field]: id, [TEXT_OF[field]]: '' };
}

function keyOf({ field, text }: ItemTextOf): string {
  return `${field} ${text}`;
}

/** The fields whose texts may become names of records. */
const NAMED_FIELDS = ['brand', 'club', 'season'] as const;

/** A text in place of the id of a record. */
interface ItemTextOf {
  field: (typeof NAMED_FIELDS)[number];
  text: string;
}

/** The different texts of a field that follow `after`, in order, as many as are looked up together. */
function listTexts(db: Database, field: ItemTextOf['field'], after: string): Promise<string[]> {
  const column = TEXT_OF[field];
  return db('items')
    .distinct(column)
    .whereNot(column, '')
    .where(column, '>', after)
    .orderBy(column)
    .limit(MATCH_TEXTS_MAX)
    .pluck<string[]>(column);
}

/**
 * Gives all items with a text the id in its place. It is no change by their owners: `updated_at` stays. A job
 * makes their search texts again.
 */
async function replaceText(db: Database, { field, text }: ItemTextOf, id: number): Promise<void> {
  const column = TEXT_OF[field];
  // Locked in the order of all writes: those whose text was changed in the meantime are left out.
  const locked = db('items').select('id').where(column, text).orderBy('id').forUpdate();
  await db('items')
    .whereIn('id', locked)
    .update({ [COPIES[field].column]: id, [column]: '', search_texts_at: null });
}
