import { compareCodePoints } from '@kitroom/shared';
import { isCurrent, type CurrentSegment } from './kit-segment.ts';
import { listSwaps } from './one-edit.ts';
import { listOf } from './postings.ts';

/** A candidate for a misspelled word: one wrong letter in a word of four leaves a quarter of its trigrams. */
const WORD_SIMILARITY_MIN = 0.2;
/** Words that are this much less similar than the best are left out. */
const MARGIN = 0.1;
const WORDS = 5;

/**
 * Up to five words of kit names that are similar to a term, most similar first. Swapped letters leave a short word too
 * few common trigrams, so they are also tried swapped back.
 */
export function listSimilarWords(segments: readonly CurrentSegment[], term: string): string[] {
  const candidates = segments.flatMap((segment) => listCandidates(segment, term));
  candidates.sort(
    (one, other) => other.similarity - one.similarity || compareCodePoints(one.word, other.word),
  );
  const found = new Set<string>();
  let least = 0;
  for (const { word, similarity, isUsed } of candidates) {
    if (found.size === WORDS || similarity < least) break;
    if (found.has(word) || !isUsed()) continue;
    if (found.size === 0) least = similarity - MARGIN;
    found.add(word);
  }
  return [...found];
}

interface Candidate {
  word: string;
  similarity: number;
  /** Whether a kit that is still there has the word. */
  isUsed(): boolean;
}

function listCandidates(segment: CurrentSegment, term: string): Candidate[] {
  const { vocabulary, postings } = segment.names;
  const compared = segment.compareWords(term);
  const similarities = new Map<number, number>();
  for (const word of vocabulary.words.keys()) {
    if (compared.common[word] === 0) continue;
    const similarity = compared.similarity(word);
    if (similarity >= WORD_SIMILARITY_MIN) similarities.set(word, similarity);
  }
  for (const text of listSwaps(Array.from(term))) {
    const word = vocabulary.find(text);
    if (word !== undefined) similarities.set(word, 1);
  }
  return Array.from(similarities, ([word, similarity]) => ({
    word: vocabulary.words[word] ?? '',
    similarity,
    isUsed: () => listOf(postings, word).some((place) => isCurrent(segment, segment.rowOfPlace[place] ?? 0)),
  }));
}
