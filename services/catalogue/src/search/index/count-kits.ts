import type { KeyColumn, Selection } from './column.ts';
import type { KitSegment } from './kit-segment.ts';
import { listOf, type Postings } from './postings.ts';

/** The columns by which kits can be counted. */
export type CountedColumn =
  | 'brands'
  | 'clubs'
  | 'competitions'
  | 'countries'
  | 'designs'
  | 'primaryColours'
  | 'seasons'
  | 'secondaryColours'
  | 'types';

/** The number of kits with each value. Kits without a value are counted under null, or not at all. */
export type Counts = Map<number | string | null, number>;

/** Counts the selected rows, or all, by the values of a column, and adds the numbers to `counts`. */
export function addCounts(
  segment: KitSegment,
  selected: Selection | undefined,
  column: CountedColumn,
  counts: Counts,
): void {
  const { values }: { values: ReadonlyArray<number | string | null> } = segment[column];
  const counted = selected ? countSelected(segment, selected, column) : countAll(segment[column].rows);
  for (const [code, value] of values.entries()) {
    const count = counted[code] ?? 0;
    if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
  }
}

/** Counts the rows with each code. */
function countAll({ starts }: Postings): Uint32Array {
  return Uint32Array.from(starts.subarray(1), (end, code) => end - (starts[code] ?? 0));
}

/** Rows with equal lists are counted together. */
function countSelected(segment: KitSegment, selected: Selection, column: CountedColumn): Uint32Array {
  const { codes, values, lists }: KeyColumn<unknown> = segment[column];
  const counts = countCodes(codes, lists?.values.length ?? values.length, selected);
  if (!lists) return counts;
  return Uint32Array.from(values, (_value, code) =>
    listOf(lists.withValue, code).reduce((sum, list) => sum + (counts[list] ?? 0), 0),
  );
}

function countCodes(codes: ArrayLike<number>, size: number, { rows, length }: Selection): Uint32Array {
  const counts = new Uint32Array(size);
  for (let at = 0; at < length; at += 1) {
    const code = codes[rows[at] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
