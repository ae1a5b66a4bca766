import { joinCell } from '../../exports/spreadsheet-cell.ts';
import { decodeFile, detectEncoding } from './decode-text.ts';
import { formatCount, ImportRefused, quote } from './import-refused.ts';
import { RECORD_MAX } from './reading-limits.ts';
import {
  checkCell,
  checkColumnCount,
  checkColumnName,
  checkRowNumber,
  toNumberText,
  type SourceFormat,
  type SourceRow,
  type SourceTable,
} from './source-table.ts';

/** Reads a file of one JSON object per line. */
export async function readNdjson(path: string): Promise<SourceTable> {
  return toNdjsonTable('ndjson', decodeFile(path, await detectEncoding(path)));
}

/** A table of JSON objects: each name is a column. */
export function toNdjsonTable(format: SourceFormat, text: AsyncIterable<string>): SourceTable {
  const columns: string[] = [];
  return { format, columns, rows: readRows(text, columns) };
}

async function* readRows(text: AsyncIterable<string>, columns: string[]): AsyncGenerator<SourceRow> {
  const known = new Set<string>();
  let number = 0;
  for await (const { line, at } of splitLines(text)) {
    if (line.trim() === '') continue;
    checkRowNumber((number += 1));
    const cells = toCells(parseLine(line, at), at);
    for (const column of Object.keys(cells)) {
      if (known.has(column)) continue;
      known.add(column);
      checkColumnName(column, `Line ${formatCount(at)}`);
      checkColumnCount(columns.push(column), `Line ${formatCount(at)}`);
    }
    yield { number, cells };
  }
}

async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<{ line: string; at: number }> {
  let rest = '';
  let at = 0;
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield { line, at: (at += 1) };
    if (rest.length > RECORD_MAX) throw tooLong(at + 1);
  }
  if (rest !== '') yield { line: rest, at: at + 1 };
}

function tooLong(line: number): ImportRefused {
  return new ImportRefused(`Line ${formatCount(line)} is longer than ${formatCount(RECORD_MAX)} characters.`);
}

function parseLine(line: string, at: number): Readonly<Record<string, unknown>> {
  if (line.length > RECORD_MAX) throw tooLong(at);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ImportRefused(`Line ${formatCount(at)} is not valid JSON.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new ImportRefused(`Line ${formatCount(at)} is no JSON object: each line must be one, {…}.`);
}

/**
 * References, `{"id", "slug", "name"}`, and amounts of money become a column each, as in the table of an export: `club`,
 * `club_id`, `club_slug`; `price`, `price_currency`.
 */
function toCells(record: Readonly<Record<string, unknown>>, at: number): Record<string, string> {
  const cells = Object.create(null) as Record<string, string>;
  const put = (column: string, value: unknown) => {
    const text = toText(value);
    if (text === undefined || text.trim() === '') return;
    checkCell(text, `Line ${formatCount(at)}, ${quote(column)}`);
    cells[column] = text;
  };
  for (const [name, value] of Object.entries(record)) {
    if (isReference(value)) {
      const { id, slug } = value;
      put(name, 'name' in value ? value['name'] : value['year']);
      put(`${name}_id`, id);
      put(`${name}_slug`, slug);
    } else if (isMoney(value)) {
      put(name, value['amount']);
      put(`${name}_currency`, value['currency']);
    } else put(name, value);
  }
  return cells;
}

function isReference(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'id' in value && ('name' in value || 'year' in value);
}

function isMoney(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

/** Lists of texts are written as in the tables of exports; other lists and objects stay JSON. */
function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return toNumberText(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return joinCell(value);
  try {
    return JSON.stringify(value);
  } catch {
    throw new ImportRefused('A JSON value is nested too deeply.');
  }
}
