import { looksLikeHeader } from './detect-header.ts';
import {
  checkCell,
  checkColumnCount,
  checkRowNumber,
  toColumnNames,
  toLetters,
  type SourceFormat,
  type SourceRow,
  type SourceTable,
} from './source-table.ts';

/** How many records are looked at to tell whether the first one is a header. */
const HEADER_SAMPLE = 50;

/** A table of records whose first one may name the columns. */
export async function toTable(format: SourceFormat, records: AsyncIterator<string[]>): Promise<SourceTable> {
  const sample: string[][] = [];
  for (let next = await records.next(); !next.done; next = await records.next()) {
    checkColumnCount(next.value.length, `The row after row ${sample.length}`);
    if (!isBlank(next.value)) sample.push(next.value);
    if (sample.length === HEADER_SAMPLE) break;
  }
  const hasHeader = looksLikeHeader(sample);
  const header = (hasHeader && sample[0]) || [];
  const width = sample.reduce((widest, record) => Math.max(widest, record.length), 0);
  const columns = toColumnNames(trimEnd(header), hasHeader ? lastUsed(sample) : width);
  const rest = hasHeader ? sample.slice(1) : sample;
  return { format, columns, rows: toRows(columns, rest, records) };
}

async function* toRows(
  columns: string[],
  sample: readonly string[][],
  records: AsyncIterator<string[]>,
): AsyncGenerator<SourceRow> {
  let number = 0;
  const toRow = (record: readonly string[]): SourceRow => {
    checkRowNumber((number += 1));
    return { number, cells: toCells(columns, record, number) };
  };
  try {
    for (const record of sample) yield toRow(record);
    for (let next = await records.next(); !next.done; next = await records.next()) {
      if (!isBlank(next.value)) yield toRow(next.value);
    }
  } finally {
    await records.return?.();
  }
}

/** Adds columns that the header does not have, if a row does. */
function toCells(columns: string[], record: readonly string[], number: number): Record<string, string> {
  const cells: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [index, text] of record.entries()) {
    if (text.trim() === '') continue;
    const where = `Row ${number}, column ${toLetters(index)}`;
    checkColumnCount(index + 1, where);
    checkCell(text, where);
    while (columns.length <= index) columns.push(`Column ${toLetters(columns.length)}`);
    cells[columns[index] ?? ''] = text;
  }
  return cells;
}

function isBlank(record: readonly string[]): boolean {
  return record.every((text) => text.trim() === '');
}

function trimEnd(header: readonly string[]): string[] {
  return header.slice(0, header.findLastIndex((text) => text.trim() !== '') + 1);
}

/** The number of columns that hold anything. */
function lastUsed(sample: readonly string[][]): number {
  return Math.max(0, ...sample.map((record) => trimEnd(record).length));
}
