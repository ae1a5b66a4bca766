/**
 * Whether a word becomes another one by at most this many edits: a letter replaced, inserted or deleted, or
 * two neighbours swapped. Compares the parts from `at` and `otherAt` on.
 */
export function isWithinEdits(
  word: ArrayLike<string>,
  otherWord: ArrayLike<string>,
  edits: number,
  at = 0,
  otherAt = 0,
): boolean {
  const remaining = word.length - at;
  const otherRemaining = otherWord.length - otherAt;
  if (Math.abs(remaining - otherRemaining) > edits) return false;
  if (remaining === 0 || otherRemaining === 0) return true;
  if (word[at] === otherWord[otherAt]) return isWithinEdits(word, otherWord, edits, at + 1, otherAt + 1);
  if (edits === 0) return false;
  return (
    isWithinEdits(word, otherWord, edits - 1, at + 1, otherAt + 1) ||
    isWithinEdits(word, otherWord, edits - 1, at + 1, otherAt) ||
    isWithinEdits(word, otherWord, edits - 1, at, otherAt + 1) ||
    (word[at] === otherWord[otherAt + 1] &&
      word[at + 1] === otherWord[otherAt] &&
      isWithinEdits(word, otherWord, edits - 1, at + 2, otherAt + 2))
  );
}

/** The letters of a word as a set of bits, some of which stand for several letters. */
export function toLetterSet(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** The number of bits in which two sets of letters differ: at most two for each edit. */
export function countDifferences(letters: number, otherLetters: number): number {
  // Counts the bits by adding neighbouring ones, which is several times as fast as a loop.
  let bits = letters ^ otherLetters;
  bits -= (bits >>> 1) & 0x55_55_55_55;
  bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33);
  return Math.imul((bits + (bits >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
