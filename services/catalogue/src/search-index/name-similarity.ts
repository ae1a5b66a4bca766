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
    compare: (keyword: string): NameSimilarity =>
      openSimilarity(names.compare(keyword), slugs.compare(keyword)),
  };
}

function openSimilarity(names: TrigramComparison, slugs: TrigramComparison): NameSimilarity {
  const size = Math.max(1, names.size);
  const similarityOf = (record: number) =>
    Math.max(names.wordSimilarity(record), slugs.wordSimilarity(record));
  const countCommon = (record: number) => Math.max(names.common[record] ?? 0, slugs.common[record] ?? 0);

  /** The records that may be at least so similar: the trigrams in common bound the similarity, which is costlier. */
  function listCandidates(least: number): number[] {
    const candidates: number[] = [];
    const commonMin = Math.max(1, Math.ceil(least * size - ROUNDING));
    for (let record = 0; record < names.common.length; record += 1) {
      if (countCommon(record) >= commonMin) candidates.push(record);
    }
    return candidates;
  }

  function choose(records: readonly number[], limit: number, least: number): number[] {
    const best: Ranked[] = [];
    const byCommon = Map.groupBy(records, countCommon);
    for (const common of [...byCommon.keys()].toSorted((one, other) => other - one)) {
      const bound = Math.fround(common / size);
      for (const record of byCommon.get(common) ?? []) {
        const worst = best[limit - 1];
        if (worst && isBehind({ record, similarity: bound }, worst)) break;
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
