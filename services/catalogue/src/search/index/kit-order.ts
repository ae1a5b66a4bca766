import { compareCodePoints, fold } from '@kitroom/shared';
import type { Selection } from './column.ts';
import { selectAll, type KitSegment } from './kit-segment.ts';
import { groupByKey } from './postings.ts';

/** An order of lists: by name or by the rank of a column's value, then by id, newest first. */
export type KitOrder =
  | { column: 'names'; isDescending: boolean }
  | {
      column: 'seasons' | 'ratings' | 'types';
      /** The rank of a value, less than `ranks`. */
      rankOf(value: number | null): number;
      ranks: number;
      /** The clubs whose kits come after all others. */
      lastClubs?: ReadonlySet<number>;
    };

/**
 * Kits ordered by a key, then by descending id. The keys, ranks or names, are comparable between segments.
 */
interface KitList {
  length: number;
  segment: KitSegment;
  rowAt(index: number): number;
  keyAt(index: number): number | string;
}

/** The selected rows, or all of them, newest first or in another order. */
export function toKitList(
  segment: KitSegment,
  selected: Selection | undefined,
  order: KitOrder | undefined,
): KitList {
  if (order) return sortRows(segment, selected ?? selectAll(segment), order);
  const rowAt = (index: number) => (selected ? (selected.rows[index] ?? 0) : index);
  return { length: selected?.length ?? segment.size, segment, rowAt, keyAt: () => 0 };
}

/** Sorts by counting. Rows of the same rank keep their order, newest first. */
function sortRows(segment: KitSegment, selected: Selection, order: KitOrder): KitList {
  const rows = selected.rows.subarray(0, selected.length);
  const {
    rankOf,
    ranks,
    keyOf = rankOf,
  } = order.column === 'names' ? byName(segment, order) : byColumn(segment, order);
  const sorted = groupByKey(rows.map(rankOf), ranks, rows).numbers;
  return {
    length: sorted.length,
    segment,
    rowAt: (index) => sorted[index] ?? 0,
    keyAt: (index) => keyOf(sorted[index] ?? 0),
  };
}

/** How the rows of a segment are sorted. */
interface RowOrder {
  rankOf(row: number): number;
  ranks: number;
  /** The key for comparisons with rows of another segment. Default: the rank. */
  keyOf?(row: number): string;
}

function byName(
  { nameRanks, records, size }: KitSegment,
  { isDescending }: { isDescending: boolean },
): RowOrder {
  const rankOf = (row: number) => (isDescending ? size - 1 - (nameRanks[row] ?? 0) : (nameRanks[row] ?? 0));
  return { rankOf, ranks: size, keyOf: (row) => fold(records.textsAt(row).name) };
}

function byColumn(segment: KitSegment, order: Exclude<KitOrder, { column: 'names' }>): RowOrder {
  const { codes, values } = segment[order.column];
  const rankOfCode = Array.from<number | null, number>(values, order.rankOf);
  const rankOf = (row: number) => rankOfCode[codes[row] ?? 0] ?? 0;
  const { ranks, lastClubs } = order;
  if (!lastClubs) return { rankOf, ranks };
  const { clubs } = segment;
  const addedRanks = clubs.values.map((club) => (lastClubs.has(club) ? ranks : 0));
  return { rankOf: (row) => rankOf(row) + (addedRanks[clubs.codes[row] ?? 0] ?? 0), ranks: 2 * ranks };
}

/** A page of two merged lists: its rows, each with its segment. */
export function mergePage(
  left: KitList,
  right: KitList,
  { offset, limit }: { offset: number; limit: number },
  order: KitOrder | undefined,
) {
  const total = left.length + right.length;
  const end = Math.min(offset + limit, total);
  const rows: Array<{ segment: KitSegment; row: number }> = [];
  const sign = order?.column === 'names' && order.isDescending ? -1 : 1;
  // If only one list has kits, the page starts at its offset.
  let leftAt = right.length === 0 ? Math.min(offset, total) : 0;
  let rightAt = 0;
  while (leftAt + rightAt < end) {
    const isLeft =
      rightAt >= right.length || (leftAt < left.length && isBefore(left, leftAt, right, rightAt, sign));
    const [{ segment, rowAt }, at] = isLeft ? [left, leftAt] : [right, rightAt];
    if (leftAt + rightAt >= offset) rows.push({ segment, row: rowAt(at) });
    if (isLeft) leftAt += 1;
    else rightAt += 1;
  }
  return { total, rows };
}

function isBefore(left: KitList, leftAt: number, right: KitList, rightAt: number, sign: number): boolean {
  const [key, otherKey] = [left.keyAt(leftAt), right.keyAt(rightAt)];
  if (key === otherKey) return idAt(left, leftAt) > idAt(right, rightAt);
  const difference =
    typeof key === 'string' ? compareCodePoints(key, String(otherKey)) : key - Number(otherKey);
  return sign * difference < 0;
}

function idAt({ segment, rowAt }: KitList, at: number): number {
  return segment.ids[rowAt(at)] ?? 0;
}
