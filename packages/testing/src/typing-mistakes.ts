/** Returns numbers from 0 (inclusive) to 1 (exclusive). */
type Random = () => number;

/** One typing mistake in a word of at least two different letters; never the word itself. */
export type Mistake = (word: string, random: Random) => string;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const pickLetter = (random: Random) => LETTERS.charAt(Math.floor(random() * LETTERS.length));

/** The typing mistakes that searches are measured with: what happens to a letter. */
export const MISTAKES = {
  swapped: edit((letters, at) => [letters[at + 1] ?? '', letters[at] ?? '', ...letters.slice(at + 2)]),
  missing: edit((letters, at) => letters.slice(at + 1)),
  additional: edit((letters, at, random) => [pickLetter(random), ...letters.slice(at)]),
  wrong: edit((letters, at, random) => [pickLetter(random), ...letters.slice(at + 1)]),
} as const satisfies Record<string, Mistake>;

/** Picks positions and letters until the word differs. `change` returns the word from the position on. */
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

/** Shorter words are too ambiguous. */
const WORD_LETTERS = 5;

/** The words of a name that are long enough to be recognized with a typing mistake. */
export function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{M}]+/u).filter((word) => Array.from(word).length >= WORD_LETTERS);
}
