import type { Random } from '@kitroom/demo/catalogue/seeded-random';

/** Reads weighted names such as `White 22, Sky blue 4`. */
export function readWeighted(text: string) {
  return text.split(', ').map((pair) => {
    const at = pair.lastIndexOf(' ');
    return { name: pair.slice(0, at), weight: Number(pair.slice(at + 1)) };
  });
}

/** Picks entries with probabilities in proportion to their weights. */
export function openWeighted<T extends { weight: number }>(entries: readonly T[]): (random: Random) => T {
  let total = 0;
  const sums = entries.map(({ weight }) => (total += weight));
  return (random) => {
    const wanted = random() * total;
    return entries.at(sums.findIndex((sum) => sum > wanted)) as T;
  };
}

/** Divides a number in proportion to weights, at most so many each; the last one gets the rest. */
export function apportion(count: number, weights: readonly number[], most = Infinity): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [exact, assigned] = [0, 0];
  return weights.map((weight, at) => {
    exact += (count * weight) / total;
    const part = Math.min(most, (at === weights.length - 1 ? count : Math.floor(exact)) - assigned);
    assigned += part;
    return part;
  });
}

/** A number from 0 to 1 that depends on two integers alone. */
export function fractionOf(first: number, second: number): number {
  let mixed = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second + 0x7f4a7c15, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}
