import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@kitroom/server/database/database';
import { insertApiKey } from './api-key-queries.ts';

const KEY_BYTES = 32;

/** What an operator says of a new key. */
export interface ApiKeyOptions {
  name: string;
  expiresAt: Date | null;
  /** Requests per window; null for the service's own limit. */
  rateLimit: number | 'none' | null;
}

/** Creates a key and answers it: the only time that anyone sees it. */
export async function createApiKey(db: Database, wish: ApiKeyOptions): Promise<string> {
  const key = `kitroom_${randomBytes(KEY_BYTES).toString('base64url')}`;
  await insertApiKey(db, {
    name: wish.name,
    keyHash: hashApiKey(key),
    rateLimit: wish.rateLimit === 'none' ? null : wish.rateLimit,
    isUnlimited: wish.rateLimit === 'none',
    expiresAt: wish.expiresAt,
  });
  return key;
}

/** A key's SHA-256. Keys are 256 random bits: nobody guesses one, so a slow hash would only cost time. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
