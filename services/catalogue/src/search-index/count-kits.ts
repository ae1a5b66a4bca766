import { COLOUR_NAMES } from '@kitroom/shared';
import type { Column, Selection } from './column.ts';
import type { KitSegment } from './kit-segment.ts';
import { listOf } from './postings.ts';

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
  const add = (value: number | string | null, count: number) => {
    if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
  };
  if (column === 'competitions') countCompetitions(segment, selected, add);
  else if (column === 'secondaryColours') countColours(segment, selected, add);
  else countCodes(segment.size, segment[column], selected, add);
}

type Add = (value: number | string | null, count: number) => void;

function countCodes(
  size: number,
  { codes, values }: Column<number> | Column<string> | Column<string | null>,
  selected: Selection | undefined,
  add: Add,
): void {
  const counts = new Uint32Array(values.length);
  eachRow(size, selected, (row) => {
    const code = codes[row] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  });
  for (const [code, value] of values.entries()) add(value, counts[code] ?? 0);
}

function countColours(
  { size, secondaryColours: bits }: KitSegment,
  selected: Selection | undefined,
  add: Add,
): void {
  const counts = new Uint32Array(COLOUR_NAMES.length);
  eachRow(size, selected, (row) => {
    for (let rest = bits[row] ?? 0; rest !== 0; rest &= rest - 1) {
      const colour = 31 - Math.clz32(rest & -rest);
      counts[colour] = (counts[colour] ?? 0) + 1;
    }
  });
  for (const [colour, name] of COLOUR_NAMES.entries()) add(name, counts[colour] ?? 0);
}

function countCompetitions(
  { size, competitions, rowsOfCompetition }: KitSegment,
  selected: Selection | undefined,
  add: Add,
): void {
  const isSelected = new Uint8Array(size);
  eachRow(size, selected, (row) => {
    isSelected[row] = 1;
  });
  for (const [id, code] of competitions) {
    let count = 0;
    for (const row of listOf(rowsOfCompetition, code)) count += isSelected[row] ?? 0;
    add(id, count);
  }
}

function eachRow(size: number, selected: Selection | undefined, visit: (row: number) => void): void {
  if (selected) for (let at = 0; at < selected.length; at += 1) visit(selected.rows[at] ?? 0);
  else for (let row = 0; row < size; row += 1) visit(row);
}
