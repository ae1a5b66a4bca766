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

/** How many rows are looked at to tell what a sheet is. */
const SAMPLE = 50;

/** How many rows above a header are shown, and how much of each. */
const ABOVE_SHOWN = 3;
const ABOVE_LENGTH = 100;

/** A sheet of which it is decided what will be read. */
interface PlannedSheet {
  sheet: Sheet;
  sample: readonly SheetRecord[];
  used: boolean;
  /** 0 for none. */
  headerRow: number;
}

/** Reads those sheets of a file that hold items; columns of the same name are one. */
export async function readSheets(sheets: readonly Sheet[], options: ReadingOptions) {
  const planned = await planSheets(sheets, options);
  const columns: string[] = [];
  const read: SourceSheet[] = [];
  return { columns, sheets: read, rows: readPlanned(planned, columns, read) };
}

async function planSheets(sheets: readonly Sheet[], options: ReadingOptions): Promise<PlannedSheet[]> {
  const { sheets: chosen, header_row: given } = options;
  const sampled: Array<{ sheet: Sheet; sample: SheetRecord[]; header: SheetRecord | undefined }> = [];
  for (const sheet of sheets) {
    const sample = await takeSample(sheet).catch(orNothing([]));
    sampled.push({ sheet, sample, header: findHeader(sample) });
  }
  const rowOf = (name: string) => (typeof given === 'object' ? given?.[name] : given);
  const isNamed = (name: string) => typeof given === 'object' && given !== null && Object.hasOwn(given, name);
  const isUsed = ({ sheet: { name, isVisible }, header }: (typeof sampled)[number]) =>
    chosen ? chosen.includes(name) : isNamed(name) || (isVisible && header !== undefined);
  const used = new Set(sampled.filter(isUsed));
  if (used.size === 0) used.add(pickFirst(sampled));
  return sampled.map((one) => ({
    sheet: one.sheet,
    sample: one.sample,
    used: used.has(one),
    headerRow: rowOf(one.sheet.name) ?? one.header?.row ?? guessHeaderRow(one.sample),
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

/** A sheet that cannot be read is none to use, as long as another one is. */
function orNothing<T>(nothing: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof UnreadableFile) return nothing;
    throw error;
  };
}

/** Where no sheet has usual headings: the first that is shown and holds anything. */
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
  for (const one of planned) {
    const report = toReport(one);
    read.push(report);
    if (!one.used) {
      report.rows = await countRecords(one.sheet).catch(orNothing(one.sample.length));
      continue;
    }
    for await (const row of readSheet(one, report, columns)) {
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

/** The rows below the header. What stands above it goes to the report. */
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
  const problems = [...(record.problems ?? [])].map(([index, what]) => [names[index] ?? '', what]);
  return {
    number,
    cells,
    ...(problems.length > 0 && { problems: Object.fromEntries(problems) as Record<string, string> }),
    ...(skipReason !== undefined && { skip_reason: skipReason }),
  };
}

/**
 * Names the columns of a sheet, and adds those names to `all` that no other sheet has. Returns a function for
 * the names of at least so many columns: a row may have more than the header.
 */
function nameColumns(
  all: string[],
  header: readonly string[],
  sample: ReadonlyArray<readonly string[]>,
): (count: number) => readonly string[] {
  const names: string[] = [];
  const own = new Set<string>();
  const known = new Set(all);
  const add = (heading: string) => {
    const at = names.length;
    const where = `Column ${toColumnLetters(at)}`;
    checkColumnCount(at + 1, where);
    const name = toUniqueName(heading === '' ? `Column ${at + 1}` : heading, own);
    checkColumnName(name, where);
    names.push(name);
    checkNamesLength(names);
    own.add(name);
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

/** A second column `Notes` is `Notes (2)`. */
function toUniqueName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const unique = count === 1 ? name : `${name} (${count})`;
    if (!taken.has(unique)) return unique;
  }
}

/** The number of columns up to the last one that holds anything. */
function countUsed(record: readonly string[]): number {
  return record.findLastIndex((text) => text.trim() !== '') + 1;
}
