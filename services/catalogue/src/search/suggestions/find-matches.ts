import { isWithinEdits } from '@kitroom/server/search/edits';
import { splitTerms } from '@kitroom/server/search/search-words';
import { fold, foldWithPositions } from '@kitroom/shared';

/** A range of UTF-16 units; its end is exclusive. */
export type Range = [start: number, end: number];

/** Shorter words must match without typos. See docs/behaviour/catalogue.md#searching-names. */
const EDITED_MIN = 4;

/**
 * The ranges of a label to highlight for a typed text: the whole text, otherwise each of its words, otherwise
 * the words that differ from them by one typo. Ascending, without overlaps.
 */
export function findMatches(label: string, typed: string): Range[] {
  const { text, starts, ends } = foldWithPositions(label);
  const phrase = fold(typed);
  if (phrase === '') return [];
  const whole = findText(text, phrase);
  const words = splitTerms(phrase);
  const matches = whole
    ? [whole]
    : words.flatMap((word) => [findText(text, word) ?? findTypo(text, word) ?? []]);
  const ranges = matches.filter((range): range is Range => range.length === 2);
  return merge(ranges).map(([start, end]) => [starts[start] ?? 0, ends[end - 1] ?? label.length]);
}

/** The range in which a text occurs, at the start of a word if possible. */
function findText(text: string, part: string): Range | undefined {
  const first = text.indexOf(part);
  if (first < 0) return undefined;
  let at = first;
  while (at > 0 && isWordAt(text, at - 1)) {
    const next = text.indexOf(part, at + 1);
    if (next < 0) return [first, first + part.length];
    at = next;
  }
  return [at, at + part.length];
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}

/** The first word that is one edit apart. */
function findTypo(text: string, word: string): Range | undefined {
  const letters = Array.from(word);
  if (letters.length < EDITED_MIN) return undefined;
  for (const { 0: known, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (isWithinEdits(letters, Array.from(known), 1)) return [index, index + known.length];
  }
  return undefined;
}

function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges.toSorted((left, right) => left[0] - right[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
