import { findSeason } from '@kitroom/shared';

/** A parsed kit search: a season or year, and the remaining text. */
export interface ParsedKitSearch {
  /** Exactly this season (`2024-25`), or all that are, start in or end in this year. */
  season: { year: string } | { yearOf: number } | undefined;
  text: string;
}

/** 19XX or 20XX as a separate word. */
const YEAR = /(?<![\p{L}\p{N}])(?:19|20)\d{2}(?![\p{L}\p{N}])/u;

/** Extracts the season or year from a kit search's keyword. Source: the kit search rules. */
export function parseKitSearch(keyword: string): ParsedKitSearch {
  const found = findSeason(keyword);
  if (found) return { season: { year: found.year }, text: without(keyword, found.start, found.end) };
  const match = YEAR.exec(keyword);
  if (!match) return { season: undefined, text: keyword.trim() };
  return {
    season: { yearOf: Number(match[0]) },
    text: without(keyword, match.index, match.index + match[0].length),
  };
}

/** Removes a part of a text, along with a dash that joined it to the rest. */
function without(text: string, start: number, end: number): string {
  const before = text.slice(0, start).replace(/(?<![\s-])[\s-]+$/, '');
  const after = text.slice(end).replace(/^[\s-]+/, '');
  return `${before} ${after}`.trim();
}
