import { SIGNS } from '@kitroom/server/search/search-words';
import { intersectAll } from '../index/numbers.ts';
import { openVocabulary } from './vocabulary.ts';

/** These and shorter words must match exactly, or as a prefix. */
const DIGITS = /^\d+$/;
const EDITED_MIN = 4;
/** Only this much of longer words counts, and it must match exactly. */
const WORD_MAX = 30;
const KEYWORD_MAX = 200;

/**
 * Indexes the words of records' names for searches by words within one edit of each other: a letter replaced,
 * inserted or deleted, or two neighbours swapped. See docs/decisions on one-edit search.
 */
export function indexOneEdits(records: ReadonlyMap<string, readonly number[]>) {
  const words = [...records.keys()];
  const vocabulary = openVocabulary(words);
  const toWords = (numbers: readonly number[]) => numbers.map((number) => words[number] ?? '');
  const longWords = Map.groupBy(
    words.filter((word) => lengthOf(word) > WORD_MAX),
    (word) => cut(Array.from(word)),
  );

  /** The known words that a word of a keyword matches: that have it in them, or are one edit apart. */
  function listMatches(word: string): string[] {
    const letters = Array.from(word);
    if (letters.length < EDITED_MIN || DIGITS.test(word)) return toWords(vocabulary.findStarting(word));
    if (letters.length > WORD_MAX) {
      const start = cut(letters);
      return [...(records.has(start) ? [start] : []), ...(longWords.get(start) ?? [])];
    }
    const long =
      letters.length < WORD_MAX
        ? []
        : [letters.join(''), ...listSwaps(letters)].flatMap((text) => longWords.get(text) ?? []);
    return [
      ...toWords(vocabulary.findContaining(word)),
      ...long,
      ...toWords(vocabulary.findNear(word, 1)).filter((known) => lengthOf(known) <= WORD_MAX),
    ];
  }

  function findWord(word: string): Set<number> {
    return new Set(listMatches(word).flatMap((known) => records.get(known) ?? []));
  }

  function findToken(token: string): Set<number> {
    const joined = token.replaceAll(SIGNS, '');
    const matches = findWord(joined);
    if (joined === token) return matches;
    return matches.union(intersectAll(token.split(SIGNS).filter(Boolean).map(findWord)));
  }

  return {
    /** Finds the records that have every word of a normalised keyword, or none if it has no word. */
    find(keyword: string): number[] {
      if (lengthOf(keyword) > KEYWORD_MAX) return [];
      const tokens = keyword.split(' ').filter((token) => token.replaceAll(SIGNS, '') !== '');
      return [...intersectAll(tokens.map(findToken))];
    },
  };
}

function cut(letters: readonly string[]): string {
  return letters.slice(0, WORD_MAX).join('');
}

/** A word with each two neighbouring letters swapped. */
function listSwaps(letters: readonly string[]): string[] {
  return letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] ?? '').join(''));
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
