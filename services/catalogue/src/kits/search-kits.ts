import type { KIT_SEARCH_TIERS } from '@kitroom/catalogue-client';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../limits.ts';
import type { SeasonRow } from '../records.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { fold } from '../fold.ts';
import { listKits, type KitRow } from './kit-rows.ts';
import { parseKitSearch, type ParsedKitSearch } from './parse-kit-search.ts';
import { primaryTeamsFirst } from './secondary-teams.ts';

export interface KitSearch {
  index: Pick<SearchIndex, 'read'>;
}

/** A kit matches if its name contains one text of each group. */
type Groups = ReadonlyArray<readonly string[]>;

/** How kits were found, best first. */
export type KitSearchTier = (typeof KIT_SEARCH_TIERS)[number];

/** Up to ten kits, and how they were found. */
export interface FoundKits {
  rows: KitRow[];
  /** Null without results. */
  tier: KitSearchTier | null;
  season: ParsedKitSearch['season'];
  /** Normalised and distinct. */
  terms: string[];
}

/** Up to ten kits by name and year: see `findKits`. */
export async function searchKitRows(search: KitSearch, keyword: string): Promise<KitRow[]> {
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
  const index = await search.index.read();
  for (const { tier, groups } of listTiers(phrase, terms)) {
    const found = findCandidates(index, groups, season);
    if (found.length > 0) return { ...nothing, tier, rows: chooseResults(index, found) };
  }
  const words = listSimilarWords(index, terms).filter((one) => one.length > 0);
  const found = words.length === 0 ? [] : findCandidates(index, words, season);
  if (found.length === 0) return nothing;
  return { ...nothing, tier: 'similar_words', rows: chooseResults(index, found) };
}

function chooseResults(index: CatalogueIndex, found: readonly KitCandidate[]): KitRow[] {
  const chosen = primaryTeamsFirst(found).slice(0, SEARCH_RESULTS);
  return listKits(
    index,
    chosen.map(({ id }) => id),
  );
}

/** A kit that a search found, and the team by which results are moved back. */
interface KitCandidate {
  id: number;
  team_name: string;
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

/** The first kits whose names contain a text of each group and that belong to the season, in the order of searches. */
export function findCandidates(
  index: CatalogueIndex,
  groups: Groups,
  season: ParsedKitSearch['season'],
): KitCandidate[] {
  const phrases = groups.map((texts) => texts.map((text) => text.split(' ')));
  const found = index.kits.search(phrases, season && findSeasonIds(index, season));
  return Array.from(found.take(KIT_SEARCH_CANDIDATES), ({ id, club }) => ({
    id,
    team_name: index.clubs.byId.get(club)?.name ?? '',
  }));
}

/** Up to five similar words of kit names for each term; none where searches do not tolerate typos. */
export function listSimilarWords({ isFuzzy, kits }: CatalogueIndex, terms: readonly string[]): string[][] {
  return terms.map((term) => (isFuzzy ? kits.listSimilarWords(term) : []));
}

function findSeasonIds(
  { seasons }: CatalogueIndex,
  season: NonNullable<ParsedKitSearch['season']>,
): number[] {
  const matches = ({ year, first_year: first, second_year: second }: SeasonRow) =>
    'year' in season ? year === season.year : season.yearOf === first || season.yearOf === second;
  return [...seasons.values()].filter(matches).map(({ id }) => id);
}
