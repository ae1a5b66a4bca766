/** The match criteria of a search tier. */
export interface Tier {
  /** A kit matches if its name contains one text of each group. */
  groups: readonly (readonly string[])[];
  /** The terms whose counts bound the number of matches. */
  terms: readonly string[];
  /** Whether a matching kit contains all of the terms or at least one. */
  needs: 'all' | 'any';
}

/** A kit type in the required order, with its number of kits and, per term, how many may match. */
export interface TypeCount {
  typeId: number;
  kits: number;
  byTerm: readonly number[];
}

/** How to find a tier's first kits in the required order. */
export type SearchPlan =
  /** Read all matches from the trigram index and sort them. */
  | { how: 'sort' }
  /** Scan the types in order, step by step, and check the names. */
  | { how: 'walk'; steps: WalkStep[] };

/** Types to scan together: all of their kits, or only the newest `depth` of each. */
export interface WalkStep {
  typeIds: number[];
  depth: number | null;
}

/** Up to this many matches, reading and sorting is faster than scanning types. */
const FEW = 1500;
/** The expected number of matches in the first step: twice the number wanted. */
const ENOUGH = 40;
/** This many kits per type show whether a text is as common as expected. */
const DEPTH = 4000;
/** The minimum length of a text for the trigram index. */
const TRIGRAM = 3;
/** The expected share of kits in a year's seasons. */
const SEASON_SHARE = 0.05;

/**
 * Chooses a search plan. `counts` are upper bounds of the matches per kit type; a type with 0 is skipped. PostgreSQL's
 * planner cannot choose, because it assumes the same selectivity for all patterns. See docs/decisions on kit search.
 */
export function planSearch(tier: Tier, counts: readonly TypeCount[], isSeasonal: boolean): SearchPlan {
  const types = counts.filter((count) => boundMatches(tier, count) > 0);
  const bound = sum(types.map((count) => boundMatches(tier, count)));
  const isIndexed = hasIndexedGroup(tier);
  if (isIndexed && bound > 0 && bound <= FEW) return { how: 'sort' };
  const expected = types.map((count) => expectMatches(tier, count) * (isSeasonal ? SEASON_SHARE : 1));
  const [first, rest] = splitWhereEnough(types, expected);
  // A season has few enough kits to scan completely; without the index there is no alternative.
  const isStopped = ({ kits }: TypeCount) => isIndexed && !isSeasonal && kits > DEPTH;
  // Matches beyond the limit sort before everything of the following types.
  if (first.slice(0, -1).some(isStopped)) return { how: 'sort' };
  const depth = first.slice(-1).some(isStopped) ? DEPTH : null;
  return {
    how: 'walk',
    steps: [toStep(first, depth), toStep(rest, null)].filter((step) => step.typeIds.length > 0),
  };
}

/** An upper bound of a type's matches. */
function boundMatches(tier: Tier, { kits, byTerm }: TypeCount): number {
  if (tier.terms.length === 0) return kits;
  return tier.needs === 'all' ? Math.min(...byTerm) : Math.min(kits, sum(byTerm));
}

/** The expected matches of a type, if terms occur independently. */
function expectMatches(tier: Tier, count: TypeCount): number {
  if (tier.needs === 'any' || tier.terms.length === 0) return boundMatches(tier, count);
  return count.byTerm.reduce((share, kits) => share * Math.min(1, kits / count.kits), count.kits);
}

function hasIndexedGroup({ groups }: Tier): boolean {
  return groups.some((texts) => texts.every((text) => text.length >= TRIGRAM));
}

/** Splits the types after the one that brings the expected total to `ENOUGH`. */
function splitWhereEnough(
  types: readonly TypeCount[],
  expected: readonly number[],
): [TypeCount[], TypeCount[]] {
  let gathered = 0;
  const last = types.findIndex((_type, index) => {
    gathered += expected[index] ?? 0;
    return gathered >= ENOUGH;
  });
  const cut = last < 0 ? types.length : last + 1;
  return [types.slice(0, cut), types.slice(cut)];
}

function toStep(types: readonly TypeCount[], depth: number | null): WalkStep {
  return { typeIds: types.map(({ typeId }) => typeId), depth };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
