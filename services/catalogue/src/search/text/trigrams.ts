import { codeFor, growingNumbers } from '../index/numbers.ts';
import { groupByKey, listOf } from '../index/postings.ts';

/**
 * The trigrams of a text as pg_trgm extracts them: in order, of each word padded with two blanks before and
 * one after.
 */
function listTrigrams(text: string): string[] {
  const trigrams: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const letters = Array.from(`  ${word} `);
    for (let at = 2; at < letters.length; at += 1) {
      trigrams.push(`${letters[at - 2]}${letters[at - 1]}${letters[at]}`);
    }
  }
  return trigrams;
}

/** How similar a text is to the indexed ones, which are numbered from 0. */
export interface TrigramComparison {
  /** The number of its distinct trigrams. */
  size: number;
  /** How many of them each indexed text has. */
  common: Uint16Array;
  /** pg_trgm's `similarity` to an indexed text. */
  similarity(text: number): number;
  /** pg_trgm's `word_similarity` to an indexed text: at most its `common` divided by `size`. */
  wordSimilarity(text: number): number;
}

/**
 * Indexes texts by their trigrams, and returns the comparison of another text with them, as pg_trgm compares.
 */
export function indexTrigrams(texts: readonly string[]): (text: string) => TrigramComparison {
  const known = new Map<string, number>();
  const sequences = growingNumbers();
  const starts = new Uint32Array(texts.length + 1);
  const sizes = new Uint16Array(texts.length);
  const keys = growingNumbers();
  const owners = growingNumbers();
  for (const [text, value] of texts.entries()) {
    const distinct = new Set<number>();
    for (const trigram of listTrigrams(value)) {
      const key = codeFor(known, trigram);
      sequences.push(key);
      distinct.add(key);
    }
    for (const key of distinct) {
      keys.push(key);
      owners.push(text);
    }
    starts[text + 1] = sequences.length();
    sizes[text] = distinct.size;
  }
  const ordered = sequences.take();
  const postings = groupByKey(keys.take(), known.size, owners.take());
  const wordSimilarity = createWordSimilarity(known.size);

  return (value) => {
    const trigrams = new Set(listTrigrams(value));
    const wanted = new Uint8Array(known.size);
    const common = new Uint16Array(texts.length);
    for (const trigram of trigrams) {
      const key = known.get(trigram);
      if (key === undefined) continue;
      wanted[key] = 1;
      countEach(listOf(postings, key), common);
    }
    return {
      size: trigrams.size,
      common,
      similarity: (text) => toSimilarity(common[text] ?? 0, trigrams.size, sizes[text] ?? 0),
      wordSimilarity: (text) =>
        wordSimilarity(trigrams.size, wanted, ordered.subarray(starts[text], starts[text + 1])),
    };
  };
}

/** pg_trgm's `similarity` of two texts, 0 to 1. */
export function compareTrigrams(left: string, right: string): number {
  const [leftTrigrams, rightTrigrams] = [new Set(listTrigrams(left)), new Set(listTrigrams(right))];
  return toSimilarity(leftTrigrams.intersection(rightTrigrams).size, leftTrigrams.size, rightTrigrams.size);
}

function countEach(numbers: Uint32Array, counts: Uint16Array): void {
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
}

function toSimilarity(common: number, left: number, right: number): number {
  return common === 0 ? 0 : Math.fround(common / (left + right - common));
}

const ABSENT = -1;

/** Creates the comparison of texts by their ordered trigrams, which are numbered below `count`. */
function createWordSimilarity(count: number) {
  // Where each trigram of the current extent occurs last. Reused, and empty between comparisons.
  const lastPlaces = new Int32Array(count).fill(ABSENT);

  /**
   * The greatest similarity of a set of trigrams, of which some are `known`, to any continuous extent of a
   * text's ordered trigrams.
   */
  return (size: number, known: Uint8Array, trigrams: Uint32Array): number => {
    let start = -1;
    let [distinct, common] = [0, 0];
    let best = 0;
    for (let place = 0; place < trigrams.length; place += 1) {
      const trigram = trigrams[place] ?? 0;
      const isKnown = known[trigram] === 1;
      if (start < 0 && !isKnown) continue;
      if (lastPlaces[trigram] === ABSENT) {
        distinct += 1;
        if (isKnown) common += 1;
      }
      lastPlaces[trigram] = place;
      if (!isKnown) continue;
      if (start < 0) start = place;
      // An extent ends here; it may be more similar if it starts later.
      let closest = toSimilarity(common, size, distinct);
      let [closestStart, closestDistinct, closestCommon] = [start, distinct, common];
      let [distinctLeft, commonLeft] = [distinct, common];
      for (let from = start; from <= place; from += 1) {
        const similarity = toSimilarity(commonLeft, size, distinctLeft);
        if (similarity > closest) {
          closest = similarity;
          [closestStart, closestDistinct, closestCommon] = [from, distinctLeft, commonLeft];
        }
        const dropped = trigrams[from] ?? 0;
        if (lastPlaces[dropped] !== from) continue;
        distinctLeft -= 1;
        if (known[dropped] === 1) commonLeft -= 1;
      }
      best = Math.max(best, closest);
      for (let from = start; from < closestStart; from += 1) {
        const dropped = trigrams[from] ?? 0;
        if (lastPlaces[dropped] === from) lastPlaces[dropped] = ABSENT;
      }
      [start, distinct, common] = [closestStart, closestDistinct, closestCommon];
    }
    for (const trigram of trigrams) lastPlaces[trigram] = ABSENT;
    return best;
  };
}
