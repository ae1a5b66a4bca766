import { query, type Database } from '@kitroom/server/database/database';
import { users, type UserRow } from '../accounts/users/user-queries.ts';

/** A user's own limits, set by staff: null for the service's limit, Infinity for none. */
export type OwnLimits = Pick<UserRow, 'id' | 'items_max' | 'storage_max'>;

/** A user's usage: the number of items, drafts included, and the bytes of all photos. */
export interface UsageRow extends OwnLimits {
  items: number;
  storage: number;
}

/** Computes a user's usage, except one photo; undefined if the user was deleted. */
export async function findUsage(
  db: Database,
  userId: number,
  exceptPhotoId = 0,
): Promise<UsageRow | undefined> {
  const [row] = await query<UsageRow>(
    db,
    `select id, items_max, storage_max,
       (select count(*) from items where user_id = users.id) as items,
       (select coalesce(sum(bytes), 0)::bigint from photos where user_id = users.id and id <> ?) as storage
     from users where id = ?`,
    [exceptPhotoId, userId],
    'usage',
  );
  return row;
}

/** The limits that staff set for a user; undefined if the user was deleted. */
export async function findOwnLimits(db: Database, userId: number): Promise<OwnLimits | undefined> {
  return users(db).where({ id: userId }).first('id', 'items_max', 'storage_max');
}

/** The first key of the advisory locks of additions; the second one is the user's id. */
const ADDITION_LOCK = 1_362_770_518;

/** Makes other additions of the user wait until the transaction ends. */
export async function lockAdditions(transaction: Database, userId: number): Promise<void> {
  await query(transaction, 'select pg_advisory_xact_lock(?, ?)', [ADDITION_LOCK, userId]);
}
