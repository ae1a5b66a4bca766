import { toEmailKey } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { ACCOUNT_KEY_DAYS, UNVERIFIED_DAYS } from '../../limits.ts';
import { IS_NAMED, toUsernameKeys } from './username-keys.ts';
import { USER_COLUMNS, type UserRow } from './user-queries.ts';

/** A user as the user's own profile tells. */
export interface AccountRow extends UserRow {
  has_password: boolean;
}

/** Which of a name and an address are another user's; `userId` is who may have them. */
export async function findTaken(
  db: Database,
  {
    username,
    email,
    userId = 0,
  }: { username?: string | undefined; email?: string | undefined; userId?: number },
): Promise<{ username: boolean; email: boolean }> {
  const [folded, lower] = username === undefined ? [null, null] : toUsernameKeys(username);
  const [row] = await query<{ username: boolean; email: boolean }>(
    db,
    // One's own name in another case is one's own, also where another user's has the same folded key.
    `select exists (select from users where ${IS_NAMED} and id <> ?)
         and not exists (select from users where id = ? and username_key = ?) as username,
       exists (select from users where email_key = ? and id <> ?) as email`,
    [folded, lower, userId, userId, lower, email === undefined ? null : toEmailKey(email), userId],
  );
  return row ?? { username: false, email: false };
}

/** The user with what only the profile tells. */
export async function findAccount(db: Database, userId: number): Promise<AccountRow | undefined> {
  const [row] = await query<AccountRow>(
    db,
    `select ${USER_COLUMNS}, users.password_hash is not null as has_password from users where id = ?`,
    [userId],
  );
  return row;
}

/** Lets a new account go again unless its e-mail is verified in time. */
export async function startVerificationPeriod(db: Database, userId: number): Promise<void> {
  await query(db, 'update users set unverified_until = now() + make_interval(days => ?) where id = ?', [
    UNVERIFIED_DAYS,
    userId,
  ]);
}

/** Keeps an account for as long as a key lasts that was just sent; answers nothing where it waits for none. */
export async function extendVerificationPeriod(db: Database, userId: number): Promise<void> {
  await query(
    db,
    `update users set unverified_until = greatest(unverified_until, now() + make_interval(days => ?))
     where id = ? and unverified_until is not null`,
    [ACCOUNT_KEY_DAYS, userId],
  );
}

/** Removes accounts whose e-mail nobody has verified in time: their names are free again. Answers how many. */
export async function deleteUnverified(db: Database): Promise<number> {
  const rows = await query(
    db,
    'delete from users where unverified_until <= now() and email_verified_at is null returning id',
  );
  return rows.length;
}

/** The active user with this address. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await query<UserRow>(
    db,
    `select ${USER_COLUMNS} from users where email_key = ? and is_active`,
    [toEmailKey(email)],
  );
  return row;
}

/** A user's address and the one that is to take its place, kept from others until the transaction ends. */
export async function lockAddresses(
  db: Database,
  userId: number,
): Promise<Pick<UserRow, 'email' | 'pending_email'> | undefined> {
  const [row] = await query<Pick<UserRow, 'email' | 'pending_email'>>(
    db,
    'select email, pending_email from users where id = ? for update',
    [userId],
  );
  return row;
}

/** Sets the address that is to take the place of a user's, or calls the change off. */
export async function setPendingEmail(db: Database, userId: number, email: string | null): Promise<void> {
  await query(db, 'update users set pending_email = ? where id = ?', [email, userId]);
}

/**
 * Verifies an address of a user: their own, or the one that is to take its place, which it then does. Answers false
 * where it is neither any more, else the address that was the user's till now; fails with `users_email_key` where it is
 * another user's by now.
 */
export async function verifyAddress(db: Database, userId: number, email: string): Promise<string | false> {
  const [row] = await query<{ email: string }>(
    db,
    `with old as (
       select id, email from users where id = ? and is_active and (email = ? or pending_email = ?) for update
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
 * Sets a password with which a mail was answered: the address is verified by that, and a change of it that is under
 * way is off. Answers false where the address is no longer the user's.
 */
export async function resetPasswordHash(
  db: Database,
  { userId, email, passwordHash }: { userId: number; email: string; passwordHash: string },
): Promise<boolean> {
  const rows = await query(
    db,
    `update users set password_hash = ?, email_verified_at = coalesce(email_verified_at, now()),
       unverified_until = null, pending_email = null
     where id = ? and is_active and email = ?
     returning id`,
    [passwordHash, userId, email],
  );
  return rows.length > 0;
}

/** Sets a new password in place of the old one; answers false where that one was replaced meanwhile. */
export async function changePasswordHash(
  db: Database,
  { userId, oldHash, newHash }: { userId: number; oldHash: string; newHash: string },
): Promise<boolean> {
  const rows = await query(
    db,
    `update users set password_hash = ?, pending_email = null
     where id = ? and is_active and password_hash = ? returning id`,
    [newHash, userId, oldHash],
  );
  return rows.length > 0;
}
