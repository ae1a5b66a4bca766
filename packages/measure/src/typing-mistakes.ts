import { pickFrom, type Random } from '@kitroom/demo/catalogue/seeded-random';

/** One typing mistake in a word of at least two different letters; never the word itself. */
export type Mistake = (word: string, random: Random) => string;

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The typing mistakes that searches are measured with, by what is wrong with a letter. */
export const MISTAKES = {
  swapped: edit((letters, at) => [letters[at + 1] ?? '', letters[at] ?? '', ...letters.slice(at + 2)]),
  missing: edit((letters, at) => letters.slice(at + 1)),
  additional: edit((letters, at, random) => [pickFrom(random, LETTERS), ...letters.slice(at)]),
  wrong: edit((letters, at, random) => [pickFrom(random, LETTERS), ...letters.slice(at + 1)]),
} as const satisfies Record<string, Mistake>;

/** Draws places, and letters, until the word is another one. `change` returns the word from the place on. */
function edit(change: (letters: readonly string[], at: number, random: Random) => string[]): Mistake {
  return (word, random) => {
    const letters = Array.from(word);
    for (;;) {
      const at = Math.floor(random() * letters.length);
      const changed = [...letters.slice(0, at), ...change(letters, at, random)].join('');
      if (changed.toLowerCase() !== word.toLowerCase()) return changed;
    }
  };
}

/** Shorter words leave too little to go by. */
const WORD_LETTERS = 5;

/** The words of a name that are long enough to be mistyped and still be known. */
export function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{M}]+/u).filter((word) => Array.from(word).length >= WORD_LETTERS);
}
