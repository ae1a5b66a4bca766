import type { SheetRecord } from '@kitroom/tabular';
import { findColumnField, isKnownHeading } from '../parse/column-names.ts';
import {
  isBooleanText,
  isNumberText,
  looksLikeDate,
  looksLikeSeason,
  looksLikeSize,
} from './sniff-values.ts';
import { isTooLongForHeading } from './source-table.ts';

/** How many rows may stand above a header, and one more. */
const ROWS_SEARCHED = 20;
const FIELDS_MIN = 2;

/**
 * The first of the upper rows most of whose cells are usual headings; the one below it, if that names more fields: then the
 * first names groups of columns.
 */
export function findHeader(records: readonly SheetRecord[]): SheetRecord | undefined {
  const upper = records.slice(0, ROWS_SEARCHED);
  const at = upper.findIndex((record) => countHeadedFields(record) >= FIELDS_MIN);
  const [first, below] = at < 0 ? [] : upper.slice(at, at + 2);
  return first && below && countHeadedFields(below) > countHeadedFields(first) ? below : first;
}

/** The number of fields that a row names, if most of its cells are usual headings. */
function countHeadedFields({ cells }: SheetRecord): number {
  const names = filledCells(cells);
  if (names.filter(isKnownHeading).length <= names.length / 2) return 0;
  return new Set(names.map(findColumnField).filter((field) => field !== undefined)).size;
}

/** Whether the first of some rows names the columns though few of its cells are usual headings. */
export function looksLikeHeader([first, ...below]: readonly SheetRecord[]): boolean {
  const names = filledCells(first?.cells ?? []);
  if (names.length === 0 || names.some((name) => isValue(name) || isTooLongForHeading(name))) return false;
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
