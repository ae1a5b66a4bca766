import { shorten, toStorable } from '@kitroom/shared';
import { toColumnLetters, UnreadableFile, type Sheet, type SheetRecord } from '@kitroom/tabular';
import { isOwnExport } from '../parse/propose-mapping.ts';
import { createNonItemFinder, findHeader, looksLikeHeader } from './row-kinds.ts';
import {
  checkAllColumns,
  checkCell,
  checkColumnCount,
  checkColumnName,
  checkNamesLength,
  checkRowNumber,
  isEmptyCell,
  type ReadingOptions,
  type SourceRow,
  type SourceSheet,
} from './source-table.ts';

/** The number of rows from which a sheet's header and kind are detected. */
const SAMPLE = 50;

/** The number of rows above a header that are shown, and the maximum length of each. */
const ABOVE_SHOWN = 3;
const ABOVE_LENGTH = 100;

/** A sheet, and whether and how it will be read. */
interface PlannedSheet {
  sheet: Sheet;
  sample: readonly SheetRecord[];
  used: boolean;
  /** 0 if there is no header. */
  headerRow: number;
}

/**
 * Reads the sheets of a file that hold items; columns of the same name in several sheets become one column.
 */
export async function readSheets(sheets: readonly Sheet[], options: ReadingOptions) {
  const planned = await planSheets(sheets, options);
  const columns: string[] = [];
  const read: SourceSheet[] = [];
  return { columns, sheets: read, rows: readPlanned(planned, columns, read) };
}

async function planSheets(sheets: readonly Sheet[], options: ReadingOptions): Promise<PlannedSheet[]> {
  const { sheets: chosen, header_row: headerRows } = options;
  const sampled: Array<{ sheet: Sheet; sample: SheetRecord[]; header: SheetRecord | undefined }> = [];
  for (const sheet of sheets) {
    const sample = await takeSample(sheet).catch(ifUnreadable([]));
    sampled.push({ sheet, sample, header: findHeader(sample) });
  }
  const rowOf = (name: string) => (typeof headerRows === 'object' ? headerRows?.[name] : headerRows);
  const isNamed = (name: string) =>
    typeof headerRows === 'object' && headerRows !== null && Object.hasOwn(headerRows, name);
  const isUsed = ({ sheet: { name, isVisible }, header }: (typeof sampled)[number]) =>
    chosen ? chosen.includes(name) : isNamed(name) || (isVisible && header !== undefined);
  const used = new Set(sampled.filter(isUsed));
  if (used.size === 0) used.add(pickFirst(sampled));
  return sampled.map((candidate) => ({
    sheet: candidate.sheet,
    sample: candidate.sample,
    used: used.has(candidate),
    headerRow: rowOf(candidate.sheet.name) ?? candidate.header?.row ?? guessHeaderRow(candidate.sample),
  }));
}

async function takeSample({ records }: Sheet): Promise<SheetRecord[]> {
  const sample: SheetRecord[] = [];
  for await (const record of records()) {
    checkColumnCount(record.cells.length, `Row ${record.row}`);
    if (sample.push(record) === SAMPLE) break;
  }
  return sample;
}

/**
 * Returns a fallback for sheets that cannot be read: they are skipped as long as another sheet can be used.
 */
function ifUnreadable<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof UnreadableFile) return fallback;
    throw error;
  };
}

/** If no sheet has known headings, the first visible one that is not empty is used. */
function pickFirst<T extends { sheet: Sheet; sample: readonly SheetRecord[] }>(sampled: readonly T[]): T {
  const visible = sampled.filter(({ sheet }) => sheet.isVisible);
  const first = visible.find(({ sample }) => sample.length > 0) ?? visible[0];
  if (!first) throw new UnreadableFile('The workbook has no visible sheet.');
  return first;
}

function guessHeaderRow(sample: readonly SheetRecord[]): number {
  return looksLikeHeader(sample) ? (sample[0]?.row ?? 0) : 0;
}

async function* readPlanned(
  planned: readonly PlannedSheet[],
  columns: string[],
  read: SourceSheet[],
): AsyncGenerator<SourceRow> {
  let number = 0;
  for (const plan of planned) {
    const report = toReport(plan);
    read.push(report);
    if (!plan.used) {
      report.rows = await countRecords(plan.sheet).catch(ifUnreadable(plan.sample.length));
      continue;
    }
    for await (const row of readSheet(plan, report, columns)) {
      report.rows += 1;
      checkRowNumber((number += 1));
      yield { ...toSourceRow(row, number), sheet: report.name };
    }
  }
}

function toReport({ sheet, used, headerRow }: PlannedSheet): SourceSheet {
  return { name: toStorable(sheet.name), rows: 0, header_row: used ? headerRow : null, used };
}

async function countRecords({ records }: Sheet): Promise<number> {
  let count = 0;
  const all = records();
  while (!(await all.next()).done) count += 1;
  return count;
}

interface SheetRow {
  record: SheetRecord;
  names: readonly string[];
  isLiteral: boolean;
  skipReason: string | undefined;
}

/** Yields the rows below the header; rows above it go to the report. */
async function* readSheet(
  { sheet, sample, headerRow }: PlannedSheet,
  report: SourceSheet,
  columns: string[],
): AsyncGenerator<SheetRow> {
  const below = sample.filter(({ row }) => row > headerRow).map(({ cells }) => cells);
  const start = (header: readonly string[]) => ({
    namesFor: nameColumns(columns, header, below),
    isLiteral: isOwnExport(header),
    findReason: isOwnExport(header) ? () => undefined : createNonItemFinder(header, below),
  });
  let table: ReturnType<typeof start> | undefined;
  for await (const record of sheet.records()) {
    if (record.row < headerRow) addAbove(report, record);
    else if (record.row === headerRow) table = start(record.cells);
    else {
      table ??= start([]);
      yield {
        record,
        names: table.namesFor(record.cells.length),
        isLiteral: table.isLiteral,
        skipReason: table.findReason(record.cells),
      };
    }
  }
}

function addAbove(report: SourceSheet, { cells }: SheetRecord): void {
  const above = (report.above ??= { rows: 0, texts: [] });
  above.rows += 1;
  const text = cells.filter((cell) => cell.trim() !== '').join(', ');
  if (above.texts.length < ABOVE_SHOWN) above.texts.push(shorten(toStorable(text), ABOVE_LENGTH, '…'));
}

function toSourceRow({ record, names, isLiteral, skipReason }: SheetRow, number: number): SourceRow {
  const cells = Object.create(null) as Record<string, string>;
  for (const [index, text] of record.cells.entries()) {
    if (isEmptyCell(text, isLiteral)) continue;
    checkCell(text, `Row ${number}, column ${toColumnLetters(index)}`);
    cells[names[index] ?? ''] = text;
  }
  const problems = [...(record.problems ?? [])].map(([index, problem]) => [names[index] ?? '', problem]);
  return {
    number,
    cells,
    ...(problems.length > 0 && { problems: Object.fromEntries(problems) as Record<string, string> }),
    ...(skipReason !== undefined && { skip_reason: skipReason }),
  };
}

/**
 * Names the columns of a sheet, and adds new names to `all`, the columns of all sheets. Returns a function
 * that extends the names to `count` columns, as rows may have more columns than the header.
 */
function nameColumns(
  all: string[],
  header: readonly string[],
  sample: ReadonlyArray<readonly string[]>,
): (count: number) => readonly string[] {
  const names: string[] = [];
  const taken = new Set<string>();
  const known = new Set(all);
  const add = (heading: string) => {
    const at = names.length;
    const where = `Column ${toColumnLetters(at)}`;
    checkColumnCount(at + 1, where);
    const name = toUniqueName(heading === '' ? `Column ${at + 1}` : heading, taken);
    checkColumnName(name, where);
    names.push(name);
    checkNamesLength(names);
    taken.add(name);
    if (known.has(name)) return;
    known.add(name);
    checkAllColumns(all.push(name));
  };
  const namesFor = (count: number) => {
    while (names.length < count) add(toHeading(header[names.length]));
    return names;
  };
  namesFor(Math.max(0, ...[header, ...sample].map(countUsed)));
  return namesFor;
}

function toHeading(text = ''): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Numbers repeated names: a second column `Notes` is named `Notes (2)`. */
function toUniqueName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const unique = count === 1 ? name : `${name} (${count})`;
    if (!taken.has(unique)) return unique;
  }
}

/** The number of columns up to the last cell that is not blank. */
function countUsed(record: readonly string[]): number {
  return record.findLastIndex((text) => text.trim() !== '') + 1;
}
