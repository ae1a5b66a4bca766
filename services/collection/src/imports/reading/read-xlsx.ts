import { checkRowNumber, type SourceTable } from './source-table.ts';
import type { Archive } from './open-archive.ts';
import { parseXml } from './parse-xml.ts';
import { createSheetReader } from './sheet-reader.ts';
import { toTable } from './to-table.ts';
import { readWorkbook } from './workbook-parts.ts';

/** Reads the first visible sheet of a workbook, row by row. */
export async function readXlsx(archive: Archive): Promise<SourceTable> {
  const workbook = await readWorkbook(archive);
  return toTable('xlsx', readSheet(archive, workbook));
}

async function* readSheet(
  archive: Archive,
  workbook: Awaited<ReturnType<typeof readWorkbook>>,
): AsyncGenerator<string[]> {
  const reader = createSheetReader(workbook);
  let rows = 0;
  const pieces = parseXml(archive, workbook.sheet, reader.events);
  while (!(await pieces.next()).done) {
    for (const record of reader.takeRows()) {
      // The header is none of them, but one row more or less does not matter here.
      checkRowNumber((rows += 1) - 1);
      yield record;
    }
  }
}
