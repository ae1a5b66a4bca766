import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '@kitroom/server/database';
import type { UserRow } from '../users/user-queries.ts';
import { ensureToken, findUserByTokenHash, updateTokenHash } from './token-queries.ts';

const NONCE_BYTES = 32;
const TOKEN_BYTES = 20;
const TOKEN_SHAPE = /^[0-9a-f]{40}$/;

/**
 * The user's one token: made now, or the one that there is. It is not stored: it follows from the secret and a
 * random nonce, so the database alone does not give it away, and it is the same each time.
 */
export async function issueToken(db: Database, secretKey: string, userId: number): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const stored = await ensureToken(db, userId, {
    nonce,
    token_hash: hashToken(deriveToken(secretKey, nonce)),
  });
  const token = deriveToken(secretKey, stored.nonce);
  const tokenHash = hashToken(token);
  // It was made under another secret, and ended with that.
  if (!tokenHash.equals(stored.token_hash)) {
    await updateTokenHash(db, userId, { nonce: stored.nonce, token_hash: tokenHash });
  }
  return token;
}

/** The active user whose token it is. A token that was made under another secret is nobody's. */
export async function findTokenUser(
  db: Database,
  secretKey: string,
  token: string,
): Promise<UserRow | undefined> {
  if (!TOKEN_SHAPE.test(token)) return undefined;
  const found = await findUserByTokenHash(db, hashToken(token));
  if (!found) return undefined;
  const { nonce, ...user } = found;
  const isOurs = timingSafeEqual(Buffer.from(deriveToken(secretKey, nonce)), Buffer.from(token));
  return isOurs ? user : undefined;
}

function deriveToken(secretKey: string, nonce: Buffer): string {
  const mac = createHmac('sha256', secretKey).update('kitroom token\0').update(nonce).digest();
  return mac.subarray(0, TOKEN_BYTES).toString('hex');
}

/** A token is 160 random bits: nobody guesses one, so a slow hash would only cost time. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
