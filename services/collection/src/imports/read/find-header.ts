import type { SheetRecord } from '@kitroom/tabular';
import { findColumnField, isKnownHeading } from '../parse/column-names.ts';
import {
  isBooleanText,
  isNumberText,
  looksLikeDate,
  looksLikeSeason,
  looksLikeSize,
} from './sniff-values.ts';

/** How many rows may stand above a header, and one more. */
const ROWS_SEARCHED = 20;
const FIELDS_MIN = 2;

/** The first of the upper rows most of whose cells are usual headings. */
export function findHeader(records: readonly SheetRecord[]): SheetRecord | undefined {
  return records.slice(0, ROWS_SEARCHED).find(({ cells }) => {
    const names = filledCells(cells);
    const fields = names.map(findColumnField).filter((field) => field !== undefined);
    return new Set(fields).size >= FIELDS_MIN && names.filter(isKnownHeading).length > names.length / 2;
  });
}

/** Whether the first of some rows names the columns though few of its cells are usual headings. */
export function looksLikeHeader([first, ...below]: readonly SheetRecord[]): boolean {
  const names = filledCells(first?.cells ?? []);
  if (names.length === 0 || names.some(isValue)) return false;
  if (names.some((name) => findColumnField(name) !== undefined)) return true;
  if (below.length === 0) return false;
  // Values recur in their column, names of columns do not.
  return (
    first?.cells.every((name, index) => name === '' || below.every(({ cells }) => cells[index] !== name)) ??
    false
  );
}

function filledCells(cells: readonly string[]): string[] {
  return cells.map((text) => text.trim()).filter((text) => text !== '');
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
