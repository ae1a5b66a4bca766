import { createHash, createHmac } from 'node:crypto';

export type KeyPurpose = 'verify' | 'reset';

/**
 * Derives the key sent in a mail: 256 bits from the secret and the mail's random nonce, so that the database alone
 * does not reveal it, and a mail that is sent again carries the same key.
 */
export function deriveKey(secretKey: string, purpose: KeyPurpose, nonce: Buffer): string {
  return createHmac('sha256', secretKey)
    .update(`kitroom mail key\0${purpose}\0`)
    .update(nonce)
    .digest('base64url');
}

/** The stored hash of a key. Keys cannot be guessed, so a slow hash would have no benefit. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
