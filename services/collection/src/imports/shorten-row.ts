import { IMPORT_LISTED_ROW_BYTES_MAX } from '@kitroom/collection-client';
import type { ImportRow } from './import-view.ts';

/**
 * Cuts the longest strings in a row's cells and item, so that the row has at most `bytesMax` bytes as JSON.
 * `shortened` lists the columns of the cells that were cut.
 */
export function shortenRow(row: ImportRow, bytesMax = IMPORT_LISTED_ROW_BYTES_MAX): ImportRow {
  const bytes = countBytes(row);
  if (bytes <= bytesMax) return row;
  const texts = [row.cells, row.item ?? {}]
    .flatMap(Object.values)
    .filter((value) => typeof value === 'string');
  const sizes = texts.map(countBytes);
  const columns = countBytes(Object.keys(row.cells));
  const longest = findLongest(sizes, bytesMax - (bytes - sum(sizes)) - columns);
  const cut = <T>(value: T) => (typeof value === 'string' ? cutText(value, longest) : value);
  const cells = mapValues(row.cells, cut);
  const shortened = Object.keys(cells).filter((column) => cells[column] !== row.cells[column]);
  return { ...row, cells, item: row.item && mapValues(row.item, cut), shortened };
}

/** The size of a value as JSON, in bytes. */
function countBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The size to which larger strings are cut, so that the sum of all sizes is at most `available`. */
function findLongest(sizes: readonly number[], available: number): number {
  let remaining = available;
  const ascending = sizes.toSorted((left, right) => left - right);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(remaining / (ascending.length - index));
    if (size > share) return share;
    remaining -= size;
  }
  return Infinity;
}

/** A prefix of a string that has at most `bytesMax` bytes as JSON. */
function cutText(text: string, bytesMax: number): string {
  if (countBytes(text) <= bytesMax) return text;
  let length = Math.max(0, bytesMax - 2);
  for (;;) {
    // A surrogate pair is not split.
    const cut = text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length);
    const size = countBytes(cut);
    // Copied, as the slice would keep the whole string in memory.
    if (size <= bytesMax || cut === '') return Buffer.from(cut).toString();
    length = Math.min(length - 1, Math.floor((length * bytesMax) / size));
  }
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
