import { growingNumbers } from './growing-numbers.ts';

/** A column of rows, numbered from 0: each distinct value has a small code. */
export interface Column<Value> {
  codes: Uint16Array | Uint32Array;
  /** The distinct values, by code. */
  values: readonly Value[];
  /** The code of a value; undefined if no row has it. */
  codeOf(value: Value): number | undefined;
}

/** The value of a row. */
export function valueAt<Value>({ codes, values }: Column<Value>, row: number): Value | undefined {
  return values[codes[row] ?? 0];
}

/** Collects the values of a column, row by row. */
export function collectColumn<Value>() {
  const codes = growingNumbers();
  const known = new Map<Value, number>();
  return {
    add(value: Value): void {
      let code = known.get(value);
      if (code === undefined) known.set(value, (code = known.size));
      codes.push(code);
    },
    build(): Column<Value> {
      const ArrayType = known.size <= 2 ** 16 ? Uint16Array : Uint32Array;
      return {
        codes: new ArrayType(codes.toArray()),
        values: [...known.keys()],
        codeOf: (value) => known.get(value),
      };
    },
  };
}

/** Selects rows by the code of a column, or by bits that must all be set. */
export type Condition =
  | { codes: Uint16Array | Uint32Array | Uint8Array; accepted: Uint8Array }
  | { bits: Uint32Array; needed: number };

/** The condition that a column has one of the values. */
export function hasOneOf<Value>(
  { codes, values, codeOf }: Column<Value>,
  wanted: Iterable<Value>,
): Condition {
  const accepted = new Uint8Array(values.length);
  for (const value of wanted) {
    const code = codeOf(value);
    if (code !== undefined) accepted[code] = 1;
  }
  return { codes, accepted };
}

/** Rows in ascending order: an array that is used again by the next selection, and how many of its entries count. */
export interface Selection {
  rows: Uint32Array;
  length: number;
}

/** Writes the rows below `size` that meet a condition, ascending, and returns how many there are. */
export function selectRows(size: number, condition: Condition, rows: Uint32Array): number {
  let length = 0;
  if ('bits' in condition) {
    const { bits, needed } = condition;
    for (let row = 0; row < size; row += 1) if (((bits[row] ?? 0) & needed) === needed) rows[length++] = row;
  } else {
    const { codes, accepted } = condition;
    for (let row = 0; row < size; row += 1) if (accepted[codes[row] ?? 0] === 1) rows[length++] = row;
  }
  return length;
}

/** Keeps the selected rows that meet a condition. */
export function narrow(selection: Selection, condition: Condition): void {
  const { rows } = selection;
  let length = 0;
  if ('bits' in condition) {
    const { bits, needed } = condition;
    for (let at = 0; at < selection.length; at += 1) {
      const row = rows[at] ?? 0;
      if (((bits[row] ?? 0) & needed) === needed) rows[length++] = row;
    }
  } else {
    const { codes, accepted } = condition;
    for (let at = 0; at < selection.length; at += 1) {
      const row = rows[at] ?? 0;
      if (accepted[codes[row] ?? 0] === 1) rows[length++] = row;
    }
  }
  selection.length = length;
}
