import { IMPORT_ROWS_MAX } from '@kitroom/collection-client';
import { formatCount, ImportRefused, quote } from './import-refused.ts';
import { CELL_MAX, COLUMN_NAME_MAX, COLUMNS_MAX } from './reading-limits.ts';

export const SOURCE_FORMATS = ['csv', 'xlsx', 'ndjson', 'zip'] as const;

export type SourceFormat = (typeof SOURCE_FORMATS)[number];

/** The cells of a row by column; empty ones are absent. */
export type Cells = Readonly<Record<string, string>>;

/** A row of a file; rows are counted from 1, without the header. */
export interface SourceRow {
  number: number;
  cells: Cells;
}

/** A file that is read row by row. */
export interface SourceTable {
  format: SourceFormat;
  /** The columns found so far, in their order; complete once all rows are read. */
  columns: readonly string[];
  rows: AsyncIterable<SourceRow>;
}

/** Throws if a row is one too many. */
export function checkRowNumber(number: number): void {
  if (number > IMPORT_ROWS_MAX) {
    throw new ImportRefused(
      `The file has more than ${formatCount(IMPORT_ROWS_MAX)} rows. Split it into several files.`,
    );
  }
}

/** Throws if a cell is too long. */
export function checkCell(text: string, where: string): void {
  if (text.length > CELL_MAX) {
    throw new ImportRefused(
      `${where}: the cell has ${formatCount(text.length)} characters; at most ${formatCount(CELL_MAX)} are accepted.`,
    );
  }
  if (text.includes('\0')) throw new ImportRefused(`${where}: the cell contains a null character.`);
}

/** Throws if there are too many columns. */
export function checkColumnCount(count: number, where: string): void {
  if (count > COLUMNS_MAX) {
    throw new ImportRefused(`${where}: a row may have at most ${COLUMNS_MAX} columns.`);
  }
}

/** The names of the columns of a header; those without one are called by their letters. */
export function toColumnNames(header: readonly string[], width: number): string[] {
  const names = Array.from({ length: Math.max(width, header.length) }, (_, index) => {
    const name = (header[index] ?? '').replaceAll(/\s+/g, ' ').trim();
    return name === '' ? `Column ${toLetters(index)}` : name;
  });
  const places = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (name.length > COLUMN_NAME_MAX) {
      throw new ImportRefused(
        `The name of column ${toLetters(index)} has ${formatCount(name.length)} characters; at most ${COLUMN_NAME_MAX} are accepted.`,
      );
    }
    const first = places.get(name);
    if (first !== undefined) {
      throw new ImportRefused(
        `The header names two columns ${quote(name)}: ${toLetters(first)} and ${toLetters(index)}. Rename one of them.`,
      );
    }
    places.set(name, index);
  }
  return names;
}

/** The letters of a column, `A` for 0, as spreadsheet programs show them. */
export function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${toLetters(Math.floor(index / 26) - 1)}${last}`;
}
