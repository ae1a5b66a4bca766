import { isWithinEdits } from '@kitroom/server/search/edits';
import { compareCodePoints, fold, toHalfWidth } from '@kitroom/shared';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { parseKitSearch, withoutKitWords } from './parse-kit-search.ts';
import { findMeaning, LOOK_WORDS } from './word-meaning.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Shorter words are not corrected. */
const LENGTH_MIN = 4;
/** Words of this length and longer are corrected by up to two edits, shorter ones by one. */
const LENGTH_OF_TWO_EDITS = 8;
/** A keyword with more unknown words is not corrected. */
const UNKNOWN_MAX = 5;
/** The number of words tried for an unknown word, and of corrected keywords in total. */
const WORDS_TRIED_MAX = 5;
const KEYWORDS_TRIED_MAX = 25;

/**
 * The corrections of a normalised keyword: its unknown words are replaced by the nearest known words, the
 * most frequent first. See docs/behaviour/catalogue.md#searching-kits.
 */
export function listCorrections(index: CatalogueIndex, keyword: string): string[] {
  const unknown = listUnknownWords(index, keyword);
  if (unknown.length > UNKNOWN_MAX) return [];
  let corrections: Array<ReadonlyMap<string, string>> = [new Map()];
  for (const word of unknown) {
    const nearest = listNearest(index, word);
    if (nearest.length === 0) continue;
    corrections = corrections
      .flatMap((correction) => nearest.map((known) => new Map([...correction, [word, known]])))
      .slice(0, KEYWORDS_TRIED_MAX);
  }
  return corrections.filter(({ size }) => size > 0).map((correction) => replaceWords(keyword, correction));
}

/** Normalises a keyword and replaces some of its words. */
export function replaceWords(keyword: string, words: ReadonlyMap<string, string>): string {
  return fold(toHalfWidth(keyword)).replaceAll(WORD, (word) => words.get(word) ?? word);
}

/**
 * The words of a keyword, without its season, that no word of the catalogue starts with. Short words and
 * numbers are left out.
 */
export function listUnknownWords(index: CatalogueIndex, keyword: string): string[] {
  const { text } = parseKitSearch(toHalfWidth(keyword));
  const words = new Set(Array.from(fold(text).matchAll(WORD), ([word]) => word));
  return [...words].filter(
    (word) => word.length >= LENGTH_MIN && !/^\d+$/.test(word) && !isKnown(index, word),
  );
}

function isKnown(index: CatalogueIndex, word: string): boolean {
  return withoutKitWords(word) === '' || listWords(index, (words) => words.findStarting(word)).length > 0;
}

/** The nearest words of the catalogue, the most frequent first. */
function listNearest(index: CatalogueIndex, word: string): readonly string[] {
  const edits = word.length < LENGTH_OF_TWO_EDITS ? 1 : 2;
  const near = [...new Set(listWords(index, (words) => words.findNear(word, edits)))];
  const nearest = near.filter((known) => isWithinEdits(word, known, 1));
  return sortByFrequency(index, nearest.length > 0 ? nearest : near).slice(0, WORDS_TRIED_MAX);
}

function sortByFrequency(index: CatalogueIndex, words: readonly string[]): readonly string[] {
  if (words.length < 2) return words;
  const counted = words.map((word) => ({
    word,
    kits: index.kits.countMatches({ phrases: [[word]], meaning: findMeaning(index, word) }),
  }));
  return counted
    .toSorted((left, right) => right.kits - left.kits || compareCodePoints(left.word, right.word))
    .map(({ word }) => word);
}

/** The words of names, aliases, colours and designs whose numbers `find` returns. */
function listWords(index: CatalogueIndex, find: (words: Vocabulary) => readonly number[]): string[] {
  const { clubs, brands, competitions, typeWords, kits } = index;
  const vocabularies = [clubs.words, brands.words, competitions.words, typeWords, LOOK_WORDS];
  const otherWords = vocabularies.flatMap((words) =>
    find(words).flatMap((number) => words.words[number] ?? []),
  );
  return [...kits.listWords(find), ...otherWords];
}
