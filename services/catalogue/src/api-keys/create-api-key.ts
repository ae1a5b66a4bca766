import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@kitroom/server/database/database';
import { insertApiKey } from './api-key-queries.ts';

const KEY_BYTES = 32;

export interface ApiKeyOptions {
  name: string;
  expiresAt: Date | null;
  /** Requests per window; null for the default limit. */
  rateLimit: number | 'none' | null;
}

/** Creates a key and returns it. It cannot be retrieved again. */
export async function createApiKey(db: Database, options: ApiKeyOptions): Promise<string> {
  const key = `kitroom_${randomBytes(KEY_BYTES).toString('base64url')}`;
  await insertApiKey(db, {
    name: options.name,
    keyHash: hashApiKey(key),
    rateLimit: options.rateLimit === 'none' ? null : options.rateLimit,
    isUnlimited: options.rateLimit === 'none',
    expiresAt: options.expiresAt,
  });
  return key;
}

/** SHA-256. A slow hash is unnecessary: keys have 256 random bits. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
