import type { Selection } from './column.ts';
import type { KitSegment } from './kit-segment.ts';
import { groupByKey } from './postings.ts';

/** An order of lists: by the rank of a column's value, then by id, newest first. */
export interface KitOrder {
  column: 'seasons' | 'ratings';
  /** Below `ranks`. */
  rankOf(value: number | null): number;
  ranks: number;
}

/** Kits by rank, then by id, descending. */
export interface KitList {
  length: number;
  idAt(index: number): number;
  rankAt(index: number): number;
}

/** The selected rows, or all of them, newest first or in another order. */
export function toKitList(
  segment: KitSegment,
  selected: Selection | undefined,
  order: KitOrder | undefined,
): KitList {
  const { ids, size } = segment;
  const unranked = { rankAt: () => 0 };
  if (!selected) {
    if (!order) return { length: size, idAt: (index) => ids[index] ?? 0, ...unranked };
    return sortRows(
      segment,
      Uint32Array.from({ length: size }, (_, row) => row),
      order,
    );
  }
  const { rows, length } = selected;
  if (!order) return { length, idAt: (index) => ids[rows[index] ?? 0] ?? 0, ...unranked };
  return sortRows(segment, rows.subarray(0, length), order);
}

/** Sorts by counting: rows of one rank keep their order, newest first. */
function sortRows(segment: KitSegment, rows: Uint32Array, { column, rankOf, ranks }: KitOrder): KitList {
  const { codes, values } = segment[column];
  const rankOfCode = Array.from<number | null, number>(values, rankOf);
  const rankOfRow = (row: number) => rankOfCode[codes[row] ?? 0] ?? 0;
  const sorted = groupByKey(rows.map(rankOfRow), ranks, rows).numbers;
  return {
    length: sorted.length,
    idAt: (index) => segment.ids[sorted[index] ?? 0] ?? 0,
    rankAt: (index) => rankOfRow(sorted[index] ?? 0),
  };
}

/** A page of two lists, merged. */
export function mergePage(
  ones: KitList,
  others: KitList,
  { offset, limit }: { offset: number; limit: number },
) {
  const total = ones.length + others.length;
  const end = Math.min(offset + limit, total);
  const ids: number[] = [];
  // Without others, the page is at its place.
  let one = others.length === 0 ? Math.min(offset, total) : 0;
  let other = 0;
  while (one + other < end) {
    const isOne = other >= others.length || (one < ones.length && isBefore(ones, one, others, other));
    if (one + other >= offset) ids.push(isOne ? ones.idAt(one) : others.idAt(other));
    if (isOne) one += 1;
    else other += 1;
  }
  return { total, ids };
}

function isBefore(ones: KitList, one: number, others: KitList, other: number): boolean {
  const difference = ones.rankAt(one) - others.rankAt(other);
  return difference === 0 ? ones.idAt(one) > others.idAt(other) : difference < 0;
}
