import { query, type Database } from '@kitroom/server/database/database';
import { onlyRow } from '@kitroom/server/database/query-parts';
import { USE_RECORD_SECONDS } from '../../limits.ts';
import { USER_COLUMNS, type UserRow } from '../users/user-queries.ts';
import { deleteAppTokens } from './app-token-queries.ts';

/** The table `tokens`. */
interface TokenTable {
  user_id: number;
  nonce: Buffer;
  token_hash: Buffer;
  /**
   * The encrypted token, if SECRET_KEY has changed since it was created; otherwise it is derived from the
   * nonce.
   */
  sealed: Buffer | null;
  created_at: Date;
  /** Null if never used. */
  last_used_at: Date | null;
}

export type TokenRow = Pick<TokenTable, 'nonce' | 'token_hash' | 'sealed'>;
export type TokenDatesRow = Pick<TokenTable, 'created_at' | 'last_used_at'>;

const tokens = (db: Database) => db<TokenTable>('tokens');

/** Returns a user's token, stored if missing. Concurrent calls get the same one. */
export async function ensureToken(
  db: Database,
  userId: number,
  token: Omit<TokenRow, 'sealed'>,
): Promise<TokenRow> {
  return onlyRow(
    tokens(db)
      .insert({ user_id: userId, ...token })
      .onConflict('user_id')
      // A no-op update, because only changed rows are returned.
      .merge({ nonce: db.raw('tokens.nonce') })
      .returning(['nonce', 'token_hash', 'sealed']),
  );
}

/** Stores the token's hash with another secret key, and removes its sealed copy. */
export async function updateTokenHash(
  db: Database,
  userId: number,
  { nonce, token_hash }: Omit<TokenRow, 'sealed'>,
): Promise<void> {
  await tokens(db).where({ user_id: userId, nonce }).update({ token_hash, sealed: null });
}

/** Stores an encrypted token, unless it was replaced in the meantime. */
export async function sealToken(
  db: Database,
  userId: number,
  { token_hash, sealed }: TokenRow,
): Promise<void> {
  await tokens(db).where({ user_id: userId, token_hash }).update({ sealed });
}

/** A user with their token, and whether its use is due to be recorded again. */
type TokenUserRow = UserRow & TokenRow & { is_use_due: boolean };

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
  await tokens(db).where({ user_id: userId }).update({ last_used_at: db.fn.now() });
}

export async function findTokenDates(db: Database, userId: number): Promise<TokenDatesRow | undefined> {
  return tokens(db).where({ user_id: userId }).first('created_at', 'last_used_at');
}

/** Deletes a user's one token and all app tokens; returns how many. */
export async function deleteAllTokens(db: Database, userId: number): Promise<number> {
  const isDeleted = (await deleteToken(db, userId)) !== undefined;
  return Number(isDeleted) + (await deleteAppTokens(db, userId));
}

/** Deletes a user's token; returns its time of creation, or undefined if the user has no token. */
export async function deleteToken(db: Database, userId: number): Promise<Date | undefined> {
  const [token] = await tokens(db).where({ user_id: userId }).delete('created_at');
  return token?.created_at;
}
