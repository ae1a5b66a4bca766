import { query, type Database } from '@kitroom/server/database/database';

/** The channel on which database triggers send the name of a changed table, or what else to invalidate. */
export const CHANGES_CHANNEL = 'catalogue_changes';

/** How long changes are kept. Source: the requirements on mirrors. */
export const CHANGES_KEPT_DAYS = 90;

/** The kinds of records whose changes are logged. */
export type ChangedType = 'brand' | 'competition' | 'club' | 'season' | 'kit_type' | 'kit';

/** Records that one statement changed: they have the sequence numbers up to `last_sequence`, in the order of `ids`. */
export interface ChangeRow {
  type: ChangedType;
  op: 'upsert' | 'delete';
  ids: number[];
  last_sequence: number;
}

/** Makes all processes invalidate cached responses that show a table. */
export async function notifyChanges(db: Database, table: string): Promise<void> {
  await query(db, 'select pg_notify(?, ?)', [CHANGES_CHANNEL, table]);
}

/** All changes with higher sequence numbers, in the order of their commits: none is ever added before one of these. */
export function listChangesAfter(db: Database, sequence: number): Promise<ChangeRow[]> {
  return query<ChangeRow>(
    db,
    'select type, op, ids, last_sequence from changes where last_sequence > ? order by last_sequence',
    [sequence],
    'changes-after',
  );
}

/** The sequence number of the last change; 0 if there is none. */
export async function findLastSequence(db: Database): Promise<number> {
  const [row] = await query<{ last: number | null }>(db, 'select max(last_sequence) as last from changes');
  return row?.last ?? 0;
}

/** Removes changes that are kept no longer. */
export async function removeOldChanges(db: Database): Promise<void> {
  await query(db, `delete from changes where at < now() - interval '${CHANGES_KEPT_DAYS} days'`);
}
