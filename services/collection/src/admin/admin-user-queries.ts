import { query, type Database } from '@kitroom/server/database/database';
import { toEmailKey } from '@kitroom/collection-client';
import { oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { NAME_CONTAINS, toUsernameKeys } from '../accounts/users/username-keys.ts';
import { USER_COLUMNS, type UserRow } from '../accounts/users/user-queries.ts';

export interface AdminUser extends UserRow {
  has_password: boolean;
  has_second_factor: boolean;
  items: number;
  photos: number;
  /** The number of browsers in which they are signed in. */
  sessions: number;
  token_created_at: Date | null;
}

/** The states of users, by the value of the filter field. */
const STATES: Readonly<Record<string, string>> = {
  staff: 'users.is_staff',
  blocked: 'not users.is_active',
  unverified: 'users.email_verified_at is null',
  private: 'users.is_private',
};

export const USER_STATES = Object.keys(STATES);

/** The list of users. */
export const USER_LIST: ListSource = {
  table: 'users',
  columns: USER_COLUMNS,
  filters: {
    q: (value) => ({
      sql: `${NAME_CONTAINS} or strpos(users.email_key, ?) > 0 or strpos(search_text(users.name), search_text(?)) > 0`,
      bindings: [...toUsernameKeys(value), toEmailKey(value), value],
    }),
    state: oneOf(STATES),
  },
  orders: {
    username: ['users.username_key'],
    name: ['search_text(users.name) collate "C"'],
    email: ['users.email_key'],
  },
};

/** A user with the numbers of their records. */
export async function findAdminUser(db: Database, id: number): Promise<AdminUser | undefined> {
  const [row] = await query<AdminUser>(
    db,
    `select ${USER_COLUMNS}, users.password_hash is not null as has_password,
       exists (select from totp where user_id = users.id and confirmed_at is not null) as has_second_factor,
       (select count(*) from items where user_id = users.id) as items,
       (select count(*) from photos where user_id = users.id) as photos,
       (select count(*) from sessions where user_id = users.id and expire > now()) as sessions,
       (select created_at from tokens where user_id = users.id) as token_created_at
     from users where users.id = ?`,
    [id],
  );
  return row;
}

/** A user, locked until the transaction ends. */
export async function lockUser(db: Database, id: number): Promise<UserRow | undefined> {
  const [user] = await query<UserRow>(db, `select ${USER_COLUMNS} from users where users.id = ? for update`, [
    id,
  ]);
  return user;
}

/**
 * How many other members of staff can sign in. Locks them until the transaction ends: if two block each other, the
 * second one waits and then finds nobody else left.
 */
export async function lockOtherStaff(db: Database, userId: number): Promise<number> {
  const rows = await query<{ id: number }>(
    db,
    'select id from users where is_staff and is_active and email_verified_at is not null order by id for update',
  );
  return rows.filter(({ id }) => id !== userId).length;
}

/** Updates the fields that staff may change. */
export async function updateUser(
  db: Database,
  id: number,
  change: { is_staff: boolean } | { is_active: boolean },
): Promise<void> {
  await db('users').where({ id }).update(change);
}

/** When a user's token was created, locked until the transaction ends. Undefined if there is none. */
export async function lockToken(db: Database, userId: number): Promise<Date | undefined> {
  const [token] = await query<{ created_at: Date }>(
    db,
    'select created_at from tokens where user_id = ? for update',
    [userId],
  );
  return token?.created_at;
}
