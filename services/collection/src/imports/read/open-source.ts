import { IMPORT_TABLE_BYTES_MAX, IMPORT_ZIP_BYTES_MAX } from '@kitroom/collection-client';
import { openTable, type TableFile } from '@kitroom/tabular';
import { unescapeCell } from '../../exports/spreadsheet-cell.ts';
import { skipNotOwned } from './not-owned.ts';
import { EXPORT_LIMITS, readExport } from './read-export.ts';
import { readRecords } from './read-records.ts';
import { readSheets } from './read-sheets.ts';
import type { ReadingOptions, SourceRow, SourceTable } from './source-table.ts';

/**
 * Opens a file, detects its format from its contents, and passes its table to `use`. `name` is the name of
 * the uploaded file. Throws an UnreadableFile if the file cannot be imported, also while rows are read.
 */
export function withSource<T>(
  { path, name }: { path: string; name: string },
  options: ReadingOptions,
  use: (table: SourceTable) => Promise<T>,
): Promise<T> {
  return openTable(
    path,
    {
      name,
      encoding: options.encoding ?? undefined,
      // Removes the prefix by which an export disarms formulas.
      toCell: unescapeCell,
      tableBytesMax: IMPORT_TABLE_BYTES_MAX,
      zipBytesMax: IMPORT_ZIP_BYTES_MAX,
      zipLimits: EXPORT_LIMITS,
    },
    async (file) => use(await readTable(file, name, options)),
  );
}

async function readTable(file: TableFile, name: string, options: ReadingOptions): Promise<SourceTable> {
  const { format } = file;
  const encoding = 'encoding' in file ? { encoding: file.encoding } : {};
  if ('sheets' in file) {
    const read = await readSheets(file.sheets, options);
    return { format, ...encoding, ...read, rows: skipNotOwned(read.rows, read.columns) };
  }
  const columns: string[] = [];
  const rows =
    file.format === 'zip' ? await readExport(file.archive, columns) : readRecords(file.lines(), columns);
  return { format, ...encoding, columns, ...asOneSheet(name, skipNotOwned(rows, columns)) };
}

/** Reports rows of a format without sheets as one sheet. */
function asOneSheet(name: string, rows: AsyncIterable<SourceRow>): Pick<SourceTable, 'sheets' | 'rows'> {
  const sheet = { name, rows: 0, header_row: null, used: true };
  async function* count() {
    for await (const row of rows) {
      sheet.rows += 1;
      yield { ...row, sheet: name };
    }
  }
  return { sheets: [sheet], rows: count() };
}
