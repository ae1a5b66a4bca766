import { query, type Database } from '@kitroom/server/database/database';
import { EMAIL_MAX, toEmailKey } from '@kitroom/collection-client';
import { findUsernameKeys, IS_NAMED, toUsernameKeys } from './username-keys.ts';

/** A user; the password's hash is read only where it is verified. */
export interface UserRow {
  id: number;
  username: string;
  name: string;
  email: string;
  biography: string;
  location: string;
  /** The storage key of the picture. */
  avatar_key: string | null;
  is_private: boolean;
  is_staff: boolean;
  is_active: boolean;
  email_verified_at: Date | null;
  /** A changed address that is not verified yet. */
  pending_email: string | null;
  /** Sessions of another epoch have ended. */
  session_epoch: number;
  created_at: Date;
}

export interface NewUser {
  username: string;
  email: string;
  name: string;
  passwordHash: string | null;
  isVerified: boolean;
  isStaff: boolean;
}

/** The columns of a UserRow, for queries that join `users`. */
export const USER_COLUMNS =
  'users.id, users.username, users.name, users.email, users.biography, users.location, ' +
  'users.avatar_key, users.is_private, users.is_staff, users.is_active, users.email_verified_at, ' +
  'users.pending_email, users.session_epoch, users.created_at';

/** Of two users whose names were distinct before case folding, the one with exactly this name. */
const ONE_NAMED = `${IS_NAMED} order by users.username_key = ? desc limit 1`;

/** The user with that name, ignoring case, blocked or not. */
export async function findUser(db: Database, username: string): Promise<UserRow | undefined> {
  const [folded, lower] = findUsernameKeys(username);
  const [row] = await query<UserRow>(db, `select ${USER_COLUMNS} from users where ${ONE_NAMED}`, [
    folded,
    lower,
    lower,
  ]);
  return row;
}

export async function findActiveUser(db: Database, id: number): Promise<UserRow | undefined> {
  const [row] = await query<UserRow>(db, `select ${USER_COLUMNS} from users where id = ? and is_active`, [
    id,
  ]);
  return row;
}

/** A user with the hash of the password; null without a password. */
export interface UserToSignIn extends UserRow {
  password_hash: string | null;
}

/** The user with that verified e-mail address, otherwise the one with that name, otherwise one with that address. */
export async function findUserToSignIn(db: Database, login: string): Promise<UserToSignIn | undefined> {
  const [folded, lower] = findUsernameKeys(login);
  const email = findEmailKey(login);
  // One statement: it takes the same time whoever exists.
  const [row] = await query<UserToSignIn>(
    db,
    `select ${USER_COLUMNS}, users.password_hash from users where ${IS_NAMED} or users.email_key = ?
     order by (users.email_key = ? and users.email_verified_at is not null) is true desc,
       users.username_key = ? desc, users.email_key = ? limit 1`,
    [folded, lower, email, email, lower, email],
  );
  return row;
}

/** The key for looking up an e-mail address; null for a text that cannot be one. */
function findEmailKey(text: string): string | null {
  const isPossible = text.length <= EMAIL_MAX && /^[^\p{Cc}\s@]+@[^\p{Cc}\s@]+$/u.test(text);
  return isPossible ? toEmailKey(text) : null;
}

/** The password hash of an active user; undefined without one. */
export async function findPasswordHash(db: Database, userId: number): Promise<string | undefined> {
  const [row] = await query<{ password_hash: string | null }>(
    db,
    'select password_hash from users where id = ? and is_active',
    [userId],
  );
  return row?.password_hash ?? undefined;
}

export async function findEmail(db: Database, userId: number): Promise<string | undefined> {
  const [row] = await query<{ email: string }>(db, 'select email from users where id = ?', [userId]);
  return row?.email;
}

/** Prevents a user from being deleted until the transaction ends. */
export async function keepUser(db: Database, userId: number): Promise<void> {
  await query(db, 'select id from users where id = ? for key share', [userId]);
}

/** Stores a user; fails with a constraint of the username or with `users_email_key` if it is taken. */
export async function insertUser(db: Database, user: NewUser): Promise<UserRow> {
  const [row] = await query<UserRow>(
    db,
    `insert into users
       (username, username_folded, username_key, email, email_key, name, password_hash, email_verified_at, is_staff)
     values (?, ?, ?, ?, ?, ?, ?, case when ?::boolean then now() end, ?)
     returning ${USER_COLUMNS}`,
    [
      user.username,
      ...toUsernameKeys(user.username),
      user.email,
      toEmailKey(user.email),
      user.name,
      user.passwordHash,
      user.isVerified,
      user.isStaff,
    ],
  );
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** A user in the operator's list. */
export interface ListedUserRow extends UserRow {
  has_password: boolean;
  has_second_factor: boolean;
  has_token: boolean;
}

/** All users, oldest first. */
export function listAllUsers(db: Database): Promise<ListedUserRow[]> {
  return query<ListedUserRow>(
    db,
    `select ${USER_COLUMNS}, users.password_hash is not null as has_password,
       exists (select from totp where user_id = users.id and confirmed_at is not null) as has_second_factor,
       exists (select from tokens where user_id = users.id) as has_token
     from users order by users.id`,
  );
}

/** Sets a password unconditionally, and cancels a pending change of the e-mail address. */
export async function replacePasswordHash(db: Database, userId: number, passwordHash: string): Promise<void> {
  await query(db, 'update users set password_hash = ?, pending_email = null where id = ?', [
    passwordHash,
    userId,
  ]);
}

/** Stores another hash of the same password, unless the password was changed meanwhile. */
export async function renewPasswordHash(
  db: Database,
  { userId, oldHash, newHash }: { userId: number; oldHash: string; newHash: string },
): Promise<void> {
  await query(db, 'update users set password_hash = ? where id = ? and password_hash = ?', [
    newHash,
    userId,
    oldHash,
  ]);
}

/** Fields that are updated together; all others have conditions of their own. */
export interface UserChanges {
  username?: string | undefined;
  name?: string | undefined;
  biography?: string | undefined;
  location?: string | undefined;
  is_private?: boolean | undefined;
}

/** Updates the given fields; fails with a constraint of the username if the name is taken. */
export async function updateUser(
  db: Database,
  id: number,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  const { username = null, name = null, biography = null, location = null, is_private = null } = changes;
  const [folded, lower] = username === null ? [null, null] : toUsernameKeys(username);
  const [row] = await query<UserRow>(
    db,
    // A name that only changes its case may share its folded key with another user's; it is then stored without one.
    `update users set
       username = coalesce(?, username), username_key = coalesce(?, username_key), name = coalesce(?, name),
       username_folded = case when username_key = ? then username_folded else coalesce(?, username_folded) end,
       biography = coalesce(?, biography), location = coalesce(?, location),
       is_private = coalesce(?, is_private)
     where id = ?
     returning ${USER_COLUMNS}`,
    [username, lower, name, lower, folded, biography, location, is_private, id],
  );
  return row;
}
