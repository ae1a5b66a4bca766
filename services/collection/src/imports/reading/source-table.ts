import { IMPORT_ROWS_MAX, notStorable } from '@kitroom/collection-client';
import { isLongerThan, isStorable } from '@kitroom/shared';
import { formatCount, ImportRefused, quote } from './import-refused.ts';
import { CELL_MAX, COLUMN_NAME_MAX, COLUMNS_MAX } from './reading-limits.ts';

export const SOURCE_FORMATS = ['csv', 'xlsx', 'ndjson', 'zip'] as const;

export type SourceFormat = (typeof SOURCE_FORMATS)[number];

/** The cells of a row by column; empty ones are absent. */
export type Cells = Readonly<Record<string, string>>;

/** The text in a column, whose name may be any text: `constructor`, too. */
export function readCell(cells: Cells, column: string): string | undefined {
  return Object.hasOwn(cells, column) ? cells[column] : undefined;
}

/** A number as a text. One with three decimals gets a fourth: they would be taken for thousands. */
export function toNumberText(number: number): string {
  const text = String(number);
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text;
}

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
  if (!isStorable(text)) throw new ImportRefused(`${where}: ${notStorable(text)}`);
}

/** Throws if a column has a name that is too long or cannot be stored. */
export function checkColumnName(name: string, where: string): void {
  if (isLongerThan(name, COLUMN_NAME_MAX)) {
    throw new ImportRefused(
      `${where}: the name of the column has more than ${COLUMN_NAME_MAX} characters: ${quote(name)}.`,
    );
  }
  if (!isStorable(name)) throw new ImportRefused(`${where}: ${notStorable(name)}`);
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
    checkColumnName(name, `Column ${toLetters(index)}`);
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
