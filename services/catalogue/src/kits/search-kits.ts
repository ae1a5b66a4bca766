import type { Database } from '@kitroom/server/database';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../limits.ts';
import {
  countTermsByType,
  findSeasonIds,
  findSimilarWords,
  readTerms,
  walkKitTypes,
  sortFewKits,
  type KitSearchRow,
} from './kit-search-queries.ts';
import { planSearch, type Tier } from './plan-kit-search.ts';
import { readKitQuestion } from './read-kit-question.ts';
import { primaryTeamsFirst } from './secondary-teams.ts';

/** What a kit search needs to know of the service. */
export interface KitSearch {
  db: Database;
  /** Whether the database has pg_trgm. */
  isFuzzy(): Promise<boolean>;
}

/**
 * Up to ten kits by name and year. The first tier that finds anything gives the results: the whole phrase, else
 * all terms, else any term, else words that are similar to the terms. Source: the kit search algorithm.
 */
export async function searchKitRows({ db, isFuzzy }: KitSearch, keyword: string): Promise<KitSearchRow[]> {
  const question = readKitQuestion(keyword);
  const { phrase, terms } = await readTerms(db, question.text);
  if (terms.length === 0 && !question.season) return [];
  const seasons = question.season && (await findSeasonIds(db, question.season));
  if (seasons?.length === 0) return [];
  for (const tier of toTiers(phrase, terms)) {
    const found = await searchTier(db, tier, seasons);
    if (found.length > 0) return primaryTeamsFirst(found).slice(0, SEARCH_RESULTS);
  }
  const similar = (await isFuzzy()) ? await findSimilarTier(db, terms) : undefined;
  return similar ? primaryTeamsFirst(await searchTier(db, similar, seasons)).slice(0, SEARCH_RESULTS) : [];
}

/** A kit matches a tier when each of its groups has a text that the kit's name contains. */
function toTiers(phrase: string, terms: readonly string[]): Tier[] {
  const whole: Tier = { groups: [[phrase]], terms, needs: 'all' };
  if (terms.length === 0) return [{ groups: [], terms, needs: 'all' }];
  if (terms.length === 1) return phrase === terms[0] ? [whole] : [whole, { ...whole, groups: [[...terms]] }];
  return [
    whole,
    { groups: terms.map((term) => [term]), terms, needs: 'all' },
    { groups: [[...terms]], terms, needs: 'any' },
  ];
}

/** The tier of the words that come closest to what was typed. */
async function findSimilarTier(db: Database, terms: readonly string[]): Promise<Tier | undefined> {
  const groups = (await findSimilarWords(db, terms)).filter((words) => words.length > 0);
  return groups.length > 0 ? { groups, terms: groups.flat(), needs: 'any' } : undefined;
}

async function searchTier(db: Database, tier: Tier, seasons: number[] | undefined): Promise<KitSearchRow[]> {
  const plan = planSearch(tier, await countTermsByType(db, tier.terms), seasons !== undefined);
  if (plan.how === 'sort') return sortFewKits(db, tier.groups, seasons, KIT_SEARCH_CANDIDATES);
  const found: KitSearchRow[] = [];
  // Rank by rank in the required order: what the first types give need not be looked for in the others.
  for (const typeIds of plan.batches) {
    found.push(
      ...(await walkKitTypes(db, tier.groups, typeIds, seasons, KIT_SEARCH_CANDIDATES - found.length)),
    );
    if (found.length >= KIT_SEARCH_CANDIDATES) break;
  }
  return found;
}
