import { query, type Database } from '@kitroom/server/database/database';
import type { Kind } from '../interchange/line-schemas.ts';

/** The channel on which database triggers send the name of a changed table, or what else to invalidate. */
export const CHANGES_CHANNEL = 'catalogue_changes';

/** How long changes are kept. See docs/behaviour/catalogue.md#imports-exports-mirrors. */
export const CHANGES_KEPT_DAYS = 90;

/**
 * Records that one statement changed: they have the sequence numbers up to `last_sequence`, in the order of
 * `ids`.
 */
export interface ChangeRow {
  type: Kind;
  op: 'upsert' | 'delete';
  ids: number[];
  last_sequence: number;
  /** For merges: the record that replaces the deleted one. */
  into_id: number | null;
  /** Whether the records joined the random list of their type, or left it; null if neither. */
  joins: boolean | null;
  /** When it was committed. */
  at: Date;
}

/** The change of one record. */
export interface RecordChangeRow {
  sequence: number;
  type: Kind;
  op: 'upsert' | 'delete' | 'merge';
  id: number;
  /** For merges: the record that replaces it. */
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

/** Makes all processes invalidate cached responses that show a table. */
export async function notifyChanges(db: Database, table: string): Promise<void> {
  await query(db, 'select pg_notify(?, ?)', [CHANGES_CHANNEL, table]);
}

/**
 * All changes with higher sequence numbers, in the order of their commits: none is ever added before one of
 * these.
 */
export async function listChangesAfter(db: Database, sequence: number): Promise<ChangeRow[]> {
  return changes(db).where('last_sequence', '>', sequence).orderBy('last_sequence').select<ChangeRow[]>();
}

/**
 * Whether there are changes with higher sequence numbers, and the database's time in milliseconds since 1970.
 */
export async function checkChangesAfter(
  db: Database,
  sequence: number,
): Promise<{ hasChanged: boolean; now: number }> {
  const [checked] = await query<{ hasChanged: boolean; now: number }>(
    db,
    `
    select exists (select from changes where last_sequence > ?) as "hasChanged",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now
    `,
    [sequence],
  );
  if (!checked) throw new Error('the database returned no row');
  return checked;
}

/**
 * The changes of the last `seconds` by which records joined or left random lists, and all merges, in their
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

/** Columns with pictures, which may be `data:` URLs. */
const PICTURES = {
  brand: { table: 'brands', columns: ['logo', 'logo_dark'] },
  competition: { table: 'competitions', columns: ['logo', 'logo_dark'] },
  club: { table: 'clubs', columns: ['logo', 'logo_dark'] },
  kit: { table: 'kits', columns: ['main_img_url'] },
} as const satisfies Partial<Record<Kind, object>>;

/** `octet_length` returns the length of a value without reading it. */
const PICTURE_BYTES = `coalesce(case type ${Object.entries(PICTURES)
  .map(([type, { table, columns }]) => {
    const bytes = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');
    return `when '${type}' then (select ${bytes} from ${table} where ${table}.id = entry.id)`;
  })
  .join(' ')} end, 0)`;

/** The next `limit` changes of single records. */
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

/** The sequence number of the last change; 0 if there is none. */
export async function findLastSequence(db: Database): Promise<number> {
  const row = await changes(db)
    .whereNotNull('last_sequence')
    .orderBy('last_sequence', 'desc')
    .first('last_sequence');
  return row?.last_sequence ?? 0;
}

/** The sequence number after which all changes are kept; 0 if there are none. */
export async function findKeptAfter(db: Database): Promise<number> {
  const row = await changes(db)
    .whereNotNull('last_sequence')
    .orderBy('last_sequence')
    .first('first_sequence');
  return (row?.first_sequence ?? 1) - 1;
}

/**
 * Removes changes that are kept no longer, from the first one on: `at` is when a transaction began, which is
 * not the order of the commits. The last change stays, because it has the current sequence number.
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

/** Turns the deletion of a record, in the same transaction, into its merge into another one. */
export async function logMerge(db: Database, type: Kind, id: number, intoId: number): Promise<void> {
  await query(db, logMergeSql({ type: '?', id: '?', intoId: '?' }), [intoId, type, id]);
}

/** The SQL of `logMerge`, with the given expressions. */
export function logMergeSql({ type, id, intoId }: Record<'type' | 'id' | 'intoId', string>): string {
  return `
    update changes set into_id = ${intoId}
    where last_sequence is null and op = 'delete' and type = ${type} and ids = array[${id}::integer]
  `;
}
