import { stringify, type Options } from 'csv-stringify/sync';
import { escapeCell } from './spreadsheet-cell.ts';

/**
 * As in RFC 4180, but cells with a line break, outer white space or another delimiter are quoted as well: a
 * spreadsheet program that expects that delimiter would split them, and run the second half as a formula.
 */
const FORMAT: Options = { record_delimiter: '\r\n', quoted_match: /[\r\n;\t|]|^\s|\s$/ };

/** Writes records as CSV, so that spreadsheet programs do not run any cell as a formula. */
export function writeCsv(records: ReadonlyArray<readonly string[]>): string {
  return stringify(
    records.map((cells) => cells.map(escapeCell)),
    FORMAT,
  );
}
