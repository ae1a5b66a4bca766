import { stringify, type Options } from 'csv-stringify/sync';
import { escapeCell } from './spreadsheet-cell.ts';

/**
 * RFC 4180. Cells with a line break, outer white space or a sign that separates cells in other files are
 * quoted as well: a spreadsheet program that expects another separator would split them, and run the second
 * half as a formula.
 */
const FORMAT: Options = { record_delimiter: '\r\n', quoted_match: /[\r\n;\t|]|^\s|\s$/ };

/** Records of a CSV file, whose cells no spreadsheet program runs as formulas. */
export function writeCsv(records: ReadonlyArray<readonly string[]>): string {
  return stringify(
    records.map((cells) => cells.map(escapeCell)),
    FORMAT,
  );
}
