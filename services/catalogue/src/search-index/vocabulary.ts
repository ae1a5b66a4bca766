import { findFirst } from './binary-search.ts';

/** Distinct words, numbered. */
export interface Vocabulary {
  words: readonly string[];
  findContaining(text: string): number[];
  /** For words in a row: those that end with the first, are equal to those between, and start with the last. */
  findRow(texts: readonly string[]): number[][];
  /** The number of a word, or undefined. */
  find(word: string): number | undefined;
}

const SEPARATOR = '\n';

/** All words are kept as one text, in which the runtime's own search is fastest. */
export function openVocabulary(words: readonly string[]): Vocabulary {
  const text = `${SEPARATOR}${words.join(SEPARATOR)}${SEPARATOR}`;
  const starts = new Uint32Array(words.length + 1);
  for (const [index, word] of words.entries()) starts[index + 1] = (starts[index] ?? 0) + word.length + 1;

  /** The numbers of the words at whose place the text holds `searched`, each once. */
  function search(searched: string): number[] {
    const found: number[] = [];
    for (let at = text.indexOf(searched); at >= 0;) {
      const word = findWordAt(at, found.at(-1) ?? 0);
      if (word >= words.length) break;
      found.push(word);
      at = text.indexOf(searched, starts[word + 1]);
    }
    return found;
  }

  /** The word at an offset; its separator belongs to the word that follows. */
  function findWordAt(offset: number, from: number): number {
    return findFirst(from, words.length + 1, (word) => (starts[word] ?? 0) > offset) - 1;
  }

  const findEnding = (end: string) => search(`${end}${SEPARATOR}`);
  const findStarting = (start: string) => search(`${SEPARATOR}${start}`);
  const findEqual = (word: string) => search(`${SEPARATOR}${word}${SEPARATOR}`);
  return {
    words,
    findContaining: search,
    findRow: (texts) =>
      texts.map((one, index) => {
        if (index === 0) return findEnding(one);
        return index === texts.length - 1 ? findStarting(one) : findEqual(one);
      }),
    find: (word) => findEqual(word)[0],
  };
}
