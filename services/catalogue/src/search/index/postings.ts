import { findFirst, growingNumbers } from './numbers.ts';

/**
 * Ascending numbers for each of many keys, all in one array: those of a key from `starts[key]` to
 * `starts[key + 1]`.
 */
export interface Postings {
  starts: Uint32Array;
  numbers: Uint32Array;
}

/** The lists of some keys. */
export interface PostingLists {
  postings: Postings;
  keys: readonly number[];
}

/**
 * Groups the numbers from 0 to `keys.length - 1` by their keys, which are less than `size`. With `values`,
 * groups its elements instead and keeps their order, which must be ascending in postings.
 */
export function groupByKey(keys: ArrayLike<number>, size: number, values?: Uint32Array): Postings {
  const starts = new Uint32Array(size + 1);
  for (let at = 0; at < keys.length; at += 1) increment(starts, (keys[at] ?? 0) + 1);
  for (let key = 0; key < size; key += 1) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  const numbers = new Uint32Array(keys.length);
  const next = starts.slice();
  for (let at = 0; at < keys.length; at += 1) {
    numbers[increment(next, keys[at] ?? 0)] = values ? (values[at] ?? 0) : at;
  }
  return { starts, numbers };
}

/** Groups the numbers from 0 to `codes.length - 1` by all keys of their codes; keys are less than `size`. */
export function groupByKeys(
  codes: ArrayLike<number>,
  keysOf: ReadonlyArray<readonly number[]>,
  size: number,
): Postings {
  const [keys, numbers] = [growingNumbers(), growingNumbers()];
  for (let at = 0; at < codes.length; at += 1) {
    for (const key of keysOf[codes[at] ?? 0] ?? []) {
      keys.push(key);
      numbers.push(at);
    }
  }
  return groupByKey(keys.take(), size, numbers.take());
}

/** Adds one to an element and returns its previous value. */
function increment(array: Uint32Array, at: number): number {
  const before = array[at] ?? 0;
  array[at] = before + 1;
  return before;
}

/** The list of a key. */
export function listOf({ starts, numbers }: Postings, key: number): Uint32Array {
  return numbers.subarray(starts[key] ?? 0, starts[key + 1] ?? 0);
}

/** Lists are intersected block by block, so that a search stops as soon as it has enough results. */
const BLOCK = 8192;
const BLOCK_WORDS = BLOCK / 32;

/**
 * The numbers that occur in at least one list of each group, ascending, in blocks. A block is valid until the
 * next one is read.
 */
export function* intersect(groups: ReadonlyArray<readonly PostingLists[]>): Generator<Uint32Array> {
  // Starts with the rarest group: if it has no number in a block, the other groups are not read.
  const [rarest, ...others] = groups.map(openUnion).toSorted((left, right) => left.total - right.total);
  if (!rarest) return;
  const numbers = new Uint32Array(BLOCK);
  for (let start = rarest.nextBlock(); start < Infinity; start = rarest.nextBlock()) {
    const bits = rarest.read(start);
    if (others.every((union) => keepCommon(bits, union.read(start)))) {
      yield numbers.subarray(0, readBits(bits, start, numbers));
    }
  }
}

/** Clears the bits that `otherBits` lacks, and returns whether any bit remains. */
function keepCommon(bits: Uint32Array, otherBits: Uint32Array): boolean {
  let any = 0;
  for (let word = 0; word < BLOCK_WORDS; word += 1) {
    const common = (bits[word] ?? 0) & (otherBits[word] ?? 0);
    bits[word] = common;
    any |= common;
  }
  return any !== 0;
}

/** Writes the numbers of the set bits, counted from `start`, in ascending order, and returns their count. */
export function readBits(bits: Uint32Array, start: number, numbers: Uint32Array): number {
  let length = 0;
  for (let word = 0; word < bits.length; word += 1) {
    for (let remaining = bits[word] ?? 0; remaining !== 0; remaining &= remaining - 1) {
      numbers[length] = start + word * 32 + 31 - Math.clz32(remaining & -remaining);
      length += 1;
    }
  }
  return length;
}

/** Reads some lists together. */
function openUnion(lists: readonly PostingLists[]) {
  const cursors = lists.map(openCursor);
  const bits = new Uint32Array(BLOCK_WORDS);
  return {
    total: cursors.reduce((sum, { total }) => sum + total, 0),
    nextBlock: () => cursors.reduce((least, cursor) => Math.min(least, cursor.nextBlock()), Infinity),
    read(start: number): Uint32Array {
      bits.fill(0);
      for (const cursor of cursors) cursor.read(start, bits);
      return bits;
    },
  };
}

function openCursor({ postings, keys }: PostingLists) {
  const { starts, numbers } = postings;
  const next = new Uint32Array(keys.length);
  const ends = new Uint32Array(keys.length);
  /** The total length of the lists. */
  let total = 0;
  for (let list = 0; list < keys.length; list += 1) {
    const key = keys[list] ?? 0;
    next[list] = starts[key] ?? 0;
    ends[list] = starts[key + 1] ?? 0;
    total += (ends[list] ?? 0) - (next[list] ?? 0);
  }

  /** The start of the next block with a number; infinite after the last block. */
  function nextBlock(): number {
    let least = Infinity;
    for (let list = 0; list < next.length; list += 1) {
      const at = next[list] ?? 0;
      if (at < (ends[list] ?? 0)) least = Math.min(least, numbers[at] ?? 0);
    }
    return least === Infinity ? least : least - (least % BLOCK);
  }

  /** Adds the bits of a block. Blocks may be skipped. */
  function read(start: number, bits: Uint32Array): void {
    for (let list = 0; list < next.length; list += 1) {
      let at = next[list] ?? 0;
      const stop = ends[list] ?? 0;
      if (at < stop && (numbers[at] ?? 0) < start) {
        at = findFirst(at, stop, (place) => (numbers[place] ?? 0) >= start);
      }
      while (at < stop) {
        const offset = (numbers[at] ?? 0) - start;
        if (offset >= BLOCK) break;
        bits[offset >>> 5] = (bits[offset >>> 5] ?? 0) | (1 << (offset & 31));
        at += 1;
      }
      next[list] = at;
    }
  }

  return { total, nextBlock, read };
}
