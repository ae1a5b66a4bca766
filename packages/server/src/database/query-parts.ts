import type { Knex } from 'knex';
import type { Database } from './database.ts';

declare module 'knex/types/result.d.ts' {
  /** The types that the pool's parsers return. */
  interface Registry {
    Count: number;
  }
}

interface Interval {
  days?: number;
  hours?: number;
  seconds?: number;
}

/** The time of the server's transaction plus an interval. */
export function fromNow(db: Database, interval: Interval): Knex.Raw<Date> {
  return addToNow(db, '+', interval);
}

/** The time of the server's transaction minus an interval. */
export function ago(db: Database, interval: Interval): Knex.Raw<Date> {
  return addToNow(db, '-', interval);
}

function addToNow(db: Database, sign: '+' | '-', { days = 0, hours = 0, seconds = 0 }: Interval) {
  return db.raw<Date>(`now() ${sign} make_interval(days => ?, hours => ?, secs => ?)`, [
    days,
    hours,
    seconds,
  ]);
}

/** For `where(column, anyOf(db, values))`: the statement has the same text for any number of values. */
export function anyOf(db: Database, values: readonly number[] | readonly string[]): Knex.Raw {
  return db.raw('any (?)', [values as string[]]);
}

/** How many rows a query without columns selects. */
export async function countRows(rows: Knex.QueryBuilder): Promise<number> {
  const [counted] = await rows.count({ count: '*' });
  return counted.count;
}

/** A page of a list, and the number of all its entries. */
export interface PageOf<Row> {
  rows: Row[];
  count: number;
}

/** Reads a page, numbered from 1, of the rows that a query selects. */
export async function listPage<Row>(
  rows: Knex.QueryBuilder,
  { page, size }: { page: number; size: number },
): Promise<PageOf<Row>> {
  const onPage: Row[] = await rows
    .clone()
    .limit(size)
    .offset(Math.max(0, page - 1) * size);
  return { rows: onPage, count: await countRows(rows.clone().clearSelect().clearOrder()) };
}

/** The row of a statement that returns one, such as an insert. */
export async function onlyRow<Row>(rows: PromiseLike<readonly Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error('a statement returned no row');
  return row;
}

/** Whether a query selects any row. */
export async function hasRows(rows: Knex.QueryBuilder): Promise<boolean> {
  return (await rows.first(rows.client.raw('1'))) !== undefined;
}

/** The columns of a table for the SQL of a query with joins: `users.id, users.name`. */
export function qualify(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column}`).join(', ');
}

/** The columns to update: all fields that are not undefined. */
export function definedColumns<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
