import type { Column, Selection } from './column.ts';
import type { KitSegment } from './kit-segment.ts';
import { listOf, type Postings } from './postings.ts';

/** What kits can be counted by. */
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

/** How many kits have each value; kits without one are counted under null, or not at all. */
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

/** How many rows have each code. */
function countAll({ starts }: Postings): Uint32Array {
  return Uint32Array.from(starts.subarray(1), (end, code) => end - (starts[code] ?? 0));
}

function countSelected(segment: KitSegment, selected: Selection, column: CountedColumn): Uint32Array {
  if (column === 'competitions') return countInLists(segment, selected);
  if (column === 'secondaryColours') return countColours(segment, selected);
  return countCodes(segment[column], selected);
}

function countCodes({ codes, values }: Column<unknown>, { rows, length }: Selection): Uint32Array {
  const counts = new Uint32Array(values.length);
  for (let at = 0; at < length; at += 1) {
    const code = codes[rows[at] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Equal lists of colours are counted together. */
function countColours({ colourLists, secondaryColours }: KitSegment, selected: Selection): Uint32Array {
  const counts = new Uint32Array(secondaryColours.values.length);
  for (const [list, count] of countCodes(colourLists, selected).entries()) {
    if (count === 0) continue;
    for (const colour of new Set(colourLists.values[list])) {
      const code = secondaryColours.codeOf(colour) ?? 0;
      counts[code] = (counts[code] ?? 0) + count;
    }
  }
  return counts;
}

function countInLists({ size, competitions }: KitSegment, { rows, length }: Selection): Uint32Array {
  const isSelected = new Uint8Array(size);
  for (let at = 0; at < length; at += 1) isSelected[rows[at] ?? 0] = 1;
  return Uint32Array.from(competitions.values, (_, code) => {
    let count = 0;
    for (const row of listOf(competitions.rows, code)) count += isSelected[row] ?? 0;
    return count;
  });
}
