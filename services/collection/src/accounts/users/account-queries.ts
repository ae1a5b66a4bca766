import { toEmailKey } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { fromNow, onlyRow } from '@kitroom/server/database/query-parts';
import { ACCOUNT_KEY_DAYS, UNVERIFIED_DAYS } from '../../limits.ts';
import { userDeleted } from '../access/user-deleted.ts';
import { IS_NAMED, toUsernameKeys, USER_FIELDS, users, type UserRow } from './user-queries.ts';

/** A user with all fields of the profile. */
export interface AccountRow extends UserRow {
  has_password: boolean;
}

/**
 * Checks whether a name or an address belongs to another user than `userId`. A name with an @ is available
 * only to the user with that address; otherwise another user could intercept its owner's sign-ins.
 */
export async function findTaken(
  db: Database,
  {
    username,
    email,
    userId = 0,
  }: { username?: string | undefined; email?: string | undefined; userId?: number },
): Promise<{ username: boolean; email: boolean; isUnavailable: boolean }> {
  const [folded, lower] = username === undefined ? [null, null] : toUsernameKeys(username);
  const emailKey = email === undefined ? null : toEmailKey(email);
  const nameAsEmail = lower === null ? null : toEmailKey(lower);
  const isForeign = lower?.includes('@') === true && nameAsEmail !== emailKey;
  const row = await onlyRow(
    query<{ username: boolean; email: boolean; is_own: boolean }>(
      db,
      // Changing the case of one's own name is allowed, even if another user's name has the same folded key.
      `select exists (select from users where ${IS_NAMED} and id <> ?)
         and not exists (select from users where id = ? and username_key = ?) as username,
       exists (select from users where email_key = ? and id <> ?) as email,
       exists (select from users where id = ? and (email_key = ? or username_key = ?)) as is_own`,
      [folded, lower, userId, userId, lower, emailKey, userId, userId, nameAsEmail, lower],
    ),
  );
  const { is_own: isOwn, ...taken } = row;
  return { ...taken, isUnavailable: isForeign && !isOwn };
}

export async function findAccount(db: Database, id: number): Promise<AccountRow | undefined> {
  return users(db)
    .where({ id })
    .first<AccountRow>([...USER_FIELDS, db.raw('password_hash is not null as has_password')]);
}

/** Like `findAccount`, but throws a 401 if the user was deleted. */
export async function getAccount(db: Database, id: number): Promise<AccountRow> {
  const account = await findAccount(db, id);
  if (!account) throw userDeleted();
  return account;
}

/** Marks a new account for removal unless its e-mail address is verified in time. */
export async function startVerificationPeriod(db: Database, id: number): Promise<void> {
  await users(db)
    .where({ id })
    .update({ unverified_until: fromNow(db, { days: UNVERIFIED_DAYS }) });
}

/**
 * Keeps an unverified account at least as long as a key just sent; does nothing if the address is verified.
 */
export async function extendVerificationPeriod(db: Database, id: number): Promise<void> {
  await users(db)
    .where({ id })
    .whereNotNull('unverified_until')
    .update({
      unverified_until: db.raw('greatest(unverified_until, ?)', [fromNow(db, { days: ACCOUNT_KEY_DAYS })]),
    });
}

/** Removes accounts that were not verified in time, and frees their names. Returns how many. */
export async function deleteUnverified(db: Database): Promise<number> {
  return users(db).where('unverified_until', '<=', db.fn.now()).whereNull('email_verified_at').delete();
}

/** The active user with this address. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return users(db)
    .where({ email_key: toEmailKey(email), is_active: true })
    .first(USER_FIELDS);
}

/** Sets a user's pending address, or cancels the change. */
export async function setPendingEmail(db: Database, id: number, email: string | null): Promise<void> {
  await users(db).where({ id }).update({ pending_email: email });
}

/**
 * Verifies the current or pending address of a locked user; a pending one becomes the current one. Returns
 * the previous address, or false if the user no longer has this one. Fails with `users_email_key` if it
 * belongs to another user by now.
 */
export async function verifyAddress(db: Database, userId: number, email: string): Promise<string | false> {
  const [row] = await query<{ email: string }>(
    db,
    `with old as (
       select id, email from users where id = ? and is_active and (email = ? or pending_email = ?)
     )
     update users set email = ?, email_key = ?, email_verified_at = now(), unverified_until = null,
       pending_email = nullif(pending_email, ?)
     from old where users.id = old.id
     returning old.email`,
    [userId, email, email, email, toEmailKey(email), email],
  );
  return row?.email ?? false;
}

/**
 * Sets a password with a key sent by mail, which verifies the address and cancels a pending change of it.
 * Returns false if the address is no longer the user's.
 */
export async function resetPasswordHash(
  db: Database,
  { userId, email, passwordHash }: { userId: number; email: string; passwordHash: string },
): Promise<boolean> {
  const changed = await users(db)
    .where({ id: userId, is_active: true, email })
    .update({
      password_hash: passwordHash,
      email_verified_at: db.raw('coalesce(email_verified_at, now())'),
      unverified_until: null,
      pending_email: null,
    });
  return changed > 0;
}

/** Replaces a password; returns false if another request changed it. */
export async function changePasswordHash(
  db: Database,
  { userId, oldHash, newHash }: { userId: number; oldHash: string; newHash: string },
): Promise<boolean> {
  const changed = await users(db)
    .where({ id: userId, is_active: true, password_hash: oldHash })
    .update({ password_hash: newHash, pending_email: null });
  return changed > 0;
}
