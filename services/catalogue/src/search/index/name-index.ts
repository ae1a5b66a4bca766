import { setImmediate as nextTurn } from 'node:timers/promises';
import { latinSpellings, splitWords } from '@kitroom/server/search/search-words';
import { SEARCH_RESULTS } from '../../limits.ts';
import { indexSimilarities } from '../text/name-similarity.ts';
import { indexOneEdits } from '../text/one-edit.ts';
import { collectTexts, indexTexts } from '../text/text-index.ts';
import { indexWords, listDistinctive, spellingsOf, spellName, withoutNumbers } from '../text/words.ts';
import { intersectAll } from './numbers.ts';

/** A record with a name, as searches compare it: folded, except for the slug. */
export interface NamedRecord {
  id: number;
  slug: string;
  foldedName: string;
  /** The name and the aliases, one per line, each in all ways in which it is written. */
  foldedNames: string;
}

/**
 * A record matches a keyword from this `word_similarity` on. See docs/behaviour/catalogue.md#searching-names.
 */
const NAME_SIMILARITY_MIN = 0.4;

/** The tiers of matches, best first; those that are merely similar come last. */
const TIER = { exact: 0, meant: 1, prefix: 2, substring: 3, allWords: 4 } as const;
const UNMATCHED = 255;

/** Searches records by name: see `searchNames`. */
export interface NameIndex {
  /** The ids of the ten best matches for a normalised keyword, ascending. */
  search(keyword: string): number[];
  /** The ids of the records whose name or alias contains a folded word in any spelling. */
  listWithWord(word: string): number[];
  /**
   * The ids of the records that a folded text names, regardless of words such as `FC` and of numbers, or
   * whose slug it is.
   */
  listMeant(text: string): number[];
  /** The ids of the records whose names contain all folded words, or similar ones. */
  listWithWords(words: readonly string[]): number[];
  /**
   * The best matches for a normalised text that is being typed, best first; of one tier those of most weight.
   */
  suggest(
    text: string,
    options: { limit: number; weightOf(id: number): number },
  ): Array<{ id: number; tier: number }>;
}

/** The tiers of suggestions, best first; `meant` ignores words such as FC. */
export const SUGGESTION_TIER = {
  exact: 0,
  meant: 1,
  start: 2,
  substring: 3,
  oneEdit: 4,
  similar: 5,
} as const;

/** The tier of a record whose names, one per line, contain the text; undefined if they do not. */
function rankNames(names: string, text: string): number | undefined {
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
  const byId = records.toSorted((left, right) => left.id - right.id);
  const wholeSlugs = Map.groupBy(byId.keys(), (place) => byId[place]?.slug.toLowerCase());
  const sorted = byId.map((record) => ({
    ...record,
    name: record.foldedName,
    slug: withoutSuffix(record.slug.toLowerCase()),
  }));
  const idAt = (place: number) => sorted[place]?.id ?? 0;
  const lines = await indexLines(sorted);
  await nextTurn();
  const words = indexWords(sorted.map(({ foldedNames: names }) => names));
  const edits = isFuzzy ? indexOneEdits(words) : undefined;
  await nextTurn();
  const compareNames = isFuzzy ? indexSimilarities(sorted) : undefined;

  /** The records that have all words of a keyword, each exactly, as a part or with one edit. */
  function findAllWords(spellings: readonly string[]): number[] {
    return spellings.flatMap((spelling) => edits?.find(spelling) ?? []);
  }

  /**
   * The records that a keyword names regardless of words such as FC. If any record has all words of the
   * keyword, these included, records that lack one are omitted: Barcelona SC is not FC Barcelona.
   */
  function listMeant(spellings: readonly string[], { isTyped, isAnyTyped, allWords }: Matches): number[] {
    const meant = spellings.flatMap((spelling) => lines.listMeant(spelling));
    if (meant.every(isTyped) || !spellings.some(hasMinorWords)) return meant;
    const complete = new Set(allWords());
    if (!isAnyTyped && complete.size === 0) return meant;
    return meant.filter((record) => isTyped(record) || complete.has(record));
  }

  /** Numbers of records: their places in `sorted`. */
  function findBest(keyword: string): number[] {
    const spellings = spellKeyword(keyword);
    const allWords = once(() => findAllWords(spellings));
    const tierOf = new Uint8Array(sorted.length).fill(UNMATCHED);
    const similarity = once(() => compare(keyword));
    const best: number[] = [];

    function choose(tier: number): void {
      const left = SEARCH_RESULTS - best.length;
      const matching = left === 0 ? [] : listTier(tierOf, tier);
      if (matching.length <= left) best.push(...matching);
      else best.push(...(similarity()?.chooseMostSimilar(matching, left) ?? matching.slice(0, left)));
    }

    let isAnyTyped = false;
    const note = (record: number, tier: number) => {
      isAnyTyped = true;
      if (tier < (tierOf[record] ?? 0)) tierOf[record] = tier;
    };
    for (const place of wholeSlugs.get(keyword) ?? []) note(place, TIER.exact);
    for (const spelling of spellings) lines.match(spelling, note);
    const isTyped = (record: number) => tierOf[record] !== UNMATCHED;
    for (const record of listMeant(spellings, { isTyped, isAnyTyped, allWords })) note(record, TIER.meant);
    for (const tier of [TIER.exact, TIER.meant, TIER.prefix, TIER.substring]) choose(tier);
    // Worse tiers are searched only if better ones leave room.
    if (best.length < SEARCH_RESULTS) {
      for (const record of allWords()) note(record, TIER.allWords);
      choose(TIER.allWords);
    }
    // Resemblance decides only if no record has all words.
    return best.length > 0 ? best : (similarity()?.chooseSimilar(NAME_SIMILARITY_MIN, SEARCH_RESULTS) ?? []);
  }

  /** Compares a keyword in all of its spellings in Latin script. */
  function compare(keyword: string) {
    return compareNames?.(latinWords(keyword));
  }

  /**
   * The tiers of all records whose names contain a text that is being typed; of those with all of its words
   * if they are too few, and of similar ones if no name contains it.
   */
  function listTyped(text: string, limit: number): Map<number, number> {
    const spellings = spellKeyword(text);
    const allWords = once(() => findAllWords(spellings));
    const tiers = new Map<number, number>();
    const add = (record: number, tier: number) => {
      tiers.set(record, Math.min(tier, tiers.get(record) ?? tier));
    };
    for (const spelling of spellings) {
      for (const record of lines.listContaining(spelling)) {
        add(record, rankNames(sorted[record]?.foldedNames ?? '', spelling) ?? SUGGESTION_TIER.substring);
      }
    }
    const matches = { isTyped: (record: number) => tiers.has(record), isAnyTyped: tiers.size > 0, allWords };
    for (const record of listMeant(spellings, matches)) add(record, SUGGESTION_TIER.meant);
    if (tiers.size < limit) for (const record of allWords()) add(record, SUGGESTION_TIER.oneEdit);
    if (tiers.size > 0) return tiers;
    const similar = compare(text)?.listSimilar(NAME_SIMILARITY_MIN) ?? [];
    return new Map(similar.map((record) => [record, SUGGESTION_TIER.similar]));
  }

  return {
    suggest(text, { limit, weightOf }) {
      if (text === '') return [];
      const ranked = Array.from(listTyped(text, limit), ([record, tier]) => {
        const id = idAt(record);
        return { id, tier, weight: weightOf(id) };
      });
      return ranked
        .toSorted((left, right) => left.tier - right.tier || right.weight - left.weight || left.id - right.id)
        .slice(0, limit);
    },
    listWithWord: (word) => spellingsOf(word).flatMap((spelling) => (words.get(spelling) ?? []).map(idAt)),
    listMeant: (text) => [...(wholeSlugs.get(text) ?? []), ...lines.listMeant(text)].map(idAt),
    listWithWords: (wanted) => {
      const find = (word: string) => edits?.find(word) ?? words.get(word) ?? [];
      const matching = intersectAll(wanted.map((word) => new Set(spellingsOf(word).flatMap(find))));
      return Array.from(matching, idAt);
    },
    search(keyword) {
      const best = keyword === '' ? [] : findBest(keyword);
      return best.map(idAt).toSorted((left, right) => left - right);
    },
  };
}

/** The records that match a keyword. */
interface Matches {
  /** Whether a record contains the keyword as typed. */
  isTyped(record: number): boolean;
  isAnyTyped: boolean;
  /** The records that have all of its words. */
  allWords(): readonly number[];
}

/** Whether a text has words that are not distinctive, such as FC. */
function hasMinorWords(text: string): boolean {
  return listDistinctive(text).length < splitWords(text).length;
}

/** The archive's slugs end like this. */
function withoutSuffix(slug: string): string {
  return slug.replace(/-kits?$/, '');
}

/**
 * A keyword in all ways in which it may be written; a last word that says what the catalogue is about is left
 * out.
 */
function spellKeyword(keyword: string): string[] {
  return spellName(withoutLastKit(keyword));
}

/** The words of such a keyword in Latin script, in all of its spellings. */
function latinWords(keyword: string): string[] {
  const meant = withoutLastKit(keyword);
  const latin = latinSpellings(meant);
  return (latin.length === 0 ? [meant] : latin).map((spelling) => splitWords(spelling).join(' '));
}

function withoutLastKit(keyword: string): string {
  return keyword.replace(/(?<=\S)[ -]kits?$/, '');
}

/**
 * Indexes the names and aliases of all records, each as its words, and the slugs, each as what is between
 * dashes.
 */
async function indexLines(records: readonly NamedRecord[]) {
  const collected = { names: collectTexts(), slugs: collectTexts() };
  /** The text of each name or alias, and its record. */
  const texts: string[] = [];
  const recordOf: number[] = [];
  const meant = new Map<string, number[]>();
  for (const [record, { foldedNames: lines, slug }] of records.entries()) {
    for (const line of lines.split('\n')) {
      collected.names.add(line.split(' '));
      texts.push(line);
      recordOf.push(record);
      const distinctive = listDistinctive(line);
      for (const key of new Set([distinctive.join(' '), withoutNumbers(distinctive).join(' ')])) {
        const known = meant.get(key);
        if (known?.at(-1) !== record) meant.set(key, [...(known ?? []), record]);
      }
    }
    collected.slugs.add(slug.split('-'));
  }
  await nextTurn();
  const names = indexTexts(collected.names.take());
  await nextTurn();
  const slugs = indexTexts(collected.slugs.take());
  const find = (text: string) => names.find({ groups: [{ phrases: [text.split(' ')] }] });
  return {
    /** The records one of whose names has the same distinctive words, with or without its numbers. */
    listMeant: (text: string): readonly number[] => meant.get(listDistinctive(text).join(' ')) ?? [],
    /** The records one of whose names contains a text. */
    listContaining: (text: string) =>
      [...find(text)].flatMap((lines) => Array.from(lines, (line) => recordOf[line] ?? 0)),
    /** Gives `note` the tiers of the records whose name, alias or slug contains the keyword. */
    match(keyword: string, note: (record: number, tier: number) => void): void {
      for (const lines of find(keyword)) {
        for (const line of lines) {
          const text = texts[line] ?? '';
          const tier =
            text === keyword ? TIER.exact : text.startsWith(keyword) ? TIER.prefix : TIER.substring;
          note(recordOf[line] ?? 0, tier);
        }
      }
      for (const recordNumbers of slugs.find({ groups: [{ phrases: [keyword.split('-')] }] })) {
        for (const record of recordNumbers) {
          note(record, records[record]?.slug === keyword ? TIER.exact : TIER.substring);
        }
      }
    },
  };
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
