import { hashText } from '@kitroom/shared';

/** Returns numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/**
 * Creates a deterministic generator (FNV-1a and mulberry32): the same seed gives the same numbers on every
 * machine. With a seed per club, adding a club does not change the kits of others.
 */
export function createRandom(seed: string): Random {
  let state = hashText(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks an entry at random. Throws for an empty list. */
export function pickFrom<T>(random: Random, entries: readonly T[]): T {
  const entry = entries[Math.floor(random() * entries.length)];
  if (entry === undefined) throw new Error('nothing to pick from');
  return entry;
}
