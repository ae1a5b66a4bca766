import { query, type Database } from '@kitroom/server/database/database';
import type { Kind } from '../interchange/line-schemas.ts';

/** The channel on which database triggers send the name of a changed table, or EVERYTHING. */
export const CHANGES_CHANNEL = 'catalogue_changes';

/** How long changes are kept. See docs/behaviour/catalogue.md#imports-exports-mirrors. */
export const CHANGES_KEPT_DAYS = 90;

/**
 * Records changed by one statement. Their sequence numbers are consecutive, in the order of `ids`, and end
 * with `last_sequence`.
 */
export interface ChangeRow {
  type: Kind;
  op: 'upsert' | 'delete';
  ids: number[];
  last_sequence: number;
  /** For merges: the record that replaces the deleted one. */
  into_id: number | null;
  /** Whether the records joined the random list of their type (true) or left it (false); null if neither. */
  joins: boolean | null;
  /** When the change was committed. */
  at: Date;
}

/** The change of one record. */
export interface RecordChangeRow {
  sequence: number;
  type: Kind;
  op: 'upsert' | 'delete' | 'merge';
  id: number;
  /** For merges: the record that replaces the deleted one. */
  into_id: number | null;
  at: Date;
  /** The size of the record's pictures, which are its only large fields. */
  picture_bytes: number;
}

/** The table `changes`. */
interface ChangeTable extends Omit<ChangeRow, 'last_sequence'> {
  first_sequence: number | null;
  /** Null until the transaction commits. */
  last_sequence: number | null;
}

const changes = (db: Database) => db<ChangeTable>('changes');

/** Notifies all processes to invalidate cached responses that show a table. */
export async function notifyChanges(db: Database, table: string): Promise<void> {
  await query(db, 'select pg_notify(?, ?)', [CHANGES_CHANNEL, table]);
}

/**
 * Lists all changes with higher sequence numbers, in the order of their commits. Later commits always get
 * higher numbers.
 */
export async function listChangesAfter(db: Database, sequence: number): Promise<ChangeRow[]> {
  return changes(db).where('last_sequence', '>', sequence).orderBy('last_sequence').select<ChangeRow[]>();
}

/**
 * Checks for changes with higher sequence numbers. `now` is the database's time in milliseconds since 1970.
 */
export async function checkChangesAfter(
  db: Database,
  sequence: number,
): Promise<{ hasChanged: boolean; now: number }> {
  const [row] = await query<{ hasChanged: boolean; now: number }>(
    db,
    `
    select exists (select from changes where last_sequence > ?) as "hasChanged",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now
    `,
    [sequence],
  );
  if (!row) throw new Error('the database returned no row');
  return row;
}

/**
 * Lists the changes of the last `seconds` by which records joined or left random lists, and all merges, in
 * order.
 */
export async function listMovesAndMerges(db: Database, seconds: number): Promise<ChangeRow[]> {
  return changes(db)
    .whereNotNull('last_sequence')
    .whereRaw('(joins is not null and at >= now() - make_interval(secs => ?) or into_id is not null)', [
      seconds,
    ])
    .orderBy('last_sequence')
    .select<ChangeRow[]>();
}

/** The columns with pictures, which may be large `data:` URLs. */
const PICTURES = {
  brand: { table: 'brands', columns: ['logo', 'logo_dark'] },
  competition: { table: 'competitions', columns: ['logo', 'logo_dark'] },
  club: { table: 'clubs', columns: ['logo', 'logo_dark'] },
  kit: { table: 'kits', columns: ['main_img_url'] },
} as const satisfies Partial<Record<Kind, object>>;

/** The SQL of a record's `picture_bytes`. `octet_length` does not read the value. */
const PICTURE_BYTES = `coalesce(case type ${Object.entries(PICTURES)
  .map(([type, { table, columns }]) => {
    const bytes = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');
    return `when '${type}' then (select ${bytes} from ${table} where ${table}.id = entry.id)`;
  })
  .join(' ')} end, 0)`;

/** Lists the next `limit` changes of single records. */
export function listRecordChanges(db: Database, after: number, limit: number): Promise<RecordChangeRow[]> {
  return query<RecordChangeRow>(
    db,
    `
    select first_sequence + skipped + entry.place - 1 as sequence, type, entry.id, into_id, at,
      case when into_id is null then op else 'merge' end as op,
      case when op = 'delete' then 0 else ${PICTURE_BYTES} end as picture_bytes
    from (
      select changes.*, greatest(?::bigint - first_sequence + 1, 0)::integer as skipped
      from changes
      where last_sequence > ?::bigint
      order by last_sequence
      limit ?::integer
    ) as changes
    cross join lateral unnest(ids[skipped + 1 : skipped + ?::integer]) with ordinality as entry (id, place)
    order by last_sequence, entry.place
    limit ?
    `,
    [after, after, limit, limit, limit],
  );
}

/** Returns the sequence number of the last change; 0 before the first change. */
export async function findLastSequence(db: Database): Promise<number> {
  const row = await changes(db)
    .whereNotNull('last_sequence')
    .orderBy('last_sequence', 'desc')
    .first('last_sequence');
  return row?.last_sequence ?? 0;
}

/** Returns the sequence number after which all changes are kept; 0 if there are no changes. */
export async function findKeptAfter(db: Database): Promise<number> {
  const row = await changes(db)
    .whereNotNull('last_sequence')
    .orderBy('last_sequence')
    .first('first_sequence');
  return (row?.first_sequence ?? 1) - 1;
}

/**
 * Removes the changes before the first one of the last CHANGES_KEPT_DAYS days, so that the kept ones are
 * consecutive even if the clock was adjusted. The last change is always kept, because it has the current
 * sequence number.
 */
export async function removeOldChanges(db: Database): Promise<void> {
  await query(
    db,
    `
    delete from changes
    where last_sequence < coalesce(
      (
        select last_sequence from changes
        where last_sequence is not null and at >= now() - interval '${CHANGES_KEPT_DAYS} days'
        order by last_sequence limit 1
      ),
      (select max(last_sequence) from changes)
    )
    `,
  );
}

/** Turns the logged deletion of a record into a merge. Call it in the transaction that deletes the record. */
export async function logMerge(db: Database, type: Kind, id: number, intoId: number): Promise<void> {
  await query(db, logMergeSql({ type: '?', id: '?', intoId: '?' }), [intoId, type, id]);
}

/** The SQL of `logMerge`, with these expressions. */
export function logMergeSql({ type, id, intoId }: Record<'type' | 'id' | 'intoId', string>): string {
  return `
    update changes set into_id = ${intoId}
    where last_sequence is null and op = 'delete' and type = ${type} and ids = array[${id}::integer]
  `;
}
