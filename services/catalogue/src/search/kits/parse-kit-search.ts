import { SIGNS } from '@kitroom/server/search/search-words';
import { findSeason, toHalfWidth, trimEndOf } from '@kitroom/shared';

/**
 * Either exactly one season (`2024-25`), or the one-year seasons of either of its years, or all seasons that
 * are, start in or end in a year.
 */
export type KitSeason = { year: string; isEitherYear?: boolean } | { yearOf: number };

/** A parsed kit search: a season or year, and the remaining text. */
export interface ParsedKitSearch {
  season: KitSeason | undefined;
  text: string;
}

/** 19XX or 20XX as a separate word. */
const YEARS = /(?<![\p{L}\p{N}])(?:19|20)\d{2}(?![\p{L}\p{N}])/gu;

/**
 * Extracts the season or year from a kit search's keyword. See docs/behaviour/catalogue.md#searching-kits.
 */
export function parseKitSearch(keyword: string): ParsedKitSearch {
  const season = findSeason(keyword);
  if (season) return { season: { year: season.year }, text: without(keyword, season.start, season.end) };
  const [match] = keyword.matchAll(YEARS);
  return match ? toYearSearch(keyword, match) : { season: undefined, text: keyword.trim() };
}

/**
 * The interpretations of a keyword, most likely first. A season of two years may also mean a season of either
 * year, and a year next to other terms may be part of a name (`US Salernitana 1919`). See
 * docs/behaviour/catalogue.md#searching-kits.
 */
export function readKitSearch(typed: string): [ParsedKitSearch, ...ParsedKitSearch[]] {
  const keyword = toHalfWidth(typed);
  const first = parseKitSearch(keyword);
  if (!first.season || first.text === '') return [first];
  if ('year' in first.season) {
    return [first, { season: { year: first.season.year, isEitherYear: true }, text: first.text }];
  }
  const [, ...others] = Array.from(keyword.matchAll(YEARS), (match) => toYearSearch(keyword, match));
  return [first, ...others, { season: undefined, text: keyword.trim() }];
}

function toYearSearch(keyword: string, { 0: year, index }: RegExpExecArray): ParsedKitSearch {
  return { season: { yearOf: Number(year) }, text: without(keyword, index, index + year.length) };
}

/** Words for kits, in the languages of the imports. */
const KIT_WORDS: ReadonlySet<string> = new Set(
  (
    'kit kits shirt shirts jersey jerseys strip strips camiseta camisetas camisa camisas camisola camisolas ' +
    'maillot maillots maglia maglie trikot trikots'
  ).split(' '),
);

/** A folded text without words that only mean `kit`, and without separate punctuation. */
export function withoutKitWords(text: string): string {
  return text
    .split(' ')
    .filter((word) => {
      const plain = word.replaceAll(SIGNS, '');
      return plain !== '' && !KIT_WORDS.has(plain);
    })
    .join(' ');
}

/** Removes a part of a text, along with a dash that joins it to the rest. */
function without(text: string, start: number, end: number): string {
  const before = trimEndOf(text.slice(0, start), /[\s-]/);
  const after = text.slice(end).replace(/^[\s-]+/, '');
  return `${before} ${after}`.trim();
}
