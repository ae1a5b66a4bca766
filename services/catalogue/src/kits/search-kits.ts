import type { Database } from '@kitroom/server/database/database';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../limits.ts';
import type { SeasonRow } from '../records.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { toSearchText } from '../search-text.ts';
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
interface SearchedKits {
  find(groups: Groups, season: ParsedKitSearch['season']): Promise<KitCandidate[]> | KitCandidate[];
  findSimilarWords(terms: readonly string[]): Promise<string[][]> | string[][];
}

/**
 * Up to ten kits by name and year. The first tier with results wins: the whole phrase, else all terms, else any term,
 * else similar words. Source: the kit search algorithm.
 */
export async function searchKitRows(search: KitSearch, keyword: string): Promise<KitSearchRow[]> {
  const { season, text } = parseKitSearch(keyword);
  const phrase = await toSearchText(search.db, text);
  if (phrase === '' && !season) return [];
  const terms = [...new Set(phrase.split(/[\s-]+/).filter((term) => term !== ''))];
  const index = await search.index.read();
  const kits = index ? searchedIndex(index) : searchedDatabase(search.db);
  for (const groups of listTiers(phrase, terms)) {
    const found = await kits.find(groups, season);
    if (found.length > 0) return chooseResults(search.db, found);
  }
  const similar = (await search.isFuzzy()) ? await kits.findSimilarWords(terms) : [];
  const words = similar.filter((one) => one.length > 0);
  return words.length === 0 ? [] : chooseResults(search.db, await kits.find(words, season));
}

function chooseResults(db: Database, found: readonly KitCandidate[]): Promise<KitSearchRow[]> {
  const chosen = primaryTeamsFirst(found).slice(0, SEARCH_RESULTS);
  return listKitSearchRows(
    db,
    chosen.map(({ id }) => id),
  );
}

function listTiers(phrase: string, terms: readonly string[]): Groups[] {
  const whole: Groups = phrase === '' ? [] : [[phrase]];
  if (terms.length === 0) return [whole];
  if (terms.length === 1) return phrase === terms[0] ? [whole] : [whole, [terms]];
  return [whole, terms.map((term) => [term]), [terms]];
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
