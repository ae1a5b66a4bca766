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
  /** Walk the types in order, step by step, and check the names. */
  | { how: 'walk'; steps: WalkStep[] };

/** Types to be walked together: all of their kits, or only so many of each's newest. */
export interface WalkStep {
  typeIds: number[];
  depth: number | null;
}

/** So many matches are read and sorted faster than types are walked. */
const FEW = 1500;
/** The first step of a walk is expected to give so many kits: twice what is wanted. */
const ENOUGH = 40;
/** So many of a type's newest kits show whether a text is as common as it seems. */
const DEPTH = 4000;
/** The trigram index knows no shorter texts. */
const TRIGRAM = 3;
/** The share of kits that a year's seasons are expected to hold. */
const SEASON_SHARE = 0.05;

/**
 * Chooses how to search. `counts` bound from above how many kits of each type match, exactly: a type without any
 * is never looked at. PostgreSQL's planner cannot choose this: it takes every pattern for equally rare. See
 * docs/decisions on kit search.
 */
export function planSearch(tier: Tier, counts: readonly TypeCount[], isSeasonal: boolean): SearchPlan {
  const types = counts.filter((count) => boundMatches(tier, count) > 0);
  const bound = sum(types.map((count) => boundMatches(tier, count)));
  const isIndexed = hasIndexedGroup(tier);
  if (isIndexed && bound > 0 && bound <= FEW) return { how: 'sort' };
  const expected = types.map((count) => expectMatches(tier, count) * (isSeasonal ? SEASON_SHARE : 1));
  const [first, rest] = splitWhereEnough(types, expected);
  // A season's kits are few enough to be walked whole; without the index there is no other way.
  const isStopped = ({ kits }: TypeCount) => isIndexed && !isSeasonal && kits > DEPTH;
  // What a stop leaves unseen comes before everything of the types that follow.
  if (first.slice(0, -1).some(isStopped)) return { how: 'sort' };
  const depth = first.slice(-1).some(isStopped) ? DEPTH : null;
  return {
    how: 'walk',
    steps: [toStep(first, depth), toStep(rest, null)].filter((step) => step.typeIds.length > 0),
  };
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

function hasIndexedGroup({ groups }: Tier): boolean {
  return groups.some((texts) => texts.every((text) => text.length >= TRIGRAM));
}

/** Splits the types after the one with which enough kits are expected. */
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
