import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@kitroom/server/database/database';
import { toInteger } from '@kitroom/server/pages/read-number';
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
    key_hash: hashApiKey(key),
    rate_limit: options.rateLimit === 'none' ? null : options.rateLimit,
    is_unlimited: options.rateLimit === 'none',
    expires_at: options.expiresAt,
  });
  return key;
}

/** Whether a string has the shape of a key. */
export function isApiKey(text: string): boolean {
  return /^kitroom_[\w-]{43}$/.test(text);
}

/** Returns the SHA-256 of a key. A slow hash is unnecessary, because keys have 256 random bits. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

const NAME_MAX = 100;

/** An invalid option of a key. The message says what is allowed. */
export class InvalidKeyOption extends Error {
  override readonly name = 'InvalidKeyOption';
}

export function readKeyName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= NAME_MAX && !name.includes('\0')) return name;
  throw new InvalidKeyOption(`A name has 1 to ${NAME_MAX} characters.`);
}

export function readKeyLimit(text: string): number | 'none' {
  if (text === 'none') return text;
  const limit = toInteger(text);
  if (limit !== undefined) return limit;
  throw new InvalidKeyOption("A positive integer or 'none' is allowed.");
}

/** Parses the expiry date of a key. A date without a time means the end of that day, in UTC. */
export function readKeyExpiry(text: string): Date {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isDateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:?\d{2})?$/.test(
    text,
  );
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const date = new Date(isDate ? `${text}T23:59:59.999Z` : `${text.replace(' ', 'T')}${hasZone ? '' : 'Z'}`);
  // `Date` turns 2027-02-30 into 2 March; such dates are rejected.
  const isReal = !Number.isNaN(date.getTime()) && (!isDate || date.toISOString().startsWith(text));
  if ((isDate || isDateTime) && isReal) return date;
  throw new InvalidKeyOption('A date such as 2027-01-31, or 2027-01-31T12:00:00Z, is allowed.');
}
