import { isStorable } from '@kitroom/shared';
import { query, type Database } from '../database/database.ts';
import { notFound } from '../http/errors.ts';
import { toInteger } from './read-number.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Longer filter values are truncated. */
const TEXT_MAX = 200;

/** A condition of a list, with the values of its placeholders. */
export interface Condition {
  sql: string;
  bindings?: readonly unknown[];
}

type Filter = Condition | undefined;

/** The rows that a list is read from. All strings are SQL, so they must be constants. */
export interface ListSource {
  table: string;
  /** The table's primary key. Newer rows have higher ones. Default: `id`, an `integer`. */
  key?: string;
  keyType?: 'integer' | 'bigint' | 'uuid';
  /** The columns of a listed row, in addition to the key. */
  columns: string;
  /** Further columns of a record on its own page, and for actions. */
  details?: string;
  /** Left joins by unique columns: PostgreSQL leaves out those that a statement does not need. */
  joins?: string;
  /** The condition for each filter and value; undefined if the value filters nothing. */
  filters: Readonly<Record<string, (value: string) => Filter | Promise<Filter>>>;
  /** The expressions by which each order sorts, ascending. `key` needs no entry. */
  orders: Readonly<Record<string, readonly string[]>>;
}

/** A request for rows of a list. */
export interface ListRequest {
  filters: FilterValues;
  /** The name of an order, after `-` if descending. */
  sort: string;
  limit: number;
  offset: number;
}

/** The filters that are not empty, by field name. */
export type FilterValues = Readonly<Record<string, string>>;

/** A page of rows, and how many there are on all pages. */
export interface ListResult<Row> {
  rows: Row[];
  /** The number of rows, at most `COUNTED_MAX`. */
  total: number;
  /** Only the newest rows are sorted and listed, because there are more than can be sorted quickly. */
  isCut?: boolean;
}

/** More rows are not counted exactly. */
export const COUNTED_MAX = 1_000_000;

/** Only this many rows, the newest, are sorted, except by the key, which has an index. */
export const SORTED_MAX = 20_000;

/**
 * Reads a page of a list. Only a list of up to `SORTED_MAX` rows is sorted as a whole: longer ones must be
 * filtered.
 */
export async function readList<Row>(
  db: Database,
  source: ListSource,
  { filters, sort, limit, offset }: ListRequest,
): Promise<ListResult<Row>> {
  const { table, key = 'id', joins = '' } = source;
  const { where, bindings } = await toWhere(source, filters);
  const [counted] = await query<{ total: number }>(
    db,
    `select count(*) as total from (select from ${table} ${joins} ${where} limit ${COUNTED_MAX}) as matching`,
    bindings,
  );
  const total = counted?.total ?? 0;
  const [name, direction] = sort.startsWith('-') ? [sort.slice(1), 'desc'] : [sort, 'asc'];
  const order = source.orders[name]?.map((expression) => `${expression} ${direction} nulls last`) ?? [];
  const isByKey = order.length === 0;
  const newest = `select ${table}.${key} from ${table} ${joins} ${where} order by ${table}.${key} desc limit ${SORTED_MAX}`;
  const rows = await query<{ key: unknown }>(
    db,
    `select ${table}.${key} as key from ${table} ${joins}
     ${isByKey ? where : `where ${table}.${key} in (${newest})`}
     order by ${[...order, `${table}.${key} ${isByKey ? direction : 'desc'}`].join(', ')}
     limit ? offset ?`,
    [...bindings, limit, offset],
  );
  const keys = rows.map((row) => row.key);
  return { rows: await readRows<Row>(db, source, keys), total, isCut: !isByKey && total > SORTED_MAX };
}

/** The rows with these keys, in their order; columns are computed for them only. */
export function readRows<Row>(
  db: Database,
  source: ListSource,
  keys: readonly unknown[],
  extent: 'listed' | 'detailed' = 'listed',
): Promise<Row[]> {
  const { table, key = 'id', keyType = 'integer', details, joins = '' } = source;
  const columns = [source.columns, ...(extent === 'detailed' && details !== undefined ? [details] : [])];
  return query<Row & object>(
    db,
    `select ${table}.${key}, ${columns.join(', ')}
     from unnest(?::${keyType}[]) with ordinality as listed (key, place)
     join ${table} on ${table}.${key} = listed.key ${joins}
     order by listed.place`,
    [keys],
  );
}

/** A row with its details, by the key in an address. Throws a 404 if it does not exist. */
export async function findRow<Row>(
  db: Database,
  resource: { source: ListSource; singular: string },
  text: string | undefined,
): Promise<Row> {
  const row = await findRowIfAny<Row>(db, resource, text);
  if (row === undefined) throw notFound(`There is no such ${resource.singular}.`);
  return row;
}

/** Like `findRow`, but undefined if the row does not exist; throws a 404 for an invalid key. */
export async function findRowIfAny<Row>(
  db: Database,
  { source, singular }: { source: ListSource; singular: string },
  text: string | undefined,
): Promise<Row | undefined> {
  const key = toKey(source, text);
  if (key === undefined) throw notFound(`There is no such ${singular}.`);
  const [row] = await readRows<Row>(db, source, [key], 'detailed');
  return row;
}

/** The key of a row; undefined if the text is not a valid one. */
export function toKey({ keyType }: ListSource, text = ''): string | undefined {
  const isKey = keyType === 'uuid' ? UUID.test(text) : toInteger(text) !== undefined;
  return isKey ? text : undefined;
}

/** The keys of the newest rows that match. */
export async function readKeys(
  db: Database,
  source: ListSource,
  filters: FilterValues,
  limit: number,
): Promise<string[]> {
  const { table, key = 'id', joins = '' } = source;
  const { where, bindings } = await toWhere(source, filters);
  const rows = await query<{ key: string }>(
    db,
    `select ${table}.${key}::text as key from ${table} ${joins} ${where} order by ${table}.${key} desc limit ?`,
    [...bindings, limit],
  );
  return rows.map((row) => row.key);
}

async function toWhere(
  source: ListSource,
  filters: FilterValues,
): Promise<{ where: string; bindings: unknown[] }> {
  const results = await Promise.all(
    Object.entries(filters).map(async ([name, value]) => source.filters[name]?.(value)),
  );
  const conditions = results.filter((condition) => condition !== undefined);
  return {
    where: conditions.length === 0 ? '' : `where ${conditions.map(({ sql }) => `(${sql})`).join(' and ')}`,
    bindings: conditions.flatMap(({ bindings = [] }) => bindings),
  };
}

/** A condition that a column equals the value, an `integer`; other values match no row. */
export function equalsInteger(column: string): (value: string) => Condition {
  return (value) => {
    const number = toInteger(value);
    return number === undefined ? { sql: 'false' } : { sql: `${column} = ?`, bindings: [number] };
  };
}

/** A condition for each known value; other values filter nothing. */
export function oneOf(
  conditions: Readonly<Record<string, string>>,
): (value: string) => Condition | undefined {
  return (value) => (Object.hasOwn(conditions, value) ? { sql: conditions[value] ?? 'true' } : undefined);
}

/** A condition that a column equals the value. */
export function equals(column: string): (value: string) => Condition {
  return (value) => ({ sql: `${column} = ?`, bindings: [value] });
}

/** The filters of a query or a submitted form; characters that the database cannot store are left out. */
export function readFilters(values: Readonly<Record<string, string | undefined>>): FilterValues {
  const cleaned = Object.entries(values).map(([name, text = '']) => [name, clean(text)] as const);
  return Object.fromEntries(cleaned.filter(([, text]) => text !== ''));
}

function clean(text: string): string {
  const storable = text.replaceAll('\0', '').trim().slice(0, TEXT_MAX);
  return isStorable(storable) ? storable : '';
}
