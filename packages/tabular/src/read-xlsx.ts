import { readTallCells, type TallCell } from './merged-cells.ts';
import type { Archive } from './open-archive.ts';
import { parseXml } from './parse-xml.ts';
import type { Sheet, SheetRecord } from './sheet.ts';
import { createSheetReader } from './sheet-reader.ts';
import { readWorkbook, type Workbook } from './workbook-parts.ts';

/** The sheets of a workbook, in its order. */
export async function readXlsx(archive: Archive): Promise<Sheet[]> {
  const workbook = await readWorkbook(archive);
  return workbook.sheets.map(({ name, isVisible, part }) => {
    let tallCells: Promise<TallCell[]> | undefined;
    const records = () => {
      tallCells ??= readTallCells(archive, part);
      return readSheet(archive, { workbook, part, tallCells });
    };
    return { name, isVisible, records };
  });
}

/** Merged cells are listed after the rows, but change them. */
async function* readSheet(
  archive: Archive,
  { workbook, part, tallCells }: { workbook: Workbook; part: string; tallCells: Promise<TallCell[]> },
): AsyncGenerator<SheetRecord, void> {
  const reader = createSheetReader(workbook, await tallCells);
  yield* parseXml(archive, part, reader.events, reader.takeRecords);
}
