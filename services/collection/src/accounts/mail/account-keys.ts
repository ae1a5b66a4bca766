import { createHash, createHmac } from 'node:crypto';

/** What a key is good for. */
export type KeyPurpose = 'verify' | 'reset';

/**
 * The key that a mail brings: 256 bits that follow from the secret and the mail's random nonce, so that the database
 * alone does not give it away, and a mail that is sent again brings the same one.
 */
export function deriveKey(secretKey: string, purpose: KeyPurpose, nonce: Buffer): string {
  return createHmac('sha256', secretKey)
    .update(`kitroom mail key\0${purpose}\0`)
    .update(nonce)
    .digest('base64url');
}

/** What is stored of a key. Nobody guesses one, so a slow hash would only cost time. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
