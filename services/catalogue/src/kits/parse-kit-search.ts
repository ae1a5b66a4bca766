import { parseSeasonYear } from '@kitroom/shared';

/** A parsed kit search: a season or year, and the remaining text. */
export interface ParsedKitSearch {
  /** Exactly this season (`2024-25`), or all that are, start in or end in this year. */
  season: { year: string } | { yearOf: number } | undefined;
  text: string;
}

/** `2003-04` or `2003-2004` as a separate word. */
const SEASON = /(?<![\p{L}\p{N}-])(\d{4})-(\d{4}|\d{2})(?![\p{L}\p{N}-])/gu;
/** 19XX or 20XX as a separate word. */
const YEAR = /(?<![\p{L}\p{N}])(?:19|20)\d{2}(?![\p{L}\p{N}])/u;

/** Extracts the season or year from a kit search's keyword. Source: the kit search rules. */
export function parseKitSearch(keyword: string): ParsedKitSearch {
  for (const match of keyword.matchAll(SEASON)) {
    const [found, first = '', second = ''] = match;
    const year = `${first}-${second.slice(-2)}`;
    const years = parseSeasonYear(year);
    if (!years || (second.length === 4 && years.second !== Number(second))) continue;
    return { season: { year }, text: without(keyword, match.index, found) };
  }
  const match = YEAR.exec(keyword);
  if (!match) return { season: undefined, text: keyword.trim() };
  return { season: { yearOf: Number(match[0]) }, text: without(keyword, match.index, match[0]) };
}

/** Removes the match, along with a dash that joined it to the text. */
function without(text: string, start: number, found: string): string {
  const before = text.slice(0, start).replace(/(?<![\s-])[\s-]+$/, '');
  const after = text.slice(start + found.length).replace(/^[\s-]+/, '');
  return `${before} ${after}`.trim();
}
