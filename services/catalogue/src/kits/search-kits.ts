import type { KIT_SEARCH_TIERS } from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../limits.ts';
import type { SeasonRow } from '../records.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { fold } from '../fold.ts';
import {
  findKitCandidates,
  findSimilarWords,
  listKitSearchRows,
  type KitCandidate,
  type KitSearchRow,
} from './kit-search-queries.ts';
import { parseKitSearch, type ParsedKitSearch } from './parse-kit-search.ts';
import { primaryTeamsFirst } from './secondary-teams.ts';

export interface KitSearch {
  db: Database;
  index: SearchIndex;
  /** Whether the database has pg_trgm. */
  isFuzzy(): Promise<boolean>;
}

/** A kit matches if its name contains one text of each group. */
type Groups = ReadonlyArray<readonly string[]>;

/** Where kits are searched: the index, or the database while that is being built. */
export interface SearchedKits {
  find(groups: Groups, season: ParsedKitSearch['season']): Promise<KitCandidate[]> | KitCandidate[];
  findSimilarWords(terms: readonly string[]): Promise<string[][]> | string[][];
}

/** How kits were found, best first. */
export type KitSearchTier = (typeof KIT_SEARCH_TIERS)[number];

/** Up to ten kits, and how they were found. */
export interface FoundKits {
  rows: KitSearchRow[];
  /** Null without results. */
  tier: KitSearchTier | null;
  season: ParsedKitSearch['season'];
  /** Normalised and distinct. */
  terms: string[];
}

/** Up to ten kits by name and year: see `findKits`. */
export async function searchKitRows(search: KitSearch, keyword: string): Promise<KitSearchRow[]> {
  return (await findKits(search, keyword)).rows;
}

/**
 * Up to ten kits by name and year. The first tier with results wins: the whole phrase, else all terms, else any term,
 * else similar words. Source: the kit search algorithm.
 */
export async function findKits(search: KitSearch, keyword: string): Promise<FoundKits> {
  const { season, text } = parseKitSearch(keyword);
  const phrase = fold(text);
  const terms = [...new Set(phrase.split(/[\s-]+/).filter((term) => term !== ''))];
  const nothing = { rows: [], tier: null, season, terms };
  if (phrase === '' && !season) return nothing;
  const kits = await openKits(search);
  for (const { tier, groups } of listTiers(phrase, terms)) {
    const found = await kits.find(groups, season);
    if (found.length > 0) return { ...nothing, tier, rows: await chooseResults(search.db, found) };
  }
  const similar = (await search.isFuzzy()) ? await kits.findSimilarWords(terms) : [];
  const words = similar.filter((one) => one.length > 0);
  const found = words.length === 0 ? [] : await kits.find(words, season);
  if (found.length === 0) return nothing;
  return { ...nothing, tier: 'similar_words', rows: await chooseResults(search.db, found) };
}

/** Where kits are searched now. */
export async function openKits({ db, index }: KitSearch): Promise<SearchedKits> {
  const current = await index.read();
  return current ? searchedIndex(current) : searchedDatabase(db);
}

function chooseResults(db: Database, found: readonly KitCandidate[]): Promise<KitSearchRow[]> {
  const chosen = primaryTeamsFirst(found).slice(0, SEARCH_RESULTS);
  return listKitSearchRows(
    db,
    chosen.map(({ id }) => id),
  );
}

interface Tier {
  tier: KitSearchTier;
  groups: Groups;
}

function listTiers(phrase: string, terms: readonly string[]): Tier[] {
  const whole: Tier = { tier: 'phrase', groups: phrase === '' ? [] : [[phrase]] };
  const all: Tier = { tier: 'all_terms', groups: terms.map((term) => [term]) };
  if (terms.length === 0) return [whole];
  if (terms.length === 1) return phrase === terms[0] ? [whole] : [whole, all];
  return [whole, all, { tier: 'any_term', groups: [terms] }];
}

function searchedDatabase(db: Database): SearchedKits {
  return {
    find: (groups, season) => findKitCandidates(db, groups, season),
    findSimilarWords: (terms) => findSimilarWords(db, terms),
  };
}

function searchedIndex(index: CatalogueIndex): SearchedKits {
  return {
    find(groups, season) {
      const phrases = groups.map((texts) => texts.map((text) => text.split(' ')));
      const found = index.kits.search(phrases, season && findSeasonIds(index, season));
      return Array.from(found.take(KIT_SEARCH_CANDIDATES), ({ id, club }) => ({
        id,
        team_name: index.clubs.byId.get(club)?.name ?? '',
      }));
    },
    findSimilarWords: (terms) => terms.map((term) => index.kits.listSimilarWords(term)),
  };
}

function findSeasonIds(
  { seasons }: CatalogueIndex,
  season: NonNullable<ParsedKitSearch['season']>,
): number[] {
  const matches = ({ year, first_year: first, second_year: second }: SeasonRow) =>
    'year' in season ? year === season.year : season.yearOf === first || season.yearOf === second;
  return [...seasons.values()].filter(matches).map(({ id }) => id);
}
