import { COLUMNS_MAX, formatCount, MERGES_MAX, UnreadableFile } from './limits.ts';
import { explainUnpacking, type Archive } from './open-archive.ts';
import { toColumnIndex } from './sheet.ts';

/** A cell that is merged with those in the rows below it. */
export interface TallCell {
  /** Its column's index. */
  column: number;
  /** Its first and last row, counted from 1. */
  first: number;
  last: number;
}

/**
 * An entry in the list of merged cells, which follows the rows of a sheet. The lengths are limited, so that
 * no search takes long.
 */
const MERGE =
  /<(?:\w{1,20}:)?mergeCell\s[^<>]{0,100}?ref=["']\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})["']/g;
const NAME = 'mergeCell';
/** Number of bytes that are searched again with the next piece, because an element may be in both. */
const OVERLAP = 200;

/** Finds the cells of a sheet that are merged over rows, by their first rows. */
export async function readTallCells(archive: Archive, part: string): Promise<TallCell[]> {
  const cells: TallCell[] = [];
  let pending = Buffer.alloc(0);
  try {
    for await (const chunk of await archive.read(part)) {
      const bytes = Buffer.concat([pending, chunk as Buffer]);
      const end = bytes.includes(NAME) ? collect(bytes.toString('latin1'), cells) : 0;
      pending = bytes.subarray(Math.max(end, bytes.length - OVERLAP));
    }
  } catch (error) {
    throw explainUnpacking(error, part);
  }
  return cells.toSorted((left, right) => left.first - right.first);
}

/** Returns the position at which the last merge in the text ends. */
function collect(text: string, cells: TallCell[]): number {
  let end = 0;
  for (const match of text.matchAll(MERGE)) {
    const [element, letters = '', first, last] = match;
    end = match.index + element.length;
    const cell = { column: toColumnIndex(letters), first: Number(first), last: Number(last) };
    if (cell.last <= cell.first || cell.column >= COLUMNS_MAX) continue;
    if (cells.push(cell) > MERGES_MAX)
      throw new UnreadableFile(`A sheet has more than ${formatCount(MERGES_MAX)} merged cells.`);
  }
  return end;
}

/** Adds the values of merged cells to the rows below their first one; rows must be passed in order. */
export function createTallCellFiller(cells: readonly TallCell[]): (row: number, record: string[]) => void {
  const open = new Map<number, { last: number; text: string }>();
  let next = 0;
  return (row, record) => {
    for (const [column, { last, text }] of open) {
      if (row > last) open.delete(column);
      else {
        while (record.length < column) record.push('');
        record[column] = text;
      }
    }
    for (let cell = cells[next]; cell && cell.first <= row; cell = cells[(next += 1)]) {
      if (cell.first === row) open.set(cell.column, { last: cell.last, text: record[cell.column] ?? '' });
    }
  };
}
