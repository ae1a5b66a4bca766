import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Database } from '@kitroom/server/database/database';
import { openSecret, sealSecret, type SecretKeys } from '../../secrets/sealed-secret.ts';
import type { UserRow } from '../users/user-queries.ts';
import {
  ensureToken,
  findUserByTokenHash,
  recordTokenUse,
  sealToken,
  updateTokenHash,
  type TokenRow,
} from './token-queries.ts';

const NONCE_BYTES = 32;
const TOKEN_BYTES = 20;
const TOKEN_SHAPE = /^[0-9a-f]{40}$/;

/**
 * Returns the user's one token, created if missing. It is not stored but derived from the secret key and a
 * random nonce, so that the database alone does not reveal it and it is the same each time. A token made with
 * an unknown key is replaced.
 */
export async function issueToken(db: Database, keys: SecretKeys, userId: number): Promise<string> {
  const row = await ensureRow(db, keys, userId);
  const known = await openToken(db, keys, userId, row);
  if (known !== undefined) return known;
  const token = deriveToken(keys[0], row.nonce);
  await updateTokenHash(db, userId, { nonce: row.nonce, token_hash: hashToken(token) });
  return token;
}

/** Like `issueToken`, but leaves a token made with an unknown key unchanged, and returns undefined for it. */
export async function readToken(db: Database, keys: SecretKeys, userId: number): Promise<string | undefined> {
  return openToken(db, keys, userId, await ensureRow(db, keys, userId));
}

/** The active user of a token; records its use. Tokens made with unknown keys are invalid. */
export async function findTokenUser(
  db: Database,
  keys: SecretKeys,
  token: string,
): Promise<UserRow | undefined> {
  const row = await findUserByTokenHash(db, hashToken(token));
  if (!row) return undefined;
  const { nonce, token_hash, sealed, is_use_due: isUseDue, ...user } = row;
  const known = await openToken(db, keys, user.id, { nonce, token_hash, sealed });
  if (known !== token) return undefined;
  if (isUseDue) await recordTokenUse(db, user.id);
  return user;
}

/** Whether a string has the shape of a user's one token. */
export function isToken(text: string): boolean {
  return TOKEN_SHAPE.test(text);
}

function ensureRow(db: Database, keys: SecretKeys, userId: number): Promise<TokenRow> {
  const nonce = randomBytes(NONCE_BYTES);
  return ensureToken(db, userId, { nonce, token_hash: hashToken(deriveToken(keys[0], nonce)) });
}

/**
 * The token of a row. A token made with the previous key is sealed with the current one, so that it outlives
 * its key.
 */
async function openToken(
  db: Database,
  keys: SecretKeys,
  userId: number,
  { nonce, token_hash, sealed }: TokenRow,
): Promise<string | undefined> {
  const owner = { kind: 'token', userId } as const;
  const derived = keys.map((key, index) => ({ secret: deriveToken(key, nonce), isCurrent: index === 0 }));
  const opened = [sealed ? openSecret(keys, owner, sealed) : undefined, ...derived].find(
    (candidate) => candidate && hashToken(candidate.secret).equals(token_hash),
  );
  if (!opened) return undefined;
  if (!opened.isCurrent) {
    await sealToken(db, userId, { nonce, token_hash, sealed: sealSecret(keys, owner, opened.secret) });
  }
  return opened.secret;
}

function deriveToken(secretKey: string, nonce: Buffer): string {
  const mac = createHmac('sha256', secretKey).update('kitroom token\0').update(nonce).digest();
  return mac.subarray(0, TOKEN_BYTES).toString('hex');
}

/** A token has 160 random bits that cannot be guessed, so a slow hash would have no benefit. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
