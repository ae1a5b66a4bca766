import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';

/**
 * SECRET_KEY, which signs and encrypts everything new, and SECRET_KEY_PREVIOUS if configured. Secrets made
 * with the previous key remain valid, and are moved to the current one when used.
 */
export type SecretKeys = readonly [current: string, ...previous: string[]];

/** The configured keys; undefined without SECRET_KEY. */
export function readSecretKeys({
  SECRET_KEY: current,
  SECRET_KEY_PREVIOUS: previous,
}: Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>): SecretKeys | undefined {
  if (current === undefined) return undefined;
  return previous === undefined ? [current] : [current, previous];
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Each kind of secret has its own key, derived from SECRET_KEY. */
const KEY_INFO = { totp: 'kitroom totp secrets', token: 'kitroom tokens' } as const;

/** The user and kind of a sealed secret, which cannot be opened for another user or kind. */
export interface SealedFor {
  kind: keyof typeof KEY_INFO;
  userId: number;
}

interface OpenedSecret {
  secret: string;
  /** Whether it was sealed with the current SECRET_KEY; otherwise reseal it. */
  isCurrent: boolean;
}

/** Encrypts a user's secret with the current key: nonce, tag and ciphertext. */
export function sealSecret([current]: SecretKeys, { kind, userId }: SealedFor, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(current, kind), nonce).setAAD(toContext(userId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Decrypts a secret; undefined if it was sealed with an unknown key, or for another user or kind. */
export function openSecret(keys: SecretKeys, owner: SealedFor, sealed: Buffer): OpenedSecret | undefined {
  for (const key of keys) {
    const secret = openWith(key, owner, sealed);
    if (secret !== undefined) return { secret, isCurrent: key === keys[0] };
  }
  return undefined;
}

/** Decrypts a secret with one key, which the authentication tag verifies. */
function openWith(key: string, { kind, userId }: SealedFor, sealed: Buffer): string | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(key, kind), nonce, { authTagLength: TAG_BYTES })
      .setAAD(toContext(userId))
      .setAuthTag(tag);
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    // The secret was sealed with another key or for another user; the caller tries the next key.
    return undefined;
  }
}

function deriveKey(secretKey: string, kind: SealedFor['kind']): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', KEY_INFO[kind], KEY_BYTES));
}

function toContext(userId: number): Buffer {
  return Buffer.from(`user ${userId}`);
}
