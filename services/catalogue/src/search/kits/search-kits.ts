import type { KIT_SEARCH_TIERS } from '@kitroom/catalogue-client';
import { splitTerms, splitWords } from '@kitroom/server/search/search-words';
import { fold, parseSeasonYear } from '@kitroom/shared';
import { listKits, type KitRow } from '../../kits/kit-rows.ts';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../../limits.ts';
import type { SeasonRow } from '../../records/record-view.ts';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { KitMatch, WordMeaning } from '../index/search-kit-rows.ts';
import { primaryTeamsFirst } from '../index/secondary-teams.ts';
import { listCorrections } from './correct-keyword.ts';
import { readKitSearch, withoutKitWords, type KitSeason, type ParsedKitSearch } from './parse-kit-search.ts';
import { findMeaning } from './word-meaning.ts';

/** A kit matches if its name contains one of the texts, or if it has one of the meanings. */
interface Group {
  texts: readonly string[];
  meaning?: WordMeaning;
}

/** The tier of the search that found kits, best first. */
type KitSearchTier = (typeof KIT_SEARCH_TIERS)[number];

/** Up to ten kits, and the tier that found them. */
export interface FoundKits {
  rows: KitRow[];
  /** Null without results. */
  tier: KitSearchTier | null;
  season: KitSeason | undefined;
  /** Normalised and distinct. */
  terms: string[];
  /** The keyword that found the kits, if misspelt words were corrected. */
  corrected?: string;
}

/** Up to ten kits that have all terms, and the conditions that find all such kits. */
interface FoundByAllTerms extends FoundKits {
  match: KitMatch;
}

/**
 * Finds up to ten kits by name and year. The first tier with results wins: the whole phrase; all terms as
 * typed, by their meaning or corrected; any term; similar words. See
 * docs/behaviour/catalogue.md#searching-kits.
 */
export function findKits(index: CatalogueIndex, keyword: string): FoundKits {
  return findByAllTerms(index, keyword) ?? findCorrected(index, keyword) ?? findByAnyTerm(index, keyword);
}

/** The conditions that find all kits with all terms of a keyword, as typed, by their meaning or corrected. */
export function matchAllTerms(index: CatalogueIndex, keyword: string): KitMatch {
  return (findByAllTerms(index, keyword) ?? findCorrected(index, keyword))?.match ?? NO_KITS;
}

const NO_KITS: KitMatch = { groups: [], seasons: [] };

/** Finds kits by the phrase or all terms, as typed or by their meaning. */
export function findByAllTerms(index: CatalogueIndex, keyword: string): FoundByAllTerms | undefined {
  for (const reading of readKitSearch(keyword)) {
    const foundKits = findReading(index, reading);
    if (foundKits) return foundKits;
  }
  return undefined;
}

function findReading(index: CatalogueIndex, { season, text }: ParsedKitSearch): FoundByAllTerms | undefined {
  const phrase = fold(text);
  if (phrase === '' && !season) return undefined;
  const terms = splitTerms(phrase);
  for (const { tier, groups } of listTiers(index, phrase, season)) {
    const match = toMatch(index, groups, season);
    const candidates = findCandidates(index, match);
    if (candidates.length > 0) return { tier, rows: chooseResults(index, candidates), season, terms, match };
  }
  return undefined;
}

function findCorrected(index: CatalogueIndex, keyword: string): FoundByAllTerms | undefined {
  for (const corrected of index.isFuzzy ? listCorrections(index, keyword) : []) {
    const foundKits = findByAllTerms(index, corrected);
    if (foundKits) return { ...foundKits, tier: 'corrected', corrected };
  }
  return undefined;
}

function findByAnyTerm(index: CatalogueIndex, keyword: string): FoundKits {
  const [{ season, text }] = readKitSearch(keyword);
  const terms = splitTerms(fold(text));
  const any = terms.length > 1 ? findCandidates(index, toMatch(index, [{ texts: terms }], season)) : [];
  if (any.length > 0) return { tier: 'any_term', rows: chooseResults(index, any), season, terms };
  const groups = listSimilarGroups(index, fold(text));
  const similar = groups.length === 0 ? [] : findCandidates(index, toMatch(index, groups, season));
  return {
    tier: similar.length > 0 ? 'similar_words' : null,
    rows: chooseResults(index, similar),
    season,
    terms,
  };
}

/** Each word of a phrase if a kit has it, otherwise similar words; empty if a word has no similar words. */
function listSimilarGroups(index: CatalogueIndex, phrase: string): Group[] {
  const groups: Group[] = [];
  let replaced = 0;
  for (const word of listMeantWords(phrase)) {
    const group = toGroup(index, word);
    const isFound = findCandidates(index, toMatch(index, [group], undefined)).length > 0;
    const texts = isFound || replaced === SIMILAR_MAX ? [] : listSimilarWords(index, word);
    if (!isFound && texts.length === 0) return [];
    if (!isFound) replaced += 1;
    groups.push(isFound ? group : { texts });
  }
  return groups;
}

/** The number of words of a keyword that may be replaced by similar words. */
const SIMILAR_MAX = 5;

function chooseResults(index: CatalogueIndex, candidates: readonly KitCandidate[]): KitRow[] {
  const chosen = primaryTeamsFirst(candidates).slice(0, SEARCH_RESULTS);
  return listKits(
    index,
    chosen.map(({ id }) => id),
  );
}

/** A found kit, and the name of its team, by which kits of secondary teams are moved to the end. */
interface KitCandidate {
  id: number;
  team_name: string;
}

interface Tier {
  tier: KitSearchTier;
  groups: readonly Group[];
}

/** The tiers in which a kit may match a phrase or all of its terms, best first. */
function* listTiers(index: CatalogueIndex, phrase: string, season: KitSeason | undefined): Generator<Tier> {
  yield* listAsTyped(phrase, 'phrase', 'all_terms');
  const meant = withoutKitWords(phrase);
  if (meant === '' && !season) return;
  if (meant !== phrase) yield* listAsTyped(meant, 'understood', 'understood');
  const groups = listMeantWords(phrase).map((word) => toGroup(index, word));
  if (groups.length > 0) yield { tier: 'understood', groups };
}

/** The distinct words of a phrase, without those that only mean `kit`. */
function listMeantWords(phrase: string): string[] {
  return [...new Set(splitWords(withoutKitWords(phrase)))];
}

function toGroup(index: CatalogueIndex, word: string): Group {
  return { texts: [word], meaning: findMeaning(index, word) };
}

function* listAsTyped(phrase: string, whole: KitSearchTier, all: KitSearchTier): Generator<Tier> {
  yield { tier: whole, groups: phrase === '' ? [] : [{ texts: [phrase] }] };
  const terms = splitTerms(phrase);
  if (terms.length > 0 && phrase !== terms[0]) {
    yield { tier: all, groups: terms.map((term) => ({ texts: [term] })) };
  }
}

/** Kits that match each group and belong to the season. */
function toMatch(index: CatalogueIndex, groups: readonly Group[], season: KitSeason | undefined): KitMatch {
  return {
    groups: groups.map(({ texts, ...rest }) => ({ ...rest, phrases: texts.map((text) => text.split(' ')) })),
    seasons: season && findSeasonIds(index, season),
  };
}

/** The first kits that match, in the order of searches. */
function findCandidates(index: CatalogueIndex, match: KitMatch): KitCandidate[] {
  const matches = index.kits.search(match);
  return Array.from(matches.take(KIT_SEARCH_CANDIDATES), ({ id, club }) => ({
    id,
    team_name: index.clubs.byId.get(club)?.name ?? '',
  }));
}

/** Up to five words of kit names that are similar to a word; empty if searches do not tolerate typos. */
export function listSimilarWords({ isFuzzy, kits }: CatalogueIndex, word: string): string[] {
  return isFuzzy ? kits.listSimilarWords(word) : [];
}

function findSeasonIds({ seasons }: CatalogueIndex, season: KitSeason): number[] {
  return [...seasons.values()].filter((row) => isMeant(row, season)).map(({ id }) => id);
}

function isMeant({ year, first_year: first, second_year: second }: SeasonRow, season: KitSeason): boolean {
  if ('yearOf' in season) return season.yearOf === first || season.yearOf === second;
  if (!season.isEitherYear) return year === season.year;
  const years = parseSeasonYear(season.year);
  return second === null && (first === years?.first || first === years?.second);
}
