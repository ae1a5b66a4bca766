import { setTimeout as sleep } from 'node:timers/promises';
import { MATCH_TEXTS_MAX, type CallOptions } from '@kitroom/catalogue-client';
import { TEXT_OF } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { logCatalogueFailure } from '../catalogue/open-catalogue.ts';
import { REFERENCE_JOB_REQUEST_MS, REFERENCE_PAUSE_MS } from '../limits.ts';
import { storeRecords } from '../reference/copy-queries.ts';
import { COPIES } from '../reference/reference-fields.ts';
import type { ReferenceContext } from '../reference/resolve-references.ts';

/** The fields whose texts can be replaced by ids, with their lists in a match request. */
const LISTS = { brand: 'brands', club: 'clubs', season: 'seasons' } as const;
type Field = keyof typeof LISTS;
const FIELDS = Object.keys(LISTS) as Field[];

/** A daily job that replaces texts that have become the name or an alias of exactly one record by its id. */
export async function recognizeAllTexts(
  context: ReferenceContext,
  signal: AbortSignal,
): Promise<'done' | 'unfinished'> {
  try {
    for (const field of FIELDS) await recognizeTextsOf(context, field, signal);
    return 'done';
  } catch (error) {
    if (signal.aborted) return 'unfinished';
    logCatalogueFailure(context.log, error, 'catalogue request failed; texts of items are not replaced');
    return 'done';
  }
}

async function recognizeTextsOf(context: ReferenceContext, field: Field, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const options = { signal, timeoutMs: REFERENCE_JOB_REQUEST_MS, retries: 0 };
  const findNext = (after = '') => listTexts(db, field, after);
  for (let texts = await findNext(); texts.length > 0; texts = await findNext(texts.at(-1))) {
    for (const [text, id] of await recognize(context, { field, texts }, options))
      await replaceText(db, { field, text, id });
    await sleep(REFERENCE_PAUSE_MS, undefined, { signal });
  }
}

/**
 * Returns the ids of the records that texts (at most 100) name exactly, by text; keeps copies of the records.
 */
async function recognize(
  { catalogue, db }: ReferenceContext,
  { field, texts }: { field: Field; texts: readonly string[] },
  options: CallOptions,
): Promise<Map<string, number>> {
  const list = LISTS[field];
  const matches = await catalogue.match({ [list]: texts }, options);
  const exact = matches[list].map(onlyExact);
  await storeRecords(db, { [list]: exact.flat() });
  return new Map(texts.flatMap((text, index) => (exact[index] ?? []).map(({ id }) => [text, id] as const)));
}

/** The only exact match of a text; empty without an exact match, or with several. */
function onlyExact<Match extends { id: number; score: number }>(matches: readonly Match[]): Match[] {
  const exact = matches.filter(({ score }) => score === 1);
  return exact.length === 1 ? exact : [];
}

/** The distinct texts of a field after `after`, in order, as many as one request can match. */
function listTexts(db: Database, field: Field, after: string): Promise<string[]> {
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
 * Replaces a text by an id in all items. `updated_at` stays, as their owners have not changed anything.
 * Another job recomputes their search texts.
 */
async function replaceText(
  db: Database,
  { field, text, id }: { field: Field; text: string; id: number },
): Promise<void> {
  const column = TEXT_OF[field];
  // Locked by id like in all writes; items whose text has changed in the meantime are skipped.
  const locked = db('items').select('id').where(column, text).orderBy('id').forUpdate();
  await db('items')
    .whereIn('id', locked)
    .update({ [COPIES[field].column]: id, [column]: '', search_texts_at: null });
}
