import { findColumnField } from '../understand/column-names.ts';
import { isBooleanText, isNumberText } from './value-shapes.ts';
import { looksLikeDate, looksLikeSeason, looksLikeSize } from './value-shapes.ts';

/** Whether the first of some records names the columns: if it has a usual name, or is unlike the records below it. */
export function looksLikeHeader([first, ...below]: readonly string[][]): boolean {
  const names = first?.map((text) => text.trim()).filter((text) => text !== '') ?? [];
  if (names.length === 0 || names.some(isValue)) return false;
  if (names.some((name) => findColumnField(name) !== undefined)) return true;
  if (below.length === 0) return false;
  // Values recur in their column, names of columns do not.
  return (
    first?.every((name, index) => name === '' || below.every((record) => record[index] !== name)) ?? false
  );
}

function isValue(text: string): boolean {
  return (
    isNumberText(text) ||
    looksLikeDate(text) ||
    looksLikeSeason(text) ||
    looksLikeSize(text) ||
    isBooleanText(text)
  );
}
