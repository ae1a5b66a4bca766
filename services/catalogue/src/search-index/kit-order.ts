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
  if (order) return sortRows(segment, selected ?? selectAll(segment), order);
  const { ids, size } = segment;
  const idAt = selected
    ? (index: number) => ids[selected.rows[index] ?? 0] ?? 0
    : (index: number) => ids[index] ?? 0;
  return { length: selected?.length ?? size, idAt, rankAt: () => 0 };
}

function selectAll({ scratch, size }: KitSegment): Selection {
  for (let row = 0; row < size; row += 1) scratch[row] = row;
  return { rows: scratch, length: size };
}

/** Sorts by counting: rows of one rank keep their order, newest first. */
function sortRows(segment: KitSegment, selected: Selection, { column, rankOf, ranks }: KitOrder): KitList {
  const rows = selected.rows.subarray(0, selected.length);
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
