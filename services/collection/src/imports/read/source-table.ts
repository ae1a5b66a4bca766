import {
  IMPORT_ROW_BYTES_MAX,
  IMPORT_ROWS_MAX,
  notStorable,
  type Import,
  type ImportOptions,
} from '@kitroom/collection-client';
import { isLongerThan, isStorable } from '@kitroom/shared';
import {
  COLUMNS_MAX,
  findEncoding,
  formatCount,
  quote,
  UnreadableFile,
  type TableFile,
} from '@kitroom/tabular';
import { invalidFields } from '../../invalid-input.ts';
import { READ_BYTES } from '../../limits.ts';

/** The cells of a row by column; empty ones are absent. */
export type Cells = Readonly<Record<string, string>>;

/** The text in a column; safe for every name of a column, such as `constructor`. */
export function readCell(cells: Cells, column: string): string | undefined {
  return Object.hasOwn(cells, column) ? cells[column] : undefined;
}

/** A row of a file. */
export interface SourceRow {
  /** Counted from 1 across all sheets, without headers. */
  number: number;
  /** The sheet of the row, if the file has sheets. */
  sheet?: string;
  cells: Cells;
  /** Why cells could not be read, by column. */
  problems?: Cells;
  /** Why the row does not seem to be an item. */
  skip_reason?: string;
}

/**
 * A sheet of a file. `rows` counts the rows below the header or, if the sheet is not used, all that are not
 * blank. `header_row` is 0 without a header, and null if the sheet is not used or its format has no headers.
 */
export type SourceSheet = Import['sheets'][number] & {
  /** The number of rows above the header, and the texts of the first of them. */
  above?: { rows: number; texts: string[] };
};

/** A file that is read row by row. */
export interface SourceTable {
  format: TableFile['format'];
  /** The encoding of a text file. */
  encoding?: string;
  /** The columns found so far, in order; complete once all rows are read. */
  columns: readonly string[];
  /** Complete once all rows are read. */
  sheets: readonly SourceSheet[];
  rows: AsyncIterable<SourceRow>;
}

/** The options that decide how the file is read. */
export const READING_OPTIONS = ['sheets', 'header_row', 'encoding'] as const;

/** How to read the file: sheets, header rows, encoding; detected if absent. */
export type ReadingOptions = Partial<Pick<ImportOptions, (typeof READING_OPTIONS)[number]>>;

const COLUMN_NAME_MAX = 200;
const COLUMN_NAMES_BYTES_MAX = 16 * 1024;

/** Whether a text is too long to be the name of a column. */
export function isTooLongForHeading(text: string): boolean {
  return isLongerThan(text.trim(), COLUMN_NAME_MAX);
}

/** The maximum number of columns in all sheets together. */
const ALL_COLUMNS_MAX = 5 * COLUMNS_MAX;

/** Whether a cell counts as empty; in an export, white space is a value. */
export function isEmptyCell(text: string, isLiteral: boolean): boolean {
  return (isLiteral ? text : text.trim()) === '';
}

/** Throws if a file has more rows than are allowed. */
export function checkRowNumber(number: number): void {
  if (number > IMPORT_ROWS_MAX) {
    throw new UnreadableFile(
      `The file has more than ${formatCount(IMPORT_ROWS_MAX)} rows. Split it into several files.`,
    );
  }
}

/** The size of a row's text in bytes, as UTF-8. */
export function countTextBytes(cells: Cells): number {
  return Object.values(cells).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** The error of a row with more than 1 MiB of text, otherwise undefined. */
export function explainTooLarge(cells: Cells): string | undefined {
  return countTextBytes(cells) > IMPORT_ROW_BYTES_MAX
    ? `The row has more than ${formatCount(IMPORT_ROW_BYTES_MAX)} bytes (1 MiB) of text.`
    : undefined;
}

/** Throws if a row is larger than a batch of rows may be, so that it cannot be stored even as invalid. */
export function checkRowBytes(number: number, bytes: number): void {
  if (bytes > READ_BYTES)
    throw new UnreadableFile(`Row ${formatCount(number)} has more than ${formatCount(READ_BYTES)} bytes.`);
}

/** Throws if a cell cannot be stored. */
export function checkCell(text: string, where: string): void {
  if (!isStorable(text)) throw new UnreadableFile(`${where}: ${notStorable(text)}`);
}

/** Throws if a column has a name that is too long or cannot be stored. */
export function checkColumnName(name: string, where: string): void {
  if (isLongerThan(name, COLUMN_NAME_MAX)) {
    throw new UnreadableFile(
      `${where}: the name of the column has more than ${COLUMN_NAME_MAX} characters: ${quote(name)}.`,
    );
  }
  if (!isStorable(name)) throw new UnreadableFile(`${where}: ${notStorable(name)}`);
}

/** Throws if the names of a sheet's columns are too long together, as each stored row repeats them. */
export function checkNamesLength(names: readonly string[]): void {
  const bytes = names.reduce((sum, name) => sum + Buffer.byteLength(name), 0);
  if (bytes > COLUMN_NAMES_BYTES_MAX) {
    throw new UnreadableFile(
      `The names of the columns have more than ${formatCount(COLUMN_NAMES_BYTES_MAX)} bytes together.`,
    );
  }
}

/** Throws if a row has too many columns. */
export function checkColumnCount(count: number, where: string): void {
  if (count > COLUMNS_MAX) {
    throw new UnreadableFile(`${where}: a row may have at most ${COLUMNS_MAX} columns.`);
  }
}

/** Throws if all sheets together have too many columns. */
export function checkAllColumns(count: number): void {
  if (count > ALL_COLUMNS_MAX) {
    throw new UnreadableFile(`The sheets have more than ${formatCount(ALL_COLUMNS_MAX)} different columns.`);
  }
}

/** A file that has been read. */
interface ReadFile {
  file_key: string | null;
  sheets: readonly SourceSheet[];
  /** Null if it is not a text file. */
  encoding: string | null;
}

/** Normalizes the name of the encoding; unknown names stay unchanged, and are rejected by the validation. */
export function normalizeOptions<T extends ReadingOptions>(options: T): T {
  const { encoding } = options;
  return typeof encoding === 'string'
    ? { ...options, encoding: findEncoding(encoding) ?? encoding }
    : options;
}

/** Throws a 400 on `options` if they name a sheet that the file lacks or an unknown encoding. */
export function validateReadingOptions(file: ReadFile, options: ReadingOptions): void {
  if (file.file_key === null) {
    throw invalidFields({ options: ['The file is no longer stored. Upload it again with these options.'] });
  }
  const errors = [...checkSheets(file, options), ...checkEncoding(file, options)];
  if (errors.length > 0) throw invalidFields({ options: errors.slice(0, 20) });
}

function checkSheets({ sheets }: ReadFile, { sheets: chosen, header_row: rows }: ReadingOptions): string[] {
  const names = new Set(sheets.map(({ name }) => name));
  const mentioned = [...(chosen ?? []), ...(typeof rows === 'object' ? Object.keys(rows ?? {}) : [])];
  const unknown = mentioned.filter((name) => !names.has(name));
  if (unknown.length === 0) return [];
  const known = [...names].slice(0, 20).map(quote).join(', ');
  return unknown.map((name) => `The file has no sheet ${quote(name)}. It has: ${known}.`);
}

function checkEncoding({ encoding: detected }: ReadFile, { encoding }: ReadingOptions): string[] {
  if (typeof encoding !== 'string') return [];
  if (detected === null) return ['"encoding": only text files, such as CSV, have one.'];
  if (findEncoding(encoding) !== undefined) return [];
  return [`${quote(encoding)} is not a known encoding. Try utf-8, windows-1252 or macroman.`];
}
