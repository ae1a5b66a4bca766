import { indexTrigrams, type TrigramComparison } from './trigrams.ts';

/** How similar records, numbered from 0, are to a keyword: by their name or their slug, whichever is more similar. */
export interface NameSimilarity {
  /** The records that are at least so similar, ascending. */
  listSimilar(least: number): number[];
  /** The most similar of some records, which must be ascending; the first ones of equally similar ones. */
  chooseMostSimilar(records: readonly number[], limit: number): number[];
  /** The most similar of all records that are at least so similar. */
  chooseSimilar(least: number, limit: number): number[];
}

/** Indexes records for comparing them with keywords. */
export function indexSimilarities(records: ReadonlyArray<{ name: string; slug: string }>) {
  const names = indexTrigrams(records.map(({ name }) => name));
  const slugs = indexTrigrams(records.map(({ slug }) => slug));
  return {
    /** Compares with a keyword in all of its spellings, of which the most similar one counts. */
    compare: (spellings: readonly string[]): NameSimilarity =>
      openSimilarity(
        spellings.flatMap((spelling) => [names.compare(spelling), slugs.compare(spelling)]),
        records.length,
      ),
  };
}

function openSimilarity(comparisons: readonly TrigramComparison[], count: number): NameSimilarity {
  const similarityOf = (record: number) =>
    comparisons.reduce((most, one) => Math.max(most, one.wordSimilarity(record)), 0);
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
    for (const bound of [...byBound.keys()].toSorted((one, other) => other - one)) {
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
    listSimilar: (least) => listCandidates(least).filter((record) => similarityOf(record) >= least),
    chooseMostSimilar: (records, limit) => choose(records, limit, 0),
    chooseSimilar: (least, limit) => choose(listCandidates(least), limit, least),
  };
}

const ROUNDING = 1e-9;

interface Ranked {
  record: number;
  similarity: number;
}

function insert(best: Ranked[], entry: Ranked, limit: number): void {
  const place = best.findIndex((other) => isBehind(other, entry));
  best.splice(place < 0 ? best.length : place, 0, entry);
  best.length = Math.min(best.length, limit);
}

function isBehind(one: Ranked, other: Ranked): boolean {
  const difference = other.similarity - one.similarity;
  return difference === 0 ? one.record > other.record : difference > 0;
}
