import { query, type Database } from '@kitroom/server/database/database';
import { anyOf, onlyRow } from '@kitroom/server/database/query-parts';
import { STORED_REPLY_BYTES, STORED_REPLY_HOURS } from '../limits.ts';

/** An `Idempotency-Key`, unique per user. */
interface ReplyKey {
  user_id: number;
  key: string;
}

/** The response to a request with an `Idempotency-Key`. */
export interface ReplyRow extends ReplyKey {
  request_hash: Buffer;
  status: number;
  body: Buffer;
  etag: string;
  created_at: Date;
}

const replies = (db: Database) => db<ReplyRow>('idempotency_keys');

/** The SQL condition of responses that are no longer used; they may not have been deleted yet. */
const EXPIRED = `idempotency_keys.created_at <= now() - interval '${STORED_REPLY_HOURS} hours'`;

export function findReply(db: Database, { user_id, key }: ReplyKey): Promise<ReplyRow | undefined> {
  return replies(db).where({ user_id, key }).whereRaw(`not (${EXPIRED})`).first();
}

/** Tries to lock a key until the transaction ends; returns false if another transaction holds the lock. */
export async function tryLockKey(transaction: Database, { user_id, key }: ReplyKey): Promise<boolean> {
  const sql = 'select pg_try_advisory_xact_lock(hashtextextended(?, ?)) as is_locked';
  const row = await onlyRow(query<{ is_locked: boolean }>(transaction, sql, [key, user_id]));
  return row.is_locked;
}

/**
 * Stores the response to a request whose key is locked; deletes the user's oldest ones above a total size.
 */
export async function insertReply(transaction: Database, row: Omit<ReplyRow, 'created_at'>): Promise<void> {
  await replies(transaction)
    .insert({ ...row, created_at: transaction.fn.now() })
    .onConflict(['user_id', 'key'])
    .merge();
  // Skips rows that another transaction is deleting, as deleting them in different orders would deadlock.
  await query(
    transaction,
    `delete from idempotency_keys where user_id = ? and key in (
       select key from idempotency_keys where user_id = ? and key in (
         select key from (
           select key, sum(octet_length(body)) over (order by created_at desc, key) as bytes
           from idempotency_keys where user_id = ?
         ) as newest where bytes > ?
       ) for update skip locked
     )`,
    [row.user_id, row.user_id, row.user_id, STORED_REPLY_BYTES],
  );
}

export function deleteExpiredReplies(db: Database): Promise<number> {
  return replies(db).whereRaw(EXPIRED).delete();
}

/** The keys of a user's stored responses, with their sizes in bytes, oldest first. */
export function listReplySizes(db: Database, userId: number): Promise<Array<{ id: string; bytes: number }>> {
  return replies(db)
    .where({ user_id: userId })
    .orderBy(['created_at', 'key'])
    .select<Array<{ id: string; bytes: number }>>('key as id', db.raw('octet_length(body) as bytes'));
}

/** The stored responses of a user with these keys. */
export function listReplies(db: Database, userId: number, keys: readonly string[]): Promise<ReplyRow[]> {
  return replies(db)
    .where({ user_id: userId })
    .where('key', anyOf(db, keys))
    .orderBy(['created_at', 'key'])
    .select();
}
