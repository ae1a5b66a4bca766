import { setImmediate as nextTurn } from 'node:timers/promises';
import { NAME_SIMILARITY_MIN } from '../fuzziness.ts';
import { SEARCH_RESULTS } from '../limits.ts';
import { indexSimilarities } from './name-similarity.ts';
import { indexOneEdits, type OneEditIndex } from './one-edit.ts';
import { collectTexts, type TextIndex } from './text-index.ts';
import { indexWords, spellingsOf } from './words.ts';

/** A record with a name, as searches compare it: folded, except for the slug. */
export interface NamedRecord {
  id: number;
  slug: string;
  foldedName: string;
  /** The name and the aliases, one per line. */
  foldedNames: string;
}

/** The tiers of matches, best first; those that are merely similar come last. */
const TIER = { exact: 0, prefix: 1, substring: 2, oneEdit: 3 } as const;
const UNMATCHED = 255;

/** Searches records by name: see `searchNames`. */
export interface NameIndex {
  /** The ids of the ten best matches for a normalised keyword, ascending. */
  search(keyword: string): number[];
  /** The ids of the records that have a folded word in their name or an alias, whichever way it is written. */
  listWithWord(word: string): number[];
  /** The best matches for a normalised text that is being typed, best first; of one tier those of most weight. */
  suggest(text: string, options: SuggestOptions): RankedName[];
}

export interface SuggestOptions {
  limit: number;
  weightOf(id: number): number;
}

/** A match for a text that is being typed. */
export interface RankedName {
  id: number;
  tier: number;
}

/** The tiers of suggestions, best first. */
export const SUGGESTION_TIER = { exact: 0, start: 1, substring: 2, oneEdit: 3, similar: 4 } as const;

/** The tier of a record whose names, one per line, contain the text; undefined if they do not. */
export function rankNames(names: string, text: string): number | undefined {
  if (names.split('\n').includes(text)) return SUGGESTION_TIER.exact;
  if (startsWord(names, text)) return SUGGESTION_TIER.start;
  return names.includes(text) ? SUGGESTION_TIER.substring : undefined;
}

/** Whether a word of a text starts with another text. */
export function startsWord(text: string, start: string): boolean {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** Indexes records for searches by name. With `isFuzzy` false, records match by substring only. */
export async function indexNames(records: readonly NamedRecord[], isFuzzy: boolean): Promise<NameIndex> {
  const sorted = records
    .map((record) => ({ ...record, name: record.foldedName, slug: record.slug.toLowerCase() }))
    .toSorted((one, other) => one.id - other.id);
  const lines = await indexLines(sorted);
  await nextTurn();
  const words = indexWords(sorted.map(({ foldedNames: names }) => names));
  const edits = isFuzzy ? indexOneEdits(words) : undefined;
  await nextTurn();
  const similarities = isFuzzy ? indexSimilarities(sorted) : undefined;
  const indexes = { sorted, lines, edits, similarities };

  /** Numbers of records: their places in `sorted`. */
  function findBest(keyword: string): number[] {
    const tierOf = new Uint8Array(sorted.length).fill(UNMATCHED);
    const similarity = once(() => similarities?.compare(keyword));
    const best: number[] = [];

    function choose(tier: number): void {
      const left = SEARCH_RESULTS - best.length;
      const found = left === 0 ? [] : listTier(tierOf, tier);
      if (found.length <= left) best.push(...found);
      else best.push(...(similarity()?.chooseMostSimilar(found, left) ?? found.slice(0, left)));
    }

    matchLines(tierOf, lines, keyword);
    for (const tier of [TIER.exact, TIER.prefix, TIER.substring]) choose(tier);
    // Worse tiers are searched only if better ones leave room.
    if (best.length < SEARCH_RESULTS) {
      for (const record of edits?.find(keyword) ?? []) {
        if (tierOf[record] === UNMATCHED) tierOf[record] = TIER.oneEdit;
      }
      choose(TIER.oneEdit);
    }
    const left = SEARCH_RESULTS - best.length;
    const isLeft = (record: number) => tierOf[record] === UNMATCHED;
    const similar = left > 0 ? similarity()?.chooseSimilar(NAME_SIMILARITY_MIN, left, isLeft) : undefined;
    return [...best, ...(similar ?? [])];
  }

  return {
    suggest(text, { limit, weightOf }) {
      if (text === '') return [];
      const ranked = Array.from(listTyped(indexes, text, limit), ([record, tier]) => {
        const id = sorted[record]?.id ?? 0;
        return { id, tier, weight: weightOf(id) };
      });
      return ranked
        .toSorted((one, other) => one.tier - other.tier || other.weight - one.weight || one.id - other.id)
        .slice(0, limit);
    },
    listWithWord: (word) =>
      spellingsOf(word).flatMap((one) => (words.get(one) ?? []).map((record) => sorted[record]?.id ?? 0)),
    search(keyword) {
      const best = keyword === '' ? [] : findBest(keyword);
      return best.map((record) => sorted[record]?.id ?? 0).toSorted((one, other) => one - other);
    },
  };
}

interface Indexes {
  sorted: readonly NamedRecord[];
  lines: Lines;
  /** Undefined if names match by substring only. */
  edits: OneEditIndex | undefined;
  similarities: ReturnType<typeof indexSimilarities> | undefined;
}

/**
 * The tiers of all records whose names contain a text that is being typed; of those with one edit if they are too few,
 * and of similar ones if there is none.
 */
function listTyped(
  { sorted, lines, edits, similarities }: Indexes,
  text: string,
  limit: number,
): Map<number, number> {
  const tiers = new Map<number, number>();
  const add = (matching: readonly number[] | undefined, tier: number) => {
    for (const record of matching ?? []) if (!tiers.has(record)) tiers.set(record, tier);
  };
  for (const found of lines.names.find({ groups: [{ phrases: [text.split(' ')] }] })) {
    for (const line of found) {
      const record = lines.recordOf[line] ?? 0;
      add([record], rankNames(sorted[record]?.foldedNames ?? '', text) ?? SUGGESTION_TIER.substring);
    }
  }
  if (tiers.size < limit) add(edits?.find(text), SUGGESTION_TIER.oneEdit);
  if (tiers.size === 0) {
    add(similarities?.compare(text).listSimilar(NAME_SIMILARITY_MIN), SUGGESTION_TIER.similar);
  }
  return tiers;
}

interface Lines {
  /** The names and aliases of all records, each as its words, and the slugs, each as what is between dashes. */
  names: TextIndex;
  slugs: TextIndex;
  /** The text of each name or alias, and its record. */
  texts: readonly string[];
  recordOf: readonly number[];
  slugOf: readonly string[];
}

async function indexLines(records: readonly NamedRecord[]): Promise<Lines> {
  const names = collectTexts();
  const slugs = collectTexts();
  const texts: string[] = [];
  const recordOf: number[] = [];
  for (const [record, { foldedNames: lines, slug }] of records.entries()) {
    for (const line of lines.split('\n')) {
      names.add(line.split(' '));
      texts.push(line);
      recordOf.push(record);
    }
    slugs.add(slug.split('-'));
  }
  return {
    names: await names.build(),
    slugs: await slugs.build(),
    texts,
    recordOf,
    slugOf: records.map(({ slug }) => slug),
  };
}

/** Sets the tiers of the records whose name, alias or slug contains the keyword. */
function matchLines(tierOf: Uint8Array, lines: Lines, keyword: string): void {
  const match = (record: number, tier: number) => {
    if (tier < (tierOf[record] ?? 0)) tierOf[record] = tier;
  };
  for (const found of lines.names.find({ groups: [{ phrases: [keyword.split(' ')] }] })) {
    for (const line of found) {
      const text = lines.texts[line] ?? '';
      const tier = text === keyword ? TIER.exact : text.startsWith(keyword) ? TIER.prefix : TIER.substring;
      match(lines.recordOf[line] ?? 0, tier);
    }
  }
  for (const found of lines.slugs.find({ groups: [{ phrases: [keyword.split('-')] }] })) {
    for (const record of found) {
      match(record, lines.slugOf[record] === keyword ? TIER.exact : TIER.substring);
    }
  }
}

/** The records of a tier, ascending. */
function listTier(tierOf: Uint8Array, tier: number): number[] {
  const records: number[] = [];
  for (let record = tierOf.indexOf(tier); record >= 0; record = tierOf.indexOf(tier, record + 1)) {
    records.push(record);
  }
  return records;
}

function once<T>(compute: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}
