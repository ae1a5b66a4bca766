import { MATCH_TEXTS_MAX, type matchTexts } from '@kitroom/catalogue-client';
import type { BodyOf } from '@kitroom/shared';
import { isCatalogueUnavailable } from '../../catalogue/open-catalogue.ts';
import { keepRecords } from '../../reference/copy-queries.ts';
import { toKitFills } from '../../reference/reference-fields.ts';
import { CataloguePaused, type ImportContext } from '../work.ts';
import { type Candidate, type LookupField, type NameRow, storeCandidates } from './name-queries.ts';
import { type KnownNames, nameKey } from './resolve-name.ts';

/** A text to be looked up. */
export type NameToLookUp = Pick<NameRow, 'field' | 'text'>;

type Matches = BodyOf<typeof matchTexts>;
type Kit = Matches['kits'][number][number];

const LISTS = {
  brand: 'brands',
  club: 'clubs',
  season: 'seasons',
  kit: 'kits',
  club_season: 'club_seasons',
} as const;
const TEXT_MAX = 200;
const TIMEOUT_MS = 60_000;

/** The names that are not known yet, once each. */
export function listUnknown(known: KnownNames, names: Iterable<NameToLookUp>): NameToLookUp[] {
  const unknown = new Map<string, NameToLookUp>();
  for (const name of names) {
    const key = nameKey(name.field, name.text);
    if (!known.has(key)) unknown.set(key, name);
  }
  return [...unknown.values()];
}

/**
 * Matches names with records of the catalogue, many at once, and stores the candidates with copies of the records. Throws a
 * CataloguePaused while the catalogue is unavailable.
 */
export async function lookUpNames(
  context: ImportContext,
  importId: number,
  names: readonly NameToLookUp[],
): Promise<Array<Omit<NameRow, 'chosen'>>> {
  const found: Array<Omit<NameRow, 'chosen'>> = [];
  for (let start = 0; start < names.length; start += MATCH_TEXTS_MAX) {
    const { records, named } = await fetchMatches(context, names.slice(start, start + MATCH_TEXTS_MAX));
    await keepRecords(context.db, records);
    await storeCandidates(context.db, importId, named);
    found.push(...named);
  }
  return found;
}

async function fetchMatches({ catalogue }: ImportContext, batch: readonly NameToLookUp[]) {
  const texts: Record<string, string[]> = { brands: [], clubs: [], seasons: [], kits: [], club_seasons: [] };
  const places = batch.map(({ field, text }) => {
    const isSensible = text.length <= TEXT_MAX && text.isWellFormed() && !text.includes('\0');
    return isSensible ? (texts[LISTS[field]]?.push(text) ?? 0) - 1 : undefined;
  });
  const pairs = texts['club_seasons']?.map((text) => {
    const [club = 0, season = 0] = text.split(' ').map(Number);
    return { club, season };
  });
  let found: Matches;
  try {
    found = await catalogue.match({ ...texts, club_seasons: pairs ?? [] }, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    throw isCatalogueUnavailable(error) || isRefused(error) ? new CataloguePaused(error) : error;
  }
  const named = batch.map(({ field, text }, index) => {
    const place = places[index];
    return { field, text, candidates: place === undefined ? [] : toCandidates(found, field, place) };
  });
  const records = {
    brands: found.brands.flat(),
    clubs: found.clubs.flat(),
    seasons: found.seasons.flat(),
    kits: uniqueById(found.kits.flat()),
  };
  return { named, records };
}

/** A rate limit, or a key that the operator must set right. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'status' in error && (error.status === 401 || error.status === 403);
}

function toCandidates(found: Matches, field: LookupField, place: number): Candidate[] {
  switch (field) {
    case 'brand':
      return (found.brands[place] ?? []).map(({ id, name, score }) => ({ id, name, score }));
    case 'club':
      return (found.clubs[place] ?? []).map(({ id, name, score }) => ({ id, name, score }));
    case 'season':
      return (found.seasons[place] ?? []).map(({ id, year, score }) => ({ id, name: year, score }));
    case 'kit':
      return (found.kits[place] ?? []).map(toKitCandidate);
    case 'club_season':
      // A catalogue of an earlier version has no such list.
      return (found.club_seasons?.[place] ?? []).map((kit) => toKitCandidate({ ...kit, score: 1 }));
  }
}

function toKitCandidate(kit: Kit): Candidate {
  const { id, name, score, brand, type } = kit;
  const { category, is_goalkeeper } = type;
  const fills = { name, ...toKitFills(kit) };
  return { id, name, score, fills, brand: brand.name, type: type.name, category, is_goalkeeper };
}

function uniqueById<T extends { id: number }>(records: readonly T[]): T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
