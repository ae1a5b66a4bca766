import { indexTrigrams, type TrigramComparison } from './trigrams.ts';

/**
 * Indexes records, numbered from 0, and returns their comparison with a keyword in all of its spellings, of
 * which the most similar one counts: by their name or their slug, whichever is more similar.
 */
export function indexSimilarities(records: ReadonlyArray<{ name: string; slug: string }>) {
  const compareNames = indexTrigrams(records.map(({ name }) => name));
  const compareSlugs = indexTrigrams(records.map(({ slug }) => slug));
  return (spellings: readonly string[]) =>
    openSimilarity(
      spellings.flatMap((spelling) => [compareNames(spelling), compareSlugs(spelling)]),
      records.length,
    );
}

function openSimilarity(comparisons: readonly TrigramComparison[], count: number) {
  const similarityOf = (record: number) =>
    comparisons.reduce((most, comparison) => Math.max(most, comparison.wordSimilarity(record)), 0);
  /** The trigrams in common bound the similarity, which is costlier. */
  const boundOf = (record: number) =>
    comparisons.reduce(
      (most, { common, size }) => Math.max(most, (common[record] ?? 0) / Math.max(1, size)),
      0,
    );

  /** The records that may be at least so similar. */
  function listCandidates(least: number): number[] {
    const candidates: number[] = [];
    for (let record = 0; record < count; record += 1) {
      const bound = boundOf(record);
      if (bound > 0 && bound >= least - ROUNDING) candidates.push(record);
    }
    return candidates;
  }

  function choose(records: readonly number[], limit: number, least: number): number[] {
    const best: Ranked[] = [];
    const byBound = Map.groupBy(records, boundOf);
    for (const bound of [...byBound.keys()].toSorted((left, right) => right - left)) {
      for (const record of byBound.get(bound) ?? []) {
        const worst = best[limit - 1];
        if (worst && isBehind({ record, similarity: Math.fround(bound) }, worst)) break;
        const similarity = similarityOf(record);
        if (similarity >= least) insert(best, { record, similarity }, limit);
      }
    }
    return best.map(({ record }) => record);
  }

  return {
    /** The records that are at least so similar, ascending. */
    listSimilar: (least: number) => listCandidates(least).filter((record) => similarityOf(record) >= least),
    /** The most similar of some records, which must be ascending; the first ones of equally similar ones. */
    chooseMostSimilar: (records: readonly number[], limit: number) => choose(records, limit, 0),
    /** The most similar of all records that are at least so similar. */
    chooseSimilar: (least: number, limit: number) => choose(listCandidates(least), limit, least),
  };
}

const ROUNDING = 1e-9;

interface Ranked {
  record: number;
  similarity: number;
}

function insert(best: Ranked[], entry: Ranked, limit: number): void {
  const place = best.findIndex((ranked) => isBehind(ranked, entry));
  best.splice(place < 0 ? best.length : place, 0, entry);
  best.length = Math.min(best.length, limit);
}

function isBehind(left: Ranked, right: Ranked): boolean {
  const difference = right.similarity - left.similarity;
  return difference === 0 ? left.record > right.record : difference > 0;
}
