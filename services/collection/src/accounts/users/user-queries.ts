import {
  EMAIL_MAX,
  findUsernameKey,
  normalizeUsername,
  toEmailKey,
  toUsernameKey,
  type patchProfile,
} from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { definedColumns, onlyRow, qualify } from '@kitroom/server/database/query-parts';
import { fold, type InputOf } from '@kitroom/shared';

/** The table `users`. */
interface UserTable {
  id: number;
  username: string;
  /** The case-folded name, which is unique; null if it collides with a name from before case folding. */
  username_folded: string | null;
  /** The name in lower case. */
  username_key: string;
  name: string;
  /** The normalised name for searches; null until a job creates it. */
  name_search: string | null;
  email: string;
  email_key: string;
  biography: string;
  location: string;
  /** The storage key of the picture. */
  avatar_key: string | null;
  is_private: boolean;
  is_staff: boolean;
  is_active: boolean;
  email_verified_at: Date | null;
  /** When the account is removed if its address was never verified. */
  unverified_until: Date | null;
  /** A changed address that is not verified yet. */
  pending_email: string | null;
  password_hash: string | null;
  /** Sessions of other epochs have ended. */
  session_epoch: number;
  created_at: Date;
  /** Limits set by staff: null for those of the service, Infinity for none. */
  items_max: number | null;
  storage_max: number | null;
}

export const users = (db: Database) => db<UserTable>('users');

/** The columns that are read of a user, except where a password is verified. */
export const USER_FIELDS = [
  'id',
  'username',
  'name',
  'email',
  'biography',
  'location',
  'avatar_key',
  'is_private',
  'is_staff',
  'is_active',
  'email_verified_at',
  'pending_email',
  'session_epoch',
  'created_at',
  'items_max',
  'storage_max',
] as const satisfies Array<keyof UserTable>;

export type UserRow = Pick<UserTable, (typeof USER_FIELDS)[number]>;

/** The columns of a UserRow, for queries that join `users`. */
export const USER_COLUMNS = qualify('users', USER_FIELDS);

export interface NewUser {
  username: string;
  email: string;
  name: string;
  passwordHash: string | null;
  isVerified: boolean;
  isStaff: boolean;
}

/** Finds a user by name, ignoring case, blocked or not. */
export async function findUser(db: Database, username: string): Promise<UserRow | undefined> {
  const keys = findUsernameKeys(username);
  return (
    users(db)
      .whereRaw(IS_NAMED, keys)
      // Prefers the exact name if it differs from another user's only by case folding.
      .orderByRaw('username_key = ? desc', keys[1])
      .first(USER_FIELDS)
  );
}

export async function findActiveUser(db: Database, id: number): Promise<UserRow | undefined> {
  return users(db).where({ id, is_active: true }).first(USER_FIELDS).options({ name: 'active user' });
}

/** A user with the hash of the password; null without a password. */
type UserToSignIn = UserRow & Pick<UserTable, 'password_hash'>;

/**
 * Finds the user with this verified e-mail address, otherwise the one with this name, otherwise the one with
 * this unverified address.
 */
export async function findUserToSignIn(db: Database, login: string): Promise<UserToSignIn | undefined> {
  const [folded, lower] = findUsernameKeys(login);
  const email = findEmailKey(login);
  // A single statement, so that its duration does not reveal whether the user exists.
  const [row] = await query<UserToSignIn>(
    db,
    `select ${USER_COLUMNS}, users.password_hash from users where ${IS_NAMED} or users.email_key = ?
     order by (users.email_key = ? and users.email_verified_at is not null) is true desc,
       users.username_key = ? desc, users.email_key = ? limit 1`,
    [folded, lower, email, email, lower, email],
  );
  return row;
}

/** The key for looking up an e-mail address; null for a string that cannot be one. */
function findEmailKey(text: string): string | null {
  const isPossible = text.length <= EMAIL_MAX && /^[^\p{Cc}\s@]+@[^\p{Cc}\s@]+$/u.test(text);
  return isPossible ? toEmailKey(text) : null;
}

/** The password hash of an active user; undefined without one. */
export async function findPasswordHash(db: Database, id: number): Promise<string | undefined> {
  const row = await users(db).where({ id, is_active: true }).first('password_hash');
  return row?.password_hash ?? undefined;
}

export async function findEmail(db: Database, id: number): Promise<string | undefined> {
  const row = await users(db).where({ id }).first('email');
  return row?.email;
}

/** Stores a user; fails with a constraint of the username or with `users_email_key` if it is taken. */
export async function insertUser(db: Database, user: NewUser): Promise<UserRow> {
  const { username, email, name, passwordHash, isVerified, isStaff } = user;
  const [folded, lower] = toUsernameKeys(username);
  return onlyRow(
    users(db)
      .insert({
        username,
        username_folded: folded,
        username_key: lower,
        email,
        email_key: toEmailKey(email),
        name,
        name_search: fold(name),
        password_hash: passwordHash,
        email_verified_at: isVerified ? db.fn.now() : null,
        is_staff: isStaff,
      })
      .returning(USER_FIELDS),
  );
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
export async function replacePasswordHash(db: Database, id: number, passwordHash: string): Promise<void> {
  await users(db).where({ id }).update({ password_hash: passwordHash, pending_email: null });
}

/** Stores another hash of the same password, unless the password was changed in the meantime. */
export async function renewPasswordHash(
  db: Database,
  { userId, oldHash, newHash }: { userId: number; oldHash: string; newHash: string },
): Promise<void> {
  await users(db).where({ id: userId, password_hash: oldHash }).update({ password_hash: newHash });
}

/** Fields that are updated together. Each of the others is updated under its own conditions. */
type UserChanges = Omit<InputOf<typeof patchProfile>['body'], 'email'>;

/** Updates the given fields; fails with a constraint of the username if the name is taken. */
export async function updateUser(
  db: Database,
  id: number,
  { username, ...changes }: UserChanges,
): Promise<UserRow | undefined> {
  const [row] = await users(db)
    .where({ id })
    // Without any changes, the statement sets a column to itself.
    .update({
      location: db.ref('location'),
      ...definedColumns(changes),
      ...(changes.name !== undefined && { name_search: fold(changes.name) }),
      ...(username !== undefined && nameColumns(db, username)),
    })
    .returning(USER_FIELDS);
  return row;
}

function nameColumns(db: Database, username: string) {
  const [folded, lower] = toUsernameKeys(username);
  return {
    username,
    username_key: lower,
    // A name that only changes its case may share its folded key with another user's; it is then stored
    // without one.
    username_folded: db.raw<string | null>('case when username_key = ? then username_folded else ? end', [
      lower,
      folded,
    ]),
  };
}

/**
 * Runs `work` in a transaction that prevents the user's deletion. A deletion locks the user's items, then the
 * user, then everything else: a transaction that changes such rows and adds others must lock the user first,
 * or it deadlocks with the deletion.
 */
export function withUserLocked<T>(
  db: Database,
  userId: number,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    await users(transaction).where({ id: userId }).forKeyShare().first('id');
    return work(transaction);
  });
}

/** Whether a statement failed because the username is taken. */
export function isUsernameTaken(error: unknown): boolean {
  return isTaken(error, 'users_username_key') || isTaken(error, 'users_username_folded_key');
}

/** Whether a statement violated this unique constraint. */
export function isTaken(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}

/**
 * The keys of a username, in the order of the parameters of IS_NAMED and NAME_CONTAINS: case-folded, which is
 * unique, and lower case. The previous version writes only the second one, which distinguishes users whose
 * names differed before case folding.
 */
type UsernameKeys = readonly [folded: string, lower: string];

/** The SQL condition that a user has a name. */
export const IS_NAMED = '(users.username_folded = ? or users.username_key = ?)';

/** The SQL condition that a user's name contains a string. */
export const NAME_CONTAINS = '(strpos(users.username_folded, ?) > 0 or strpos(users.username_key, ?) > 0)';

/** The keys of a name, or of a part of one. */
export function toUsernameKeys(username: string): UsernameKeys {
  return [toUsernameKey(username), normalizeUsername(username).toLowerCase()];
}

/** The keys for looking up a name. Those of an invalid name match no user. */
export function findUsernameKeys(text: string): UsernameKeys {
  return findUsernameKey(text) === undefined ? ['', ''] : toUsernameKeys(text);
}
