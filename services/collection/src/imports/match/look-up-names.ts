import { MATCH_TEXTS_MAX, type Matches } from '@kitroom/catalogue-client';
import { isStorable } from '@kitroom/shared';
import { storeRecords } from '../../reference/copy-queries.ts';
import { REFERENCE_FIELDS, toKitFills } from '../../reference/reference-fields.ts';
import { toCataloguePaused, type ImportContext } from '../import-work.ts';
import { storeCandidates, type Candidate, type LookupField, type NameRow } from './name-queries.ts';
import { lookupKey, type KnownNames } from './resolve-name.ts';

/** A name to look up in the catalogue. */
export type NameToLookUp = Pick<NameRow, 'field' | 'text'>;

type Kit = Matches['kits'][number][number];

const TEXT_MAX = 200;
const TIMEOUT_MS = 60_000;

/** The distinct names that are not known yet. */
export function listUnknown(known: KnownNames, names: readonly NameToLookUp[]): NameToLookUp[] {
  const distinct = new Map(names.map((name) => [lookupKey(name.field, name.text), name]));
  return [...distinct].flatMap(([key, name]) => (known.has(key) ? [] : [name]));
}

/**
 * Matches names with records of the catalogue in batches, and stores the candidates and copies of the
 * records. Throws a CataloguePaused if the catalogue is unavailable.
 */
export async function lookUpNames(
  context: ImportContext,
  importId: number,
  names: readonly NameToLookUp[],
): Promise<Array<Omit<NameRow, 'chosen'>>> {
  const matched: Array<Omit<NameRow, 'chosen'>> = [];
  for (let start = 0; start < names.length; start += MATCH_TEXTS_MAX) {
    const { records, named } = await fetchMatches(context, names.slice(start, start + MATCH_TEXTS_MAX));
    await storeRecords(context.db, records);
    await storeCandidates(context.db, importId, named);
    matched.push(...named);
  }
  return matched;
}

async function fetchMatches({ catalogue }: ImportContext, batch: readonly NameToLookUp[]) {
  const listTexts = (wanted: LookupField) =>
    batch.filter(({ field, text }) => field === wanted && isMatchable(text)).map(({ text }) => text);
  const pairs = listTexts('club_season').map((text) => {
    const [club = 0, season = 0] = text.split(' ').map(Number);
    return { club, season };
  });
  const [brands, clubs, seasons, kits] = REFERENCE_FIELDS.map(listTexts);
  const matches = await catalogue
    .match({ brands, clubs, seasons, kits, club_seasons: pairs }, { timeoutMs: TIMEOUT_MS })
    .catch((error: unknown) => {
      throw toCataloguePaused(error);
    });
  const candidates: Record<LookupField, Candidate[][]> = {
    brand: matches.brands.map((list) => list.map(({ id, name, score }) => ({ id, name, score }))),
    club: matches.clubs.map((list) => list.map(({ id, name, score }) => ({ id, name, score }))),
    season: matches.seasons.map((list) => list.map(({ id, year, score }) => ({ id, name: year, score }))),
    kit: matches.kits.map((list) => list.map(toKitCandidate)),
    // Catalogues of earlier versions do not return this list.
    club_season: (matches.club_seasons ?? []).map((list) =>
      list.map((kit) => toKitCandidate({ ...kit, score: 1 })),
    ),
  };
  // The lists are in the order of the texts that were sent.
  const named = batch.map(({ field, text }) => ({
    field,
    text,
    candidates: (isMatchable(text) && candidates[field].shift()) || [],
  }));
  const records = {
    brands: matches.brands.flat(),
    clubs: matches.clubs.flat(),
    seasons: matches.seasons.flat(),
    kits: matches.kits.flat(),
  };
  return { named, records };
}

/** Whether the catalogue accepts a text. */
function isMatchable(text: string): boolean {
  return text.length <= TEXT_MAX && isStorable(text);
}

function toKitCandidate(kit: Kit): Candidate {
  const { id, name, score, brand, team, season, type } = kit;
  const { category, is_goalkeeper } = type;
  const fills = { name, ...toKitFills(kit) };
  const names = { brand: brand.name, club: team.name, season: season.year };
  return { id, name, score, fills, ...names, type: type.name, category, is_goalkeeper };
}
