import { MATCH_TEXTS_MAX, type matchTexts } from '@kitroom/catalogue-client';
import type { BodyOf } from '@kitroom/shared';
import { isCatalogueAway } from '../../catalogue/catalogue-away.ts';
import { keepRecords } from '../../reference/copy-queries.ts';
import { toKitFills } from '../../reference/kit-fills.ts';
import type { NameField } from '../understand/import-fields.ts';
import { CataloguePaused, type ImportContext } from '../import-context.ts';
import { storeCandidates, type Candidate, type NameRow } from './name-queries.ts';

/** A text to be looked up as a name of a kind. */
export type NameToLookUp = Pick<NameRow, 'field' | 'text'>;

type Matches = BodyOf<typeof matchTexts>;

const LISTS = { brand: 'brands', club: 'clubs', season: 'seasons', kit: 'kits' } as const;
const TEXT_MAX = 200;
const TIMEOUT_MS = 60_000;

/**
 * Asks the catalogue what names may mean, many at once, and stores its answers with copies of the records. Throws a
 * CataloguePaused while the catalogue is away.
 */
export async function lookUpNames(
  context: ImportContext,
  importId: number,
  names: readonly NameToLookUp[],
  onProgress: (done: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < names.length; start += MATCH_TEXTS_MAX) {
    const batch = names.slice(start, start + MATCH_TEXTS_MAX);
    const matches = await ask(context, batch);
    await keepRecords(context.db, matches.records);
    await storeCandidates(context.db, importId, matches.names);
    await onProgress(Math.min(names.length, start + batch.length));
  }
}

async function ask({ catalogue }: ImportContext, batch: readonly NameToLookUp[]) {
  const body: Record<string, string[]> = { brands: [], clubs: [], seasons: [], kits: [] };
  const places = batch.map(({ field, text }) => {
    const isSensible = text.length <= TEXT_MAX && text.isWellFormed() && !text.includes('\0');
    return isSensible ? (body[LISTS[field]]?.push(text) ?? 0) - 1 : undefined;
  });
  let found: Matches;
  try {
    found = await catalogue.match(body, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    throw isCatalogueAway(error) || isRefused(error) ? new CataloguePaused(error) : error;
  }
  const names = batch.map(({ field, text }, index) => {
    const place = places[index];
    return { field, text, candidates: place === undefined ? [] : toCandidates(found, field, place) };
  });
  const records = {
    brands: found.brands.flat(),
    clubs: found.clubs.flat(),
    seasons: found.seasons.flat(),
    kits: uniqueById(found.kits.flat()),
  };
  return { names, records };
}

/** A rate limit, or a key that the operator must set right. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'status' in error && (error.status === 401 || error.status === 403);
}

function toCandidates(found: Matches, field: NameField, place: number): Candidate[] {
  switch (field) {
    case 'brand':
      return (found.brands[place] ?? []).map(({ id, name, score }) => ({ id, name, score }));
    case 'club':
      return (found.clubs[place] ?? []).map(({ id, name, score }) => ({ id, name, score }));
    case 'season':
      return (found.seasons[place] ?? []).map(({ id, year, score }) => ({ id, name: year, score }));
    case 'kit':
      return (found.kits[place] ?? []).map((kit) => ({
        id: kit.id,
        name: kit.name,
        score: kit.score,
        fills: { name: kit.name, ...toKitFills(kit) },
      }));
  }
}

function uniqueById<T extends { id: number }>(records: readonly T[]): T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
