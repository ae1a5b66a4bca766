import type { Database } from '@kitroom/server/database/database';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../limits.ts';
import {
  countTermsByType,
  findSeasonIds,
  findSimilarWords,
  readTerms,
  walkKitTypes,
  sortKits,
  type KitSearchRow,
} from './kit-search-queries.ts';
import { planSearch, type Tier, type TypeCount } from './plan-kit-search.ts';
import { parseKitSearch } from './parse-kit-search.ts';
import { primaryTeamsFirst } from './secondary-teams.ts';

export interface KitSearch {
  db: Database;
  /** Whether the database has pg_trgm. */
  isFuzzy(): Promise<boolean>;
}

/**
 * Up to ten kits by name and year. The first tier with results wins: the whole phrase, else all terms, else any term,
 * else similar words. Source: the kit search algorithm.
 */
export async function searchKitRows({ db, isFuzzy }: KitSearch, keyword: string): Promise<KitSearchRow[]> {
  const parsed = parseKitSearch(keyword);
  const { phrase, terms } = await readTerms(db, parsed.text);
  if (phrase === '' && !parsed.season) return [];
  const seasons = parsed.season && (await findSeasonIds(db, parsed.season));
  if (seasons?.length === 0) return [];
  const counts = await countTermsByType(db, terms);
  for (const tier of toTiers(phrase, terms)) {
    const found = await searchTier(db, tier, counts, seasons);
    if (found.length > 0) return chooseResults(found);
  }
  const similar = (await isFuzzy()) ? await findSimilarTier(db, terms) : undefined;
  if (!similar) return [];
  return chooseResults(await searchTier(db, similar, await countTermsByType(db, similar.terms), seasons));
}

function chooseResults(found: readonly KitSearchRow[]): KitSearchRow[] {
  return primaryTeamsFirst(found).slice(0, SEARCH_RESULTS);
}

/** A kit matches a tier if its name contains one text of each group. */
function toTiers(phrase: string, terms: readonly string[]): Tier[] {
  const whole: Tier = { groups: phrase === '' ? [] : [[phrase]], terms, needs: 'all' };
  if (terms.length === 0) return [whole];
  if (terms.length === 1) return phrase === terms[0] ? [whole] : [whole, { ...whole, groups: [[...terms]] }];
  return [
    whole,
    { groups: terms.map((term) => [term]), terms, needs: 'all' },
    { groups: [[...terms]], terms, needs: 'any' },
  ];
}

/** The tier of words similar to the terms. */
async function findSimilarTier(db: Database, terms: readonly string[]): Promise<Tier | undefined> {
  const groups = (await findSimilarWords(db, terms)).filter((words) => words.length > 0);
  return groups.length > 0 ? { groups, terms: groups.flat(), needs: 'any' } : undefined;
}

async function searchTier(
  db: Database,
  tier: Tier,
  counts: readonly TypeCount[],
  seasons: readonly number[] | undefined,
): Promise<KitSearchRow[]> {
  const plan = planSearch(tier, counts, seasons !== undefined);
  const match = { groups: tier.groups, seasons };
  const limit = KIT_SEARCH_CANDIDATES;
  if (plan.how === 'sort') return sortKits(db, match, limit);
  const found: KitSearchRow[] = [];
  // In the required order: once enough kits are found, the remaining types are skipped.
  for (const { typeIds, depth } of plan.steps) {
    found.push(...(await walkKitTypes(db, match, typeIds, { limit: limit - found.length, depth })));
    if (found.length >= limit) return found;
    // Too few matches among the newest kits, and older ones were not scanned: the text is rarer than expected.
    if (depth !== null) return sortKits(db, match, limit);
  }
  return found;
}
