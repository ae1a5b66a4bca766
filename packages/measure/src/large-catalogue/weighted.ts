import type { Random } from '@kitroom/demo/catalogue/seeded-random';

/** Picks entries with probabilities in proportion to their weights. */
export function openWeighted<T>(
  entries: readonly T[],
  weightOf: (entry: T, at: number) => number,
): (random: Random) => T {
  const sums: number[] = [];
  let total = 0;
  for (const [at, entry] of entries.entries()) sums.push((total += weightOf(entry, at)));
  return (random) => {
    const wanted = random() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return entries[low] as T;
  };
}

/** Divides a number in proportion to weights, at most so many each; the last one gets the rest. */
export function apportion(count: number, weights: readonly number[], most = Infinity): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [exact, given] = [0, 0];
  return weights.map((weight, at) => {
    exact += (count * weight) / total;
    const part = Math.min(most, (at === weights.length - 1 ? count : Math.floor(exact)) - given);
    given += part;
    return part;
  });
}

/** The weight of the n-th most frequent (from 0), as names, words and sizes are distributed. */
export function zipf(at: number, flat = 1): number {
  return 1 / (at + flat);
}

/** A number from 0 to 1 that depends on two integers alone. */
export function fractionOf(one: number, other: number): number {
  let mixed = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}
