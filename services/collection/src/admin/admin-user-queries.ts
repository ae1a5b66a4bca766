import { query, type Database } from '@kitroom/server/database/database';
import { toEmailKey } from '@kitroom/collection-client';
import { NAME_CONTAINS, toUsernameKeys } from '../accounts/users/username-keys.ts';
import { USER_COLUMNS, type UserRow } from '../accounts/users/user-queries.ts';

/** A user as staff see them. */
export interface AdminUser extends UserRow {
  has_password: boolean;
  has_second_factor: boolean;
  items: number;
  photos: number;
  /** Browsers in which they are signed in. */
  sessions: number;
  token_created_at: Date | null;
}

/** Which users are listed, as the page's field names them. */
const STATES: Readonly<Record<string, string>> = {
  staff: 'users.is_staff',
  blocked: 'not users.is_active',
  unverified: 'users.email_verified_at is null',
};

/** The states that the list can be narrowed to. */
export const USER_STATES = Object.keys(STATES);

/** Users, newest first: those whose username, name or e-mail address holds a text. */
export function listUsers(
  db: Database,
  { text, state = '' }: { text: string | undefined; state: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<UserRow[]> {
  const condition = Object.hasOwn(STATES, state) ? STATES[state] : 'true';
  const given = text ?? null;
  return query<UserRow>(
    db,
    `select ${USER_COLUMNS} from users
     where ${condition} and (
       ?::text is null or ${NAME_CONTAINS} or strpos(users.email_key, ?) > 0
       or strpos(search_text(users.name), search_text(?)) > 0
     )
     order by users.id desc
     limit ? offset ?`,
    [given, ...toUsernameKeys(text ?? ''), toEmailKey(text ?? ''), text ?? '', limit, offset],
  );
}

/** A user with what hangs on the account. */
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

/** A user; nobody else changes them before the transaction ends. */
export async function lockUser(db: Database, id: number): Promise<UserRow | undefined> {
  const [user] = await query<UserRow>(db, `select ${USER_COLUMNS} from users where users.id = ? for update`, [
    id,
  ]);
  return user;
}

/**
 * How many members of staff can sign in besides one. All stay as they are until the transaction ends: two who block each
 * other wait here, and the second finds that nobody else is left.
 */
export async function lockOtherStaff(db: Database, userId: number): Promise<number> {
  const rows = await query<{ id: number }>(
    db,
    'select id from users where is_staff and is_active and email_verified_at is not null order by id for update',
  );
  return rows.filter(({ id }) => id !== userId).length;
}

/** Changes what staff may change of a user. */
export async function updateUser(
  db: Database,
  id: number,
  change: { is_staff: boolean } | { is_active: boolean },
): Promise<void> {
  await db('users').where({ id }).update(change);
}

/** When a user's token was made; it stays until the transaction ends. Undefined where there is none. */
export async function lockToken(db: Database, userId: number): Promise<Date | undefined> {
  const [token] = await query<{ created_at: Date }>(
    db,
    'select created_at from tokens where user_id = ? for update',
    [userId],
  );
  return token?.created_at;
}
