import { ITEM_COLOURS, SIZES } from '@kitroom/collection-client';
import { latinSpellings, SIGNS, splitWords } from '@kitroom/server/search/search-words';
import { fold, readSeason } from '@kitroom/shared';

/** This letter is also written as `dj`: Đorđe is also Djordje. */
const D_WITH_STROKE = /đ/giu;

/** A sign between numbers, which are not joined: `2019-20` is not `201920`. */
const SIGN_BETWEEN_NUMBERS = new RegExp(`\\p{N}(?:${SIGNS.source})\\p{N}`, 'u');

/**
 * Returns a text as it is stored for searches: its words without case, accents and punctuation, then other
 * spellings of these words. Takes linear time.
 */
export function toSearchText(text: string): string {
  const spellings = spellInLatin(text);
  const words = splitWords(spellings[0] ?? '');
  const otherSpellings = new Set([
    ...spellings.slice(1).flatMap(splitWords),
    ...spellings.flatMap(joinWords),
  ]);
  for (const word of words) otherSpellings.delete(word);
  return [...words, ...otherSpellings].join(' ');
}

/** Returns texts as they are stored for searches, one per line. */
export function toSearchLines(texts: readonly string[]): string {
  return texts
    .map(toSearchText)
    .filter((text) => text !== '')
    .join('\n');
}

/** Returns numbers, sizes and colours as they are stored for searches by whole words. */
export function toExactWords(texts: readonly string[]): string {
  const words = [...new Set(texts.flatMap((text) => splitWords(fold(text))))];
  const exact = words.filter(isExact);
  const otherWords = words.filter((word) => !isExact(word));
  return [...otherWords, ...(exact.length > 0 ? [toExact(exact.join('|'))] : [])].join(' ');
}

/**
 * Returns the patterns for `like` of each word of a search; a text must match one pattern of every word.
 * Words without letters and digits are ignored; returns undefined if there are only such words.
 */
export function toPatterns(search: string): string[][] | undefined {
  const words = splitAtBlanks(search).map(toPatternsOfWord);
  const searchable = words.filter((patterns) => patterns.length > 0);
  return words.length > 0 && searchable.length === 0 ? undefined : searchable;
}

/**
 * The patterns of a word. Wildcards need no escaping, as they are punctuation, which spellings do not have.
 */
function toPatternsOfWord(word: string): string[] {
  const season = readSeason(word);
  const texts = [...spellInLatin(word), ...(season === undefined ? [] : [season])];
  const spellings = texts.flatMap((text) => [splitWords(text).join(' '), ...joinWords(text)]).filter(Boolean);
  const exact = spellings.filter(isExact).map((spelling) => toExact(spelling.replace(/^0+(?=\d)/, '')));
  return [...new Set([...spellings, ...exact])].map((part) => `%${part}%`);
}

/** Folds a text, and returns it with its other spellings in Latin script. */
function spellInLatin(text: string): string[] {
  const folded = [text, text.replaceAll(D_WITH_STROKE, 'dj')].map(fold);
  return [...new Set(folded.flatMap((spelling) => [spelling, ...latinSpellings(spelling)]))];
}

/** The words of a folded text that contain signs, without the signs. */
function joinWords(text: string): string[] {
  return text
    .split(' ')
    .filter((word) => word.search(SIGNS) >= 0 && !SIGN_BETWEEN_NUMBERS.test(word))
    .map((word) => word.replaceAll(SIGNS, ''))
    .filter((word) => word !== '');
}

function splitAtBlanks(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

const EXACT_WORDS = new Set([...SIZES, ...ITEM_COLOURS].flatMap(({ name }) => splitWords(fold(name))));

/**
 * Whether a word is found as a whole only: numbers, short words, and words of sizes and colours. Long words
 * in custom sizes, such as `youth`, are not, as every pattern takes time for each item.
 */
function isExact(word: string): boolean {
  return word.length <= 3 || /\p{N}/u.test(word) || EXACT_WORDS.has(word);
}

/**
 * Puts words between bars, in full-width characters, which folded texts never have, to find whole words only.
 */
function toExact(words: string): string {
  return `|${words}|`.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}
