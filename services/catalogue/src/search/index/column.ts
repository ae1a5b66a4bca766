import { codeFor, growingNumbers } from './numbers.ts';
import { groupByKey, intersect, listOf, type Postings } from './postings.ts';

/** A column of rows, numbered from 0: each distinct value has a small code. */
export interface Column<Value> {
  codes: Uint16Array | Uint32Array;
  /** The distinct values, by code. */
  values: readonly Value[];
}

/** Values by which rows are found. */
export interface Keys<Value> {
  values: readonly Value[];
  /** The code of a value; undefined if no row has it. */
  codeOf(value: Value): number | undefined;
  /** The rows with each value, by code. */
  rows: Postings;
  /** The code of each row; undefined if rows have several values. */
  codes?: Uint16Array | Uint32Array;
}

/** A column by whose values rows are found. */
export type KeyColumn<Value> = Column<Value> & Keys<Value>;

/** The value of a row. */
export function valueAt<Value>({ codes, values }: Column<Value>, row: number): Value | undefined {
  return values[codes[row] ?? 0];
}

/** Collects the values of a column, row by row. */
export function collectColumn<Value>() {
  const codes = growingNumbers();
  const known = new Map<Value, number>();
  const build = (): Column<Value> => {
    const ArrayType = known.size <= 2 ** 16 ? Uint16Array : Uint32Array;
    return { codes: new ArrayType(codes.toArray()), values: [...known.keys()] };
  };
  return {
    add: (value: Value) => codes.push(codeFor(known, value)),
    build,
    buildKeys(): KeyColumn<Value> {
      const column = build();
      const rows = groupByKey(column.codes, column.values.length);
      return { ...column, rows, codeOf: (value) => known.get(value) };
    },
  };
}

/** Collects several values of each row. */
export function collectKeys<Value>() {
  const [codes, rows] = [growingNumbers(), growingNumbers()];
  const known = new Map<Value, number>();
  let size = 0;
  return {
    add(values: Iterable<Value>): void {
      for (const value of new Set(values)) {
        codes.push(codeFor(known, value));
        rows.push(size);
      }
      size += 1;
    },
    build: (): Keys<Value> => ({
      values: [...known.keys()],
      codeOf: (value) => known.get(value),
      rows: groupByKey(codes.toArray(), known.size, rows.toArray()),
    }),
  };
}

/** The condition that rows have one of some values. */
export interface Condition {
  rows: Postings;
  /** The codes of the values. */
  keys: readonly number[];
  /** How many rows meet it. */
  count: number;
  /** Tests a row by its code; without, there is at most one key. */
  test?: Test | undefined;
}

/** Accepts a row by its code. */
export interface Test {
  codes: Uint16Array | Uint32Array | Uint8Array;
  /** 1 for each code that is accepted. */
  accepted: Uint8Array;
}

export function hasOneOf<Value>(column: Keys<Value>, wanted: Iterable<Value>): Condition {
  const { codeOf, rows, codes, values } = column;
  const keys = [...new Set(wanted)].map(codeOf).filter((code) => code !== undefined);
  const count = keys.reduce((sum, key) => sum + listOf(rows, key).length, 0);
  if (!codes) return { rows, keys, count };
  const accepted = new Uint8Array(values.length);
  for (const key of keys) accepted[key] = 1;
  return { rows, keys, count, test: { codes, accepted } };
}

/**
 * Rows in ascending order: an array that may be used again by the next selection, and how many of its entries
 * count.
 */
export interface Selection {
  rows: Uint32Array;
  length: number;
}

/** The rows that meet a condition; `space` holds as many as there are. */
export function selectRows({ rows, keys }: Condition, space: Uint32Array): Selection {
  const [key] = keys;
  if (keys.length === 1 && key !== undefined) {
    const list = listOf(rows, key);
    return { rows: list, length: list.length };
  }
  let length = 0;
  for (const block of intersect([[{ postings: rows, keys }]])) {
    space.set(block, length);
    length += block.length;
  }
  return { rows: space, length };
}

/** The selected rows that meet a condition; `space` may hold the selection. */
export function narrow(selection: Selection, { rows, keys, test }: Condition, space: Uint32Array): Selection {
  if (test) return narrowByCode(selection, test, space);
  return narrowToList(selection, keys[0] === undefined ? NONE : listOf(rows, keys[0]), space);
}

/** The selected rows whose codes are accepted. */
export function narrowByCode(selection: Selection, { codes, accepted }: Test, space: Uint32Array): Selection {
  let length = 0;
  for (let at = 0; at < selection.length; at += 1) {
    const row = selection.rows[at] ?? 0;
    if (accepted[codes[row] ?? 0] === 1) space[length++] = row;
  }
  return { rows: space, length };
}

const NONE = new Uint32Array();

function narrowToList(selection: Selection, list: Uint32Array, space: Uint32Array): Selection {
  let [length, place] = [0, 0];
  for (let at = 0; at < selection.length; at += 1) {
    const row = selection.rows[at] ?? 0;
    while (place < list.length && (list[place] ?? 0) < row) place += 1;
    if (list[place] === row) space[length++] = row;
  }
  return { rows: space, length };
}
