import { ITEM_COLOURS, SIZES } from '@kitroom/collection-client';
import { latinSpellings, SIGNS, splitWords } from '@kitroom/server/search/search-words';
import { fold, readSeason } from '@kitroom/shared';

/** This letter is also written as two: Đorđe is Djordje, too. */
const D_WITH_STROKE = /đ/giu;

/** Numbers with a sign between them are not joined: `2019-20` is not `201920`. */
const JOINS_NUMBERS = new RegExp(`\\p{N}(?:${SIGNS.source})\\p{N}`, 'u');

/**
 * A text as it is stored for searches: its words without case, accents and punctuation, then the other
 * spellings of these words. Takes linear time.
 */
export function toSearchText(text: string): string {
  const spellings = spellInLatin(text);
  const words = splitWords(spellings[0] ?? '');
  const others = new Set([...spellings.slice(1).flatMap(splitWords), ...spellings.flatMap(joinWords)]);
  for (const word of words) others.delete(word);
  return [...words, ...others].join(' ');
}

/** Several texts as they are stored for searches, one a line. */
export function toSearchLines(texts: readonly string[]): string {
  return texts
    .map(toSearchText)
    .filter((text) => text !== '')
    .join('\n');
}

/** Numbers, sizes and colours as they are stored for searches: found by whole words, not by parts of them. */
export function toExactWords(texts: readonly string[]): string {
  const words = [...new Set(texts.flatMap((text) => splitWords(fold(text))))];
  const exact = words.filter(isExact);
  const others = words.filter((word) => !isExact(word));
  return [...others, ...(exact.length > 0 ? [toExact(exact.join('|'))] : [])].join(' ');
}

/**
 * For each word of a search the patterns for `like`, one of which a text must match. Words of punctuation are
 * ignored; undefined if there are no other words.
 */
export function toPatterns(search: string): string[][] | undefined {
  const words = splitAtBlanks(search).map(toPatternsOfWord);
  const sensible = words.filter((patterns) => patterns.length > 0);
  return words.length > 0 && sensible.length === 0 ? undefined : sensible;
}

/** Spellings have no wildcards: these are punctuation. */
function toPatternsOfWord(word: string): string[] {
  const season = readSeason(word);
  const written = [...spellInLatin(word), ...(season === undefined ? [] : [season])];
  const spellings = written.flatMap((one) => [splitWords(one).join(' '), ...joinWords(one)]).filter(Boolean);
  const exact = spellings.filter(isExact).map((spelling) => toExact(spelling.replace(/^0+(?=\d)/, '')));
  return [...new Set([...spellings, ...exact])].map((part) => `%${part}%`);
}

/** A folded text, and its other spellings in Latin script. */
function spellInLatin(text: string): string[] {
  const spelled = [text, text.replaceAll(D_WITH_STROKE, 'dj')].map(fold);
  return [...new Set(spelled.flatMap((one) => [one, ...latinSpellings(one)]))];
}

/** The words of a folded text that have signs in them, without these. */
function joinWords(text: string): string[] {
  return text
    .split(' ')
    .filter((word) => word.search(SIGNS) >= 0 && !JOINS_NUMBERS.test(word))
    .map((word) => word.replaceAll(SIGNS, ''))
    .filter((word) => word !== '');
}

function splitAtBlanks(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

const EXACT_WORDS = new Set([...SIZES, ...ITEM_COLOURS].flatMap(({ name }) => splitWords(fold(name))));

/**
 * Long words in sizes that users make up, such as `youth`, are not: each pattern takes time for each item.
 */
function isExact(word: string): boolean {
  return word.length <= 3 || /\p{N}/u.test(word) || EXACT_WORDS.has(word);
}

/** Words between bars, in letters that folded texts never have: parts of words are not found in them. */
function toExact(words: string): string {
  return `|${words}|`.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}
