import type { TokenScope } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { countRows, onlyRow } from '@kitroom/server/database/query-parts';
import { USE_RECORD_SECONDS } from '../../limits.ts';
import { USER_COLUMNS, users, type UserRow } from '../users/user-queries.ts';

/** The table `app_tokens`. */
interface AppTokenTable {
  id: number;
  user_id: number;
  name: string;
  scope: TokenScope;
  token_hash: Buffer;
  created_at: Date;
  /** Null if never used. */
  last_used_at: Date | null;
  expires_at: Date | null;
}

export type NewAppToken = Pick<AppTokenTable, 'user_id' | 'name' | 'scope' | 'token_hash' | 'expires_at'>;
export type AppTokenRow = Omit<AppTokenTable, 'user_id' | 'token_hash'>;

const FIELDS = ['id', 'name', 'scope', 'created_at', 'last_used_at', 'expires_at'] as const satisfies Array<
  keyof AppTokenRow
>;

const appTokens = (db: Database) => db<AppTokenTable>('app_tokens');

/** A user's app tokens, newest first, expired ones included. */
export async function listAppTokens(db: Database, userId: number): Promise<AppTokenRow[]> {
  return appTokens(db).where({ user_id: userId }).orderBy('id', 'desc').select(FIELDS);
}

export async function findAppToken(db: Database, id: number): Promise<AppTokenRow | undefined> {
  return appTokens(db).where({ id }).first(FIELDS);
}

/** Counts a user's app tokens, and prevents additions until the transaction ends. */
export async function lockAppTokens(db: Database, userId: number): Promise<number> {
  await users(db).where({ id: userId }).forNoKeyUpdate().first('id');
  return countRows(appTokens(db).where({ user_id: userId }));
}

export async function insertAppToken(db: Database, token: NewAppToken): Promise<AppTokenRow> {
  return onlyRow(appTokens(db).insert(token).returning(FIELDS));
}

/** Deletes an app token of a user; returns it, or undefined if there is no such token. */
export async function deleteAppToken(
  db: Database,
  { id, userId }: { id: number; userId: number },
): Promise<AppTokenRow | undefined> {
  const [token] = await appTokens(db).where({ id, user_id: userId }).delete(FIELDS);
  return token;
}

/** Deletes all app tokens of a user; returns how many. */
export async function deleteAppTokens(db: Database, userId: number): Promise<number> {
  return appTokens(db).where({ user_id: userId }).delete();
}

/** A user with an app token, and whether its use is due to be recorded again. */
type AppTokenUserRow = UserRow & { token_id: number; scope: TokenScope; is_use_due: boolean };

/** The user of the app token with this hash, unless it has expired or the user is blocked. */
export async function findUserByAppTokenHash(
  db: Database,
  tokenHash: Buffer,
): Promise<AppTokenUserRow | undefined> {
  const [row] = await query<AppTokenUserRow>(
    db,
    `select ${USER_COLUMNS}, app_tokens.id as token_id, app_tokens.scope,
       coalesce(app_tokens.last_used_at, '-infinity') <= now() - make_interval(secs => ?) as is_use_due
     from app_tokens join users on users.id = app_tokens.user_id
     where app_tokens.token_hash = ? and users.is_active
       and (app_tokens.expires_at is null or app_tokens.expires_at > now())`,
    [USE_RECORD_SECONDS, tokenHash],
    'user of an app token',
  );
  return row;
}

export async function recordAppTokenUse(db: Database, id: number): Promise<void> {
  await appTokens(db).where({ id }).update({ last_used_at: db.fn.now() });
}
