import { IMPORT_TABLE_BYTES_MAX, IMPORT_ZIP_BYTES_MAX } from '@kitroom/collection-client';
import { openTable, type TableFile } from '@kitroom/tabular';
import { unescapeCell } from '../../exports/spreadsheet-cell.ts';
import { skipNotOwned } from './not-owned.ts';
import { EXPORT_LIMITS, readExport } from './read-export.ts';
import { readRecords } from './read-records.ts';
import { readSheets } from './read-sheets.ts';
import type { ReadingOptions, SourceRow, SourceTable } from './source-table.ts';

/**
 * Reads a file, with the name that its owner gave it, whose format is detected from its contents: `use` gets
 * its table. Throws an UnreadableFile for one that cannot be imported, before or while its rows are read.
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
      // As it was before an export made it harmless for spreadsheet programs.
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

/** Rows without headers, as one sheet. */
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
