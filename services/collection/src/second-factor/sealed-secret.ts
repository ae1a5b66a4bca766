import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a user's TOTP secret: nonce, tag and ciphertext. The user's id is bound to it, so that what stands in one
 * user's row opens nothing in another's.
 */
export function sealSecret(secretKey: string, userId: number, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(secretKey), nonce).setAAD(toContext(userId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The secret again; undefined where it was encrypted under another SECRET_KEY, or for another user. */
export function openSecret(secretKey: string, userId: number, sealed: Buffer): string | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(secretKey), nonce, { authTagLength: TAG_BYTES })
      .setAAD(toContext(userId))
      .setAuthTag(tag);
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** A key of its own for this one purpose. */
function deriveKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'kitroom totp secrets', KEY_BYTES));
}

function toContext(userId: number): Buffer {
  return Buffer.from(`user ${userId}`);
}
