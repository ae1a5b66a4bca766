import { checkCellLength, COLUMNS_MAX, quote, UnreadableFile } from './limits.ts';
import { createTallCellFiller, readTallCells, type TallCell } from './merged-cells.ts';
import type { Archive } from './open-archive.ts';
import { parseXml, type XmlEvents } from './parse-xml.ts';
import { isBlank, toColumnIndex, toNumberText, type Sheet, type SheetRecord } from './sheet.ts';
import { readWorkbook, type Workbook } from './workbook-parts.ts';
import { createTextCollector, decodeEscapes } from './workbook-text.ts';

/** Converts the text of a cell in a file. */
export type ToCell = (text: string) => string;

/** The sheets of a workbook, in its order. */
export async function readXlsx(archive: Archive, toText: ToCell = (text) => text): Promise<Sheet[]> {
  const workbook = await readWorkbook(archive);
  return workbook.sheets.map(({ name, isVisible, part }) => {
    let tallCells: Promise<TallCell[]> | undefined;
    const records = () => {
      tallCells ??= readTallCells(archive, part);
      return readSheet(archive, { workbook, part, tallCells, toText });
    };
    return { name, isVisible, records };
  });
}

/** Reads merged cells first: they are listed after the rows that they affect. */
async function* readSheet(
  archive: Archive,
  {
    workbook,
    part,
    tallCells,
    toText,
  }: { workbook: Workbook; part: string; tallCells: Promise<TallCell[]>; toText: ToCell },
): AsyncGenerator<SheetRecord, void> {
  const reader = createSheetReader(workbook, await tallCells, toText);
  yield* parseXml(archive, part, reader.events, reader.takeRecords);
}

/** Turns the XML of a sheet into records. */
interface SheetReader {
  events: XmlEvents;
  /** The records completed since the last call. */
  takeRecords(): SheetRecord[];
}

interface Cell {
  column: number;
  type: string;
  style: number;
  at: string;
  /** Undefined if the cell has no formula. */
  formula: string | undefined;
}

const NO_FORMULA_VALUE =
  'The cell has a formula without a value. Open the file in a spreadsheet program, save it, and import it again.';

/** A formula that is only a string, such as `"14"`: it needs no value, and some programs store 0 for it. */
const TEXT_FORMULA = /^=?"((?:[^"]|"")*)"$/;
const TEXT_FORMULA_MAX = 10_000;

function createSheetReader(workbook: Workbook, tallCells: readonly TallCell[], toText: ToCell): SheetReader {
  const inline = createTextCollector();
  const fillTallCells = createTallCellFiller(tallCells);
  let records: SheetRecord[] = [];
  let row = 0;
  let cells: string[] = [];
  let problems: Map<number, string> | undefined;
  let cell: Cell | undefined;
  let value = '';
  let isValue = false;
  let isFormula = false;

  function open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      row = Number(/^\d{1,7}$/.exec(attributes['r'] ?? '')?.[0] ?? row + 1);
      cells = [];
      problems = undefined;
    } else if (name === 'c') {
      cell = toCell(attributes, cells.length);
      value = '';
      inline.start();
    } else if (name === 'f' && cell) {
      cell.formula = '';
      isFormula = true;
    } else if (name === 'v') isValue = true;
    else inline.open(name);
  }

  function close(name: string): void {
    if (name === 'v') isValue = false;
    else if (name === 'f') isFormula = false;
    else if (name === 'c' && cell) closeCell(cell);
    else if (name === 'row') closeRow();
    inline.close(name);
  }

  function closeCell({ column, type, formula, style }: Cell): void {
    while (cells.length < column) cells.push('');
    const constant = TEXT_FORMULA.exec(formula ?? '')?.[1];
    const written = type === 'inlineStr' ? inline.end() : show({ type, style }, value, workbook);
    cells[column] = constant === undefined ? toText(written) : constant.replaceAll('""', '"');
    // A formula whose value is an empty string has another type.
    if (formula !== undefined && constant === undefined && value === '' && type === 'n')
      problems = (problems ?? new Map<number, string>()).set(column, NO_FORMULA_VALUE);
    cell = undefined;
  }

  /** A row that only has values of merged cells above counts as blank. */
  function closeRow(): void {
    const isEmpty = problems === undefined && isBlank(cells);
    fillTallCells(row, cells);
    if (!isEmpty) records.push({ row, cells, ...(problems && { problems }) });
  }

  return {
    events: {
      open,
      close,
      text(text) {
        if (isFormula && cell) {
          // Only the start of a long formula is kept: it cannot match `TEXT_FORMULA` any more.
          if ((cell.formula?.length ?? 0) <= TEXT_FORMULA_MAX) cell.formula += text;
          return;
        }
        if (!isValue) return inline.text(text);
        value += text;
        checkCellLength(value.length, `Cell ${cell?.at ?? ''}`);
      },
    },
    takeRecords() {
      const taken = records;
      records = [];
      return taken;
    },
  };
}

function toCell(attributes: Readonly<Record<string, string>>, next: number): Cell {
  const { r: at = '', t: type = 'n', s: style = '' } = attributes;
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(at)?.[1];
  if (at !== '' && letters === undefined)
    throw new UnreadableFile(`A cell has the invalid reference ${quote(at)}.`);
  const column = letters === undefined ? next : toColumnIndex(letters);
  if (column >= COLUMNS_MAX) {
    throw new UnreadableFile(`Cell ${at || 'in a row'}: a row may have at most ${COLUMNS_MAX} columns.`);
  }
  return { column, type, style: style === '' ? -1 : Number(style), at, formula: undefined };
}

/** The text of a cell's value; for a formula, of the value that was last computed. */
function show({ type, style }: Pick<Cell, 'type' | 'style'>, value: string, workbook: Workbook): string {
  if (value === '') return '';
  switch (type) {
    case 's':
      return workbook.sharedStrings[Number(value)] ?? '';
    case 'str':
      return decodeEscapes(value);
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'e':
      return '';
    case 'd':
      return value;
    default:
      return showNumber(value, style, workbook);
  }
}

/** Numbers have 15 significant digits; further ones are rounding errors of binary fractions. */
function showNumber(value: string, style: number, { formats, is1904 }: Workbook): string {
  const { isDate = false, currency } = formats[style] ?? {};
  if (isDate) return toDateText(value, is1904);
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const text = toNumberText(Number(number.toPrecision(15)));
  return currency === undefined ? text : `${text} ${currency}`;
}

const DAY_MS = 86_400_000;
/** Day 0 of both calendars. The one of 1900 counts a 29 February 1900, which did not exist. */
const START_1900 = Date.UTC(1899, 11, 30);
const START_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_465;

/** The date of a workbook's day number: `2024-01-31`, with its time if it has one. */
function toDateText(value: string, is1904: boolean): string {
  const days = Number(value);
  if (!Number.isFinite(days) || days < 0 || days > LAST_DAY) return value;
  // In the calendar of 1900, days before March 1900 are off by one.
  const shift = !is1904 && days < 60 ? 1 : 0;
  const start = is1904 ? START_1904 : START_1900;
  // Binary fractions are off by less than a millisecond. Fractions of a second are dropped.
  const text = new Date(start + Math.round((days + shift) * DAY_MS)).toISOString();
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19);
}
