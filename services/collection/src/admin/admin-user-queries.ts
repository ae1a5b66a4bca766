import { toEmailKey } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { fold } from '@kitroom/shared';
import type { AppTokenRow } from '../accounts/tokens/app-token-queries.ts';
import {
  IS_NAMED,
  NAME_CONTAINS,
  toUsernameKeys,
  USER_COLUMNS,
  USER_FIELDS,
  users,
  type UserRow,
} from '../accounts/users/user-queries.ts';
import type { OwnLimits } from '../user-limits/usage-queries.ts';

/** A user in the list. */
export interface ListedUser extends UserRow {
  /** The bytes of all photos. */
  storage: number;
}

/** A user with the numbers of their records. */
export interface AdminUser extends ListedUser {
  has_password: boolean;
  has_second_factor: boolean;
  items: number;
  photos: number;
  /** The number of browsers in which they are signed in. */
  sessions: number;
  token_created_at: Date | null;
  app_tokens: number;
}

/** The SQL conditions of users' states, by the value of the filter field. */
const STATES: Readonly<Record<string, string>> = {
  staff: 'users.is_staff',
  blocked: 'not users.is_active',
  unverified: 'users.email_verified_at is null',
  private: 'users.is_private',
};

export const USER_STATES = Object.keys(STATES);

const STORAGE = '(select coalesce(sum(bytes), 0)::bigint from photos where user_id = users.id)';

/** The list of users. */
export const USER_LIST: ListSource = {
  table: 'users',
  columns: `${USER_COLUMNS}, ${STORAGE} as storage`,
  details: `users.password_hash is not null as has_password,
    exists (select from totp where user_id = users.id and confirmed_at is not null) as has_second_factor,
    (select count(*) from items where user_id = users.id) as items,
    (select count(*) from photos where user_id = users.id) as photos,
    (select count(*) from sessions where user_id = users.id and expire > now()) as sessions,
    (select created_at from tokens where user_id = users.id) as token_created_at,
    (select count(*) from app_tokens where user_id = users.id) as app_tokens`,
  filters: {
    q: (value) => ({
      sql: `${NAME_CONTAINS} or strpos(users.email_key, ?) > 0 or strpos(users.name_search, ?) > 0`,
      bindings: [...toUsernameKeys(value), toEmailKey(value), fold(value)],
    }),
    state: oneOf(STATES),
  },
  orders: {
    username: ['users.username_key'],
    name: ['users.name_search collate "C"'],
    email: ['users.email_key'],
    storage: [STORAGE],
  },
};

/** The owner and date of a token, which itself is never shown. */
export interface AdminToken {
  user_id: number;
  username: string;
  created_at: Date;
}

/** The list of tokens. */
export const TOKEN_LIST: ListSource = {
  table: 'tokens',
  key: 'user_id',
  columns: 'users.username, tokens.created_at',
  joins: 'left join users on users.id = tokens.user_id',
  filters: { q: (value) => ({ sql: NAME_CONTAINS, bindings: [...toUsernameKeys(value)] }) },
  orders: { username: ['users.username_key'], made: ['tokens.created_at'] },
};

/** An app token with its owner. */
export interface AdminAppToken extends AppTokenRow {
  user_id: number;
  username: string;
}

/** The list of app tokens. */
export const APP_TOKEN_LIST: ListSource = {
  table: 'app_tokens',
  columns: `app_tokens.user_id, users.username, app_tokens.name, app_tokens.scope, app_tokens.created_at,
    app_tokens.last_used_at, app_tokens.expires_at`,
  joins: 'left join users on users.id = app_tokens.user_id',
  filters: { owner: (value) => ({ sql: IS_NAMED, bindings: [...toUsernameKeys(value)] }) },
  orders: { username: ['users.username_key'], made: ['app_tokens.created_at'] },
};

/** A user, locked until the transaction ends. */
export async function lockUser(db: Database, id: number): Promise<UserRow | undefined> {
  return users(db).where({ id }).forUpdate().first(USER_FIELDS);
}

/**
 * Counts the other members of staff who can sign in. Locks them until the transaction ends: if two block each
 * other, the second one waits and then finds no others.
 */
export async function lockOtherStaff(db: Database, userId: number): Promise<number> {
  const ids = await users(db)
    .where({ is_staff: true, is_active: true })
    .whereNotNull('email_verified_at')
    .orderBy('id')
    .forUpdate()
    .pluck('id');
  return ids.filter((id) => id !== userId).length;
}

/** Updates fields that only staff can change. */
export async function updateUser(
  db: Database,
  id: number,
  change: { is_active: boolean } | Omit<OwnLimits, 'id'>,
): Promise<void> {
  await users(db).where({ id }).update(change);
}
