import { codeFor, growingNumbers } from './numbers.ts';
import { groupByKey, groupByKeys, intersect, listOf, type Postings } from './postings.ts';

/** What the rows of a column, numbered from 0, have: each distinct value has a small code. */
export interface Column<Value> {
  codes: Uint16Array | Uint32Array;
  /** The distinct values, by code. */
  values: readonly Value[];
}

/** A column by whose values rows are found. */
export interface KeyColumn<Value> extends Column<Value> {
  codeOf: ReadonlyMap<Value, number>;
  /** The rows with each value, by code. */
  rows: Postings;
  /** If rows have lists of values, `codes` are those of the lists. */
  lists?: Lists<Value>;
}

/** Distinct lists of values, by code. */
interface Lists<Value> {
  values: ReadonlyArray<readonly Value[]>;
  /** The codes of the values of each list. */
  keysOf: ReadonlyArray<readonly number[]>;
  /** The lists that contain each value. */
  withValue: Postings;
}

/** A column whose rows have lists of values. */
export type ListColumn<Value> = KeyColumn<Value> & { lists: Lists<Value> };

/** The value of a row. */
export function valueAt<Value>({ codes, values }: Column<Value>, row: number): Value | undefined {
  return values[codes[row] ?? 0];
}

/** The list of a row. */
export function listAt<Value>({ codes, lists }: ListColumn<Value>, row: number): readonly Value[] {
  return lists.values[codes[row] ?? 0] ?? [];
}

/** Collects the values of a column, row by row. */
export function collectColumn<Value>() {
  const codes = growingNumbers();
  const known = new Map<Value, number>();
  return {
    addAll(values: readonly Value[]): void {
      for (const value of values) codes.push(codeFor(known, value));
    },
    build: () => toColumn(codes.take(), known),
  };
}

function toColumn<Value>(all: Uint32Array, codeOf: ReadonlyMap<Value, number>): KeyColumn<Value> {
  const codes = shorten(all, codeOf.size);
  return { codes, values: [...codeOf.keys()], codeOf, rows: groupByKey(codes, codeOf.size) };
}

/** Collects the lists of values of a column, row by row; rows with equal lists share one. */
export function collectLists<Value>() {
  const codes = growingNumbers();
  const known = new Map<string, number>();
  const lists: Array<readonly Value[]> = [];
  return {
    addAll(values: ReadonlyArray<readonly Value[]>): void {
      for (const list of values) {
        const code = codeFor(known, list.join());
        if (code === lists.length) lists.push(list);
        codes.push(code);
      }
    },
    build: () => toListColumn(codes.take(), lists),
  };
}

function toListColumn<Value>(all: Uint32Array, lists: ReadonlyArray<readonly Value[]>): ListColumn<Value> {
  const codeOf = new Map<Value, number>();
  const keysOf = lists.map((list) => [...new Set(list)].map((value) => codeFor(codeOf, value)));
  const [values, codes] = [[...codeOf.keys()], shorten(all, lists.length)];
  return {
    codes,
    values,
    codeOf,
    rows: groupByKeys(codes, keysOf, values.length),
    lists: { values: lists, keysOf, withValue: groupByKeys([...keysOf.keys()], keysOf, values.length) },
  };
}

function shorten(codes: Uint32Array, size: number): Uint16Array | Uint32Array {
  return size <= 2 ** 16 ? Uint16Array.from(codes) : codes;
}

/** The places, in another order of the rows, of those with each value. */
export function groupPlaces({ codes, values, lists }: KeyColumn<unknown>, rowOfPlace: Uint32Array): Postings {
  const codeOfPlace = rowOfPlace.map((row) => codes[row] ?? 0);
  return lists
    ? groupByKeys(codeOfPlace, lists.keysOf, values.length)
    : groupByKey(codeOfPlace, values.length);
}

/** The condition that rows have one of some values. */
export interface Condition extends Test {
  rows: Postings;
  /** The codes of the values. */
  keys: readonly number[];
  /** How many rows meet it. */
  count: number;
}

/** Accepts a row by its code. */
export interface Test {
  codes: Uint16Array | Uint32Array | Uint8Array;
  /** 1 for each code that is accepted. */
  accepted: Uint8Array;
}

export function hasOneOf<Value>(column: KeyColumn<Value>, wanted: Iterable<Value>): Condition {
  const { codeOf, rows, codes, values, lists } = column;
  const keys = [...new Set(wanted)].map((value) => codeOf.get(value)).filter((code) => code !== undefined);
  const count = keys.reduce((sum, key) => sum + listOf(rows, key).length, 0);
  const accepted = new Uint8Array(lists?.values.length ?? values.length);
  for (const key of keys) {
    if (!lists) accepted[key] = 1;
    else for (const list of listOf(lists.withValue, key)) accepted[list] = 1;
  }
  return { rows, keys, count, codes, accepted };
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

/** The selected rows whose codes are accepted; `space` may hold the selection. */
export function narrow(selection: Selection, { codes, accepted }: Test, space: Uint32Array): Selection {
  let length = 0;
  for (let at = 0; at < selection.length; at += 1) {
    const row = selection.rows[at] ?? 0;
    if (accepted[codes[row] ?? 0] === 1) space[length++] = row;
  }
  return { rows: space, length };
}
