import { query, type Database } from '../database/database.ts';
import { equals, type ListSource } from '../pages/list-queries.ts';

/** A change or a sign-in. Services add columns for the actor and owner. */
export interface AuditEntry {
  /** A verb: create, delete, retry, sign in … */
  action: string;
  /** The kind of record: user, club, job … */
  subject: string;
  subjectId?: number | string;
  /** The record's display name. */
  label?: string;
  before?: object;
  after?: object;
}

export interface AuditRow {
  id: number;
  at: Date;
  action: string;
  subject: string;
  subject_id: string | null;
  label: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Inserts an entry. Pass the transaction of the change, so that both are committed or neither is. */
export async function insertAuditRow(
  db: Database,
  { subjectId, before, after, ...columns }: AuditEntry & Readonly<Record<string, unknown>>,
): Promise<void> {
  await db('audit_log').insert({
    ...columns,
    subject_id: subjectId === undefined ? null : String(subjectId),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  });
}

/** The list of all entries; `actor` is the column with the actor, and the name of its filter. */
export function auditList(actor: string): ListSource {
  return {
    table: 'audit_log',
    keyType: 'bigint',
    columns: 'audit_log.*',
    filters: {
      subject: equals('subject'),
      id: equals('subject_id'),
      action: equals('action'),
      [actor]: (value) => ({ sql: `strpos(lower(${actor}), lower(?)) > 0`, bindings: [value] }),
    },
    orders: {},
  };
}

/** Lists the entries with these column values, newest first, without those of a kind of record. */
export function listAuditRows<Row extends AuditRow>(
  db: Database,
  { equal = {}, except }: { equal?: Readonly<Record<string, number>>; except?: string },
  limit: number,
): Promise<Row[]> {
  const rows = db('audit_log').select('*').where(equal);
  if (except !== undefined) void rows.whereNot('subject', except);
  return rows.orderBy('id', 'desc').limit(limit);
}

/** Number of days in a chart of growth. */
const GROWTH_DAYS = 30;

/** Older rows are not read, so that the statement stays fast on large tables. */
const ROWS_MAX = 100_000;

/** Rows to add up by day. All strings are SQL, so they must be constants. */
export interface GrowthSource {
  table: string;
  /** The column with the time. */
  at: string;
  /** The amount that a row adds. Default: 1. */
  amount?: string;
}

/** Adds up the newest 100,000 rows by day in UTC, for the last `GROWTH_DAYS` days, oldest first. */
export async function readGrowth(db: Database, { table, at, amount = '1' }: GrowthSource): Promise<number[]> {
  const rows = await query<{ amount: number }>(
    db,
    `select coalesce(sum(newest.amount), 0)::integer as amount
     from generate_series(0, ?::integer - 1) as ago
     left join (
       select (now() at time zone 'UTC')::date - (${at} at time zone 'UTC')::date as ago, ${amount} as amount
       from (select * from ${table} order by id desc limit ${ROWS_MAX}) as ${table}
     ) as newest on newest.ago = ago.ago
     group by ago.ago order by ago.ago desc`,
    [GROWTH_DAYS],
  );
  return rows.map((row) => row.amount);
}
