import { WORD_SIMILARITY_MIN } from '../fuzziness.ts';
import { compareCodePoints } from './compare-code-points.ts';
import { isCurrent, type CurrentSegment } from './kit-segment.ts';
import { listOf } from './postings.ts';

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
  const asked = segment.words.compare(term);
  const similarities = new Map<number, number>();
  for (const word of vocabulary.words.keys()) {
    if (asked.common[word] === 0) continue;
    const similarity = asked.similarity(word);
    if (similarity >= WORD_SIMILARITY_MIN) similarities.set(word, similarity);
  }
  for (const text of listSwaps(term)) {
    const word = vocabulary.find(text);
    if (word !== undefined) similarities.set(word, 1);
  }
  return Array.from(similarities, ([word, similarity]) => ({
    word: vocabulary.words[word] ?? '',
    similarity,
    isUsed: () => listOf(postings, word).some((place) => isCurrent(segment, segment.rowOfPlace[place] ?? 0)),
  }));
}

/** A term with each two neighbouring letters swapped. */
function listSwaps(term: string): string[] {
  const letters = Array.from(term);
  return letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] ?? '').join(''));
}
