import { DELETIONS_KEPT_DAYS } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { anyOf } from '@kitroom/server/database/query-parts';
import { ITEM_BYTES, NAMED_ITEM_COLUMNS, type NamedItemRow } from './item-columns.ts';

/** The last change of an item. */
export interface ItemChangeRow {
  sequence: number;
  id: number;
  is_deleted: boolean;
  at: Date;
  /** The item's approximate size; 0 if it was deleted. */
  bytes: number;
}

/** The table `item_change_counters`. */
interface ItemChangeCounter {
  user_id: number;
  /** The sequence of the user's last change. */
  last_sequence: number;
  /** The sequence of the last deletion that was removed. */
  removed_sequence: number;
}

const counters = (db: Database) => db<ItemChangeCounter>('item_change_counters');

/** Returns zeros for a user without a row, who has not changed anything yet. */
export async function findItemChangeCounter(
  db: Database,
  userId: number,
): Promise<Omit<ItemChangeCounter, 'user_id'>> {
  const row = await counters(db).where({ user_id: userId }).first('last_sequence', 'removed_sequence');
  return row ?? { last_sequence: 0, removed_sequence: 0 };
}

/** The next `limit` changes of a user's items after a sequence, without deletions up to `start`. */
export function listItemChangesAfter(
  db: Database,
  userId: number,
  { sequence, start, limit }: { sequence: number; start: number; limit: number },
): Promise<ItemChangeRow[]> {
  return query<ItemChangeRow>(
    db,
    `select changes.sequence, changes.item_id as id, changes.is_deleted, changes.at,
       coalesce(${ITEM_BYTES}, 0) as bytes
     from item_changes as changes left join items on items.id = changes.item_id
     where changes.user_id = ? and changes.sequence > ? and (not changes.is_deleted or changes.sequence > ?)
     order by changes.sequence limit ?`,
    [userId, sequence, start, limit],
    'item changes',
  );
}

/** The items with these ids, with the names of their references. */
export function listNamedItems(db: Database, ids: readonly number[]): Promise<NamedItemRow[]> {
  return db('items').where('id', anyOf(db, ids)).select<NamedItemRow[]>(db.raw(NAMED_ITEM_COLUMNS));
}

/** Users with deletions that are no longer listed. */
export function listUsersWithOldDeletions(db: Database, limit: number): Promise<number[]> {
  return db('item_changes').distinct('user_id').whereRaw(IS_OLD_DELETION).limit(limit).pluck('user_id');
}

/** Removes deletions that are no longer listed, of one user at a time, as the user's counter is locked. */
export async function removeOldDeletions(db: Database, userId: number): Promise<void> {
  await query(
    db,
    `with removed as (
       delete from item_changes where user_id = ? and ${IS_OLD_DELETION} returning sequence
     )
     update item_change_counters
     set removed_sequence = greatest(removed_sequence, (select max(sequence) from removed))
     where user_id = ?`,
    [userId, userId],
  );
}

const IS_OLD_DELETION = `is_deleted and at < now() - interval '${DELETIONS_KEPT_DAYS} days'`;
