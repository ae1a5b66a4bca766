import type { XmlEvents } from './parse-xml.ts';
import { ImportRefused, quote } from './import-refused.ts';
import { COLUMNS_MAX } from './reading-limits.ts';
import { checkCell, toNumberText } from './source-table.ts';
import type { Workbook } from './workbook-parts.ts';
import { createTextCollector, decodeEscapes } from './workbook-text.ts';

/** Turns the XML of a sheet into rows of texts. */
export interface SheetReader {
  events: XmlEvents;
  /** The rows completed since the last call. */
  takeRows(): string[][];
}

interface Cell {
  column: number;
  type: string;
  style: number;
  at: string;
}

export function createSheetReader(workbook: Workbook): SheetReader {
  const inline = createTextCollector();
  let rows: string[][] = [];
  let row: string[] = [];
  let cell: Cell | undefined;
  let value = '';
  let isValue = false;

  function open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') row = [];
    else if (name === 'c') {
      cell = toCell(attributes, row.length);
      value = '';
      inline.start();
    } else if (name === 'v') isValue = true;
    else inline.open(name);
  }

  function close(name: string): void {
    if (name === 'v') isValue = false;
    else if (name === 'c' && cell) {
      while (row.length < cell.column) row.push('');
      const text = cell.type === 'inlineStr' ? inline.end() : show(cell, value, workbook);
      checkCell(text, `Cell ${cell.at}`);
      row[cell.column] = text;
      cell = undefined;
    } else if (name === 'row' && row.some((text) => text !== '')) rows.push(row);
    inline.close(name);
  }

  return {
    events: {
      open,
      close,
      text(text) {
        if (!isValue) return inline.text(text);
        value += text;
        if (value.length > 1_000_000) checkCell(value, `Cell ${cell?.at ?? ''}`);
      },
    },
    takeRows() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

function toCell(attributes: Readonly<Record<string, string>>, next: number): Cell {
  const { r: at = '', t: type = 'n', s: style = '' } = attributes;
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(at)?.[1];
  if (at !== '' && letters === undefined) throw new ImportRefused(`A cell is called ${quote(at)}.`);
  const column = letters === undefined ? next : toIndex(letters);
  if (column >= COLUMNS_MAX) {
    throw new ImportRefused(`Cell ${at || 'in a row'}: a row may have at most ${COLUMNS_MAX} columns.`);
  }
  return { column, type, style: style === '' ? -1 : Number(style), at };
}

function toIndex(letters: string): number {
  return Array.from(letters).reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Of a formula, the value that was last computed. */
function show({ type, style }: Cell, value: string, workbook: Workbook): string {
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
      return workbook.dateStyles.has(style) ? toDateText(value, workbook.is1904) : dropNoise(value);
  }
}

/** Numbers have 15 significant digits; more of them are noise of binary fractions. */
function dropNoise(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? toNumberText(Number(number.toPrecision(15))) : value;
}

const DAY_MS = 86_400_000;
/** Day 0 of both calendars; that of 1900 counts a 29 February 1900, which did not exist. */
const START_1900 = Date.UTC(1899, 11, 30);
const START_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_465;

/** The date of a workbook's day number: `2024-01-31`, with its time if it has one. */
function toDateText(value: string, is1904: boolean): string {
  const days = Number(value);
  if (!Number.isFinite(days) || days < 0 || days > LAST_DAY) return value;
  // Before March 1900 the days of that calendar are off by one.
  const shift = !is1904 && days < 60 ? 1 : 0;
  const start = is1904 ? START_1904 : START_1900;
  const text = new Date(start + Math.round(((days + shift) * DAY_MS) / 1000) * 1000).toISOString();
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19);
}
