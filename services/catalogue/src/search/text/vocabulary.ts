import { countDifferences, isWithinEdits, toLetterSet } from '@kitroom/server/search/edits';
import { findFirst } from '../index/numbers.ts';

/** Distinct words, numbered. */
export type Vocabulary = ReturnType<typeof openVocabulary>;

const SEPARATOR = '\n';

/**
 * All words are kept as one text, in which the runtime's own search is fastest, and in two orders: what they
 * start with, and what they end with.
 */
export function openVocabulary(words: readonly string[]) {
  const text = words.join(SEPARATOR);
  const starts = new Uint32Array(words.length + 1);
  for (const [index, word] of words.entries()) starts[index + 1] = (starts[index] ?? 0) + word.length + 1;
  const letterSets = Int32Array.from(words, toLetterSet);
  const byStart = orderOf(words);
  const byEnd = orderOf(words.map(reverse));

  /** The numbers of the words that contain a text, each once. */
  function findContaining(searched: string): number[] {
    const numbers: number[] = [];
    for (let at = text.indexOf(searched); at >= 0;) {
      const from = numbers.at(-1) ?? 0;
      const word = findFirst(from, words.length, (number) => (starts[number + 1] ?? 0) > at);
      if (word >= words.length) break;
      numbers.push(word);
      at = text.indexOf(searched, starts[word + 1]);
    }
    return numbers;
  }

  const wordAt = (number: number) => words[number] ?? '';
  const findStarting = (start: string) => findRange(byStart, wordAt, start);
  /** The numbers of the words that are at most some edits apart from a word; few have so similar letters. */
  function findNear(word: string, edits: number): number[] {
    const letters = toLetterSet(word);
    const numbers: number[] = [];
    for (let number = 0; number < words.length; number += 1) {
      if (countDifferences(letters, letterSets[number] ?? 0) > 2 * edits) continue;
      if (isWithinEdits(word, wordAt(number), edits)) numbers.push(number);
    }
    return numbers;
  }

  const findEnding = (end: string) => findRange(byEnd, (number) => reverse(wordAt(number)), reverse(end));
  /** The number of a word, or undefined. */
  const find = (word: string) => {
    const number = byStart[findFirst(0, byStart.length, (place) => wordAt(byStart[place] ?? 0) >= word)];
    return number !== undefined && wordAt(number) === word ? number : undefined;
  };
  return {
    words,
    findContaining,
    findStarting,
    findNear,
    /**
     * For words in a row: those that end with the first, are equal to those between, and start with the last.
     */
    findRow: (texts: readonly string[]): number[][] =>
      texts.map((rowText, index) => {
        if (index === 0) return findEnding(rowText);
        if (index === texts.length - 1) return findStarting(rowText);
        return [find(rowText)].filter((word) => word !== undefined);
      }),
    find,
  };
}

/** The numbers of texts in the order of their UTF-16 units. */
function orderOf(texts: readonly string[]): Uint32Array {
  return Uint32Array.from(texts.keys()).toSorted((left, right) =>
    (texts[left] ?? '') < (texts[right] ?? '') ? -1 : 1,
  );
}

/** The numbers of the ordered texts that start with another. */
function findRange(order: Uint32Array, textOf: (number: number) => string, start: string): number[] {
  const textAt = (place: number) => textOf(order[place] ?? 0);
  const first = findFirst(0, order.length, (place) => textAt(place) >= start);
  const end = findFirst(first, order.length, (place) => !textAt(place).startsWith(start));
  return [...order.subarray(first, end)];
}

/** By UTF-16 units: what is compared with is reversed in the same way. */
function reverse(text: string): string {
  return text.split('').toReversed().join('');
}
