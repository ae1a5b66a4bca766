import { query, type Database } from '@kitroom/server/database/database';
import { ACCOUNT_KEY_DAYS } from '../../limits.ts';
import { hashKey, type KeyPurpose } from '../mail/account-keys.ts';

/** The user of a key, and the address that it was sent to. */
interface KeyRow {
  user_id: number;
  email: string;
}

/** The table `account_keys`. */
interface KeyTable extends KeyRow {
  key_hash: Buffer;
  purpose: KeyPurpose;
  expires_at: Date;
}

const accountKeys = (db: Database) => db<KeyTable>('account_keys');

/** Activates a key; an active one is unchanged. Returns whether the account still exists. */
export async function insertKey(
  db: Database,
  key: string,
  { purpose, userId, email }: { purpose: KeyPurpose; userId: number; email: string },
): Promise<boolean> {
  // Waits for a concurrent deletion of the account; if it commits, nothing is inserted.
  const rows = await query(
    db,
    `insert into account_keys (key_hash, purpose, user_id, email, expires_at)
     select ?::bytea, ?::text, users.id, ?::text, now() + make_interval(days => ?)
     from users where users.id = ? for key share
     on conflict (key_hash) do update set key_hash = excluded.key_hash
     returning key_hash`,
    [hashKey(key), purpose, email, ACCOUNT_KEY_DAYS, userId],
  );
  return rows.length > 0;
}

/** The user of a key, with their name; undefined if the key is invalid or has another purpose. */
export async function findKey(
  db: Database,
  purpose: KeyPurpose,
  key: string,
): Promise<(KeyRow & { username: string }) | undefined> {
  const [row] = await query<KeyRow & { username: string }>(
    db,
    `select account_keys.user_id, account_keys.email, users.username
     from account_keys join users on users.id = account_keys.user_id
     where account_keys.key_hash = ? and account_keys.purpose = ? and account_keys.expires_at > now()`,
    [hashKey(key), purpose],
  );
  return row;
}

/**
 * Consumes a key; only one of several concurrent attempts gets it. Locks the user first, in the order
 * described at `withUserLocked`, and `for update`, as the user is about to be changed.
 */
export async function consumeKey(
  db: Database,
  purpose: KeyPurpose,
  key: string,
): Promise<KeyRow | undefined> {
  const [row] = await query<KeyRow>(
    db,
    `with owner as materialized (
       select users.id from users
       where users.id = (select account_keys.user_id from account_keys where account_keys.key_hash = ?)
       for update
     )
     delete from account_keys using owner
     where account_keys.user_id = owner.id and account_keys.key_hash = ? and account_keys.purpose = ?
       and account_keys.expires_at > now()
     returning account_keys.user_id, account_keys.email`,
    [hashKey(key), hashKey(key), purpose],
  );
  return row;
}

/** All data of the keys sent to a user, except the keys themselves. */
export async function exportKeys(db: Database, userId: number): Promise<unknown[]> {
  return accountKeys(db)
    .where({ user_id: userId })
    .where('expires_at', '>', db.fn.now())
    .orderBy('expires_at')
    .select('purpose', 'email', 'expires_at');
}

/** Revokes a user's keys; if an address is given, keys sent there can still reset the password. */
export async function deleteKeys(
  db: Database,
  userId: number,
  { sentTo }: { sentTo?: string } = {},
): Promise<void> {
  await accountKeys(db)
    .where({ user_id: userId })
    .whereRaw("(purpose <> 'reset' or email is distinct from ?)", [sentTo ?? null])
    .delete();
}

export async function deleteExpiredKeys(db: Database): Promise<void> {
  await accountKeys(db).where('expires_at', '<=', db.fn.now()).delete();
}
