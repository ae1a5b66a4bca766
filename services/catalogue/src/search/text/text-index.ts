import { codeFor, growingNumbers } from '../index/numbers.ts';
import { groupByKey, intersect, type PostingLists, type Postings } from '../index/postings.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';

/**
 * An immutable index of the words of many texts, which are numbered in the order in which they were added.
 */
export interface TextIndex {
  vocabulary: Vocabulary;
  /** The texts that have a word; a text may be listed once for each occurrence. */
  postings: Postings;
  /**
   * The numbers of the texts that match, ascending, in blocks; a block is valid until the next one is read.
   */
  find(match: TextMatch): Generator<Uint32Array>;
}

/** Which texts match. */
interface TextMatch {
  groups: readonly Group[];
  /** More lists that it must be in, such as those of its season. */
  within?: readonly PostingLists[];
}

/** A text matches if it contains one of the phrases, or is in one of the lists elsewhere. */
interface Group {
  phrases: readonly Phrase[];
  elsewhere?: readonly PostingLists[];
}

/** Consecutive words: the first may be the end of a word, the last the start, a single one any part. */
export type Phrase = readonly string[];

/** Collects texts, each as its words. */
export function collectTexts() {
  const known = new Map<string, number>();
  const words = growingNumbers();
  const starts = growingNumbers();
  starts.push(0);
  return {
    add(text: readonly string[]): void {
      for (const word of text) words.push(codeFor(known, word));
      starts.push(words.length());
    },
    take: (): Texts => ({ vocabulary: [...known.keys()], words: words.take(), starts: starts.take() }),
  };
}

/** The numbers of the words of all texts, one text after another, and where each text starts. */
export interface Texts {
  vocabulary: readonly string[];
  words: Uint32Array;
  starts: Uint32Array;
}

/** The texts in another order. */
export function reorder({ vocabulary, words, starts }: Texts, order: Uint32Array): Texts {
  const ordered = {
    vocabulary,
    words: new Uint32Array(words.length),
    starts: new Uint32Array(starts.length),
  };
  let end = 0;
  for (const [place, text] of order.entries()) {
    const from = words.subarray(starts[text], starts[text + 1]);
    ordered.words.set(from, end);
    end += from.length;
    ordered.starts[place + 1] = end;
  }
  return ordered;
}

export function indexTexts({ vocabulary: distinct, words, starts }: Texts): TextIndex {
  const vocabulary = openVocabulary(distinct);
  const size = starts.length - 1;
  const textOfWord = new Uint32Array(words.length);
  for (let text = 0; text < size; text += 1) textOfWord.fill(text, starts[text], starts[text + 1]);
  const postings = groupByKey(words, distinct.length, textOfWord);

  /** Whether a text has these words consecutively. */
  function hasInRow(text: number, row: ReadonlyArray<ReadonlySet<number>>): boolean {
    const last = (starts[text + 1] ?? 0) - row.length;
    for (let at = starts[text] ?? 0; at <= last; at += 1) {
      if (row.every((accepted, offset) => accepted.has(words[at + offset] ?? -1))) return true;
    }
    return false;
  }

  function* find({ groups, within = [] }: TextMatch): Generator<Uint32Array> {
    const lists = within.map((list) => [list]);
    const rows: Array<ReadonlyArray<ReadonlySet<number>>> = [];
    for (const { phrases, elsewhere } of groups) {
      const [first = []] = phrases;
      if (first.length > 1) {
        const row = vocabulary.findRow(first);
        lists.push(...row.map((keys) => [{ postings, keys }]));
        rows.push(row.map((keys) => new Set(keys)));
      } else {
        const keys = phrases.flatMap(([word = '']) => vocabulary.findContaining(word));
        const ownPostings = { postings, keys: phrases.length > 1 ? [...new Set(keys)] : keys };
        lists.push([ownPostings, ...(elsewhere ?? [])]);
      }
    }
    if (lists.some((union) => union.every(({ keys }) => keys.length === 0))) return;
    for (const texts of intersect(lists)) {
      yield rows.length === 0 ? texts : texts.filter((text) => rows.every((row) => hasInRow(text, row)));
    }
  }

  return { vocabulary, postings, find };
}
