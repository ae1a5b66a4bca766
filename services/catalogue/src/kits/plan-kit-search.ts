/** What a tier looks for. */
export interface Tier {
  /** A kit matches when its name contains, for each group, one of the group's texts. */
  groups: readonly (readonly string[])[];
  /** The terms that bound the matches. */
  terms: readonly string[];
  /** Whether a matching kit has all of the terms or any of them. */
  needs: 'all' | 'any';
}

/** A kit type in the required order, with its number of kits and, for each term, how many may have it. */
export interface TypeCount {
  typeId: number;
  kits: number;
  byTerm: readonly number[];
}

/** How to find a tier's first kits in the required order. */
export type SearchPlan =
  /** Read all matches through the trigram index and sort them. */
  | { how: 'sort' }
  /** Walk the types in order, batch by batch, and check the names. */
  | { how: 'walk'; batches: number[][] };

/** So many matches are read and sorted faster than types are walked. */
const FEW = 1500;
/** The first batch of a walk is expected to give so many kits: twice what is wanted. */
const ENOUGH = 40;
/** The trigram index knows no shorter texts. */
const TRIGRAM = 3;
/** The share of kits that a year's seasons are expected to hold. */
const SEASON_SHARE = 0.05;

/**
 * Chooses how to search. `counts` bound from above how many kits of each type match, exactly: a type without
 * any is never looked at. See docs/decisions on kit search for why the planner cannot choose this.
 */
export function planSearch(tier: Tier, counts: readonly TypeCount[], isSeasonal: boolean): SearchPlan {
  const types = counts.filter((count) => boundMatches(tier, count) > 0);
  const bound = sum(types.map((count) => boundMatches(tier, count)));
  const expected = types.map((count) => expectMatches(tier, count) * (isSeasonal ? SEASON_SHARE : 1));
  if (isIndexed(tier) && types.length > 0 && (bound <= FEW || isPhrase(tier) || sum(expected) <= FEW / 10)) {
    return { how: 'sort' };
  }
  return { how: 'walk', batches: toBatches(types, expected) };
}

/** At most so many kits of a type match. */
function boundMatches(tier: Tier, { kits, byTerm }: TypeCount): number {
  if (tier.terms.length === 0) return kits;
  return tier.needs === 'all' ? Math.min(...byTerm) : Math.min(kits, sum(byTerm));
}

/** About so many kits of a type match, if the terms occur independently of each other. */
function expectMatches(tier: Tier, count: TypeCount): number {
  if (tier.needs === 'any' || tier.terms.length === 0) return boundMatches(tier, count);
  return count.byTerm.reduce((share, kits) => share * Math.min(1, kits / count.kits), count.kits);
}

function isIndexed({ groups }: Tier): boolean {
  return groups.some((texts) => texts.every((text) => text.length >= TRIGRAM));
}

function isPhrase({ groups }: Tier): boolean {
  return groups.length === 1 && groups[0]?.length === 1 && groups[0][0]?.includes(' ') === true;
}

function toBatches(types: readonly TypeCount[], expected: readonly number[]): number[][] {
  let gathered = 0;
  const first = types.findIndex((_type, index) => {
    gathered += expected[index] ?? 0;
    return gathered >= ENOUGH;
  });
  const ids = types.map(({ typeId }) => typeId);
  const cut = first < 0 ? ids.length : first + 1;
  return [ids.slice(0, cut), ids.slice(cut)].filter((batch) => batch.length > 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
