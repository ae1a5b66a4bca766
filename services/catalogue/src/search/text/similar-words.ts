import { compareCodePoints } from '@kitroom/shared';
import type { CurrentSegment } from '../index/kit-segment.ts';
import { isWordUsed } from '../index/search-kit-rows.ts';

/** Shorter words are similar to none. */
const LENGTH_MIN = 4;
const LENGTH_DIFFERENCE_MAX = 2;
/** Words are similar from one of these on. */
const EDITS_MAX = 2;
const SIMILARITY_MIN = 0.5;
/** Words that are this much less similar than the best are left out. */
const MARGIN = 0.1;
const WORDS = 5;

/** Up to five words of kit names that are similar to a term, most similar first. */
export function listSimilarWords(segments: readonly CurrentSegment[], term: string): string[] {
  if (term.length < LENGTH_MIN) return [];
  const candidates = segments.flatMap((segment) => listCandidates(segment, term));
  candidates.sort(
    (left, right) => right.similarity - left.similarity || compareCodePoints(left.word, right.word),
  );
  const similarWords = new Set<string>();
  let least = 0;
  for (const { word, similarity, isUsed } of candidates) {
    if (similarWords.size === WORDS || similarity < least) break;
    if (similarWords.has(word) || !isUsed()) continue;
    if (similarWords.size === 0) least = similarity - MARGIN;
    similarWords.add(word);
  }
  return [...similarWords];
}

interface Candidate {
  word: string;
  similarity: number;
  /** Whether a kit that is still there has the word. */
  isUsed(): boolean;
}

function listCandidates(segment: CurrentSegment, term: string): Candidate[] {
  const { words, findNear } = segment.names.vocabulary;
  const { common, similarity } = segment.compareWords(term);
  const similar = new Set(findNear(term, EDITS_MAX));
  for (let number = 0; number < words.length; number += 1) {
    if (common[number] !== 0 && similarity(number) >= SIMILARITY_MIN) similar.add(number);
  }
  const candidates = Array.from(similar, (number) => ({
    word: words[number] ?? '',
    similarity: similarity(number),
    isUsed: () => isWordUsed(segment, number),
  }));
  return candidates.filter(
    ({ word: { length } }) => length >= LENGTH_MIN && Math.abs(length - term.length) <= LENGTH_DIFFERENCE_MAX,
  );
}
