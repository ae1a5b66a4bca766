import { query, type Database } from '../database/database.ts';

/** The days that growth is shown for. */
export const GROWTH_DAYS = 30;

/** Older rows are not read, so that the statement stays fast on large tables. */
const ROWS_MAX = 100_000;

/** What is counted by day. All texts are SQL, so they must be constants. */
export interface GrowthSource {
  table: string;
  /** The column of the time. */
  at: string;
  /** What a row counts as. Default: 1. */
  amount?: string;
  /** The column by which the newest rows are found. Default: `id`. */
  key?: string;
}

/** The sum of each of the last `GROWTH_DAYS` days in UTC, oldest first, among the newest 100,000 rows. */
export async function readGrowth(
  db: Database,
  { table, at, amount = '1', key = 'id' }: GrowthSource,
): Promise<number[]> {
  const rows = await query<{ amount: number }>(
    db,
    `select coalesce(sum(newest.amount), 0)::integer as amount
     from generate_series(0, ?::integer - 1) as ago
     left join (
       select (now() at time zone 'UTC')::date - (${at} at time zone 'UTC')::date as ago, ${amount} as amount
       from (select * from ${table} order by ${key} desc limit ${ROWS_MAX}) as ${table}
     ) as newest on newest.ago = ago.ago
     group by ago.ago order by ago.ago desc`,
    [GROWTH_DAYS],
  );
  return rows.map((row) => row.amount);
}

/** The number of rows of a table. */
export async function countRows(db: Database, table: string): Promise<number> {
  const [row] = await db(table).count({ rows: '*' });
  return row?.['rows'] ?? 0;
}
