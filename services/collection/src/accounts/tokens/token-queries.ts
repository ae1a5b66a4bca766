import { query, type Database } from '@kitroom/server/database/database';
import { USE_RECORD_SECONDS } from '../../limits.ts';
import { USER_COLUMNS, type UserRow } from '../users/user-queries.ts';

export interface TokenRow {
  nonce: Buffer;
  token_hash: Buffer;
  /** The encrypted token, if SECRET_KEY has changed since it was created; otherwise it is derived from the nonce. */
  sealed: Buffer | null;
}

export interface TokenDatesRow {
  created_at: Date;
  /** Null if never used. */
  last_used_at: Date | null;
}

/** The token of a user, stored if missing; concurrent calls get the same one. */
export async function ensureToken(
  db: Database,
  userId: number,
  token: Omit<TokenRow, 'sealed'>,
): Promise<TokenRow> {
  const [row] = await query<TokenRow>(
    db,
    // A no-op update, because only changed rows are returned.
    `insert into tokens (user_id, nonce, token_hash) values (?, ?, ?)
     on conflict (user_id) do update set nonce = tokens.nonce
     returning nonce, token_hash, sealed`,
    [userId, token.nonce, token.token_hash],
  );
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** Stores the hash under another secret. */
export async function updateTokenHash(
  db: Database,
  userId: number,
  token: Omit<TokenRow, 'sealed'>,
): Promise<void> {
  await query(db, 'update tokens set token_hash = ?, sealed = null where user_id = ? and nonce = ?', [
    token.token_hash,
    userId,
    token.nonce,
  ]);
}

/** Stores an encrypted token, unless it was replaced meanwhile. */
export async function sealToken(db: Database, userId: number, token: TokenRow): Promise<void> {
  await query(db, 'update tokens set sealed = ? where user_id = ? and token_hash = ?', [
    token.sealed,
    userId,
    token.token_hash,
  ]);
}

/** A user with their token, and whether its use is to be recorded again. */
export interface TokenUserRow extends UserRow, TokenRow {
  is_use_due: boolean;
}

/** The user of the token with this hash, unless blocked. */
export async function findUserByTokenHash(
  db: Database,
  tokenHash: Buffer,
): Promise<TokenUserRow | undefined> {
  const [row] = await query<TokenUserRow>(
    db,
    `select ${USER_COLUMNS}, tokens.nonce, tokens.token_hash, tokens.sealed,
       coalesce(tokens.last_used_at, '-infinity') <= now() - make_interval(secs => ?) as is_use_due
     from tokens join users on users.id = tokens.user_id
     where tokens.token_hash = ? and users.is_active`,
    [USE_RECORD_SECONDS, tokenHash],
    'user of a token',
  );
  return row;
}

export async function recordTokenUse(db: Database, userId: number): Promise<void> {
  await query(db, 'update tokens set last_used_at = now() where user_id = ?', [userId]);
}

export async function findTokenDates(db: Database, userId: number): Promise<TokenDatesRow | undefined> {
  const [row] = await query<TokenDatesRow>(
    db,
    'select created_at, last_used_at from tokens where user_id = ?',
    [userId],
  );
  return row;
}

/** Deletes a user's token; returns whether there was one. */
export async function deleteToken(db: Database, userId: number): Promise<boolean> {
  const rows = await query(db, 'delete from tokens where user_id = ? returning user_id', [userId]);
  return rows.length > 0;
}
