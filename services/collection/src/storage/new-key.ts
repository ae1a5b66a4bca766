import { randomBytes } from 'node:crypto';

/** Unguessable, in 27 characters. */
const NAME_BYTES = 20;

/** A new, unguessable key: `originals/3q2-7w….jpg`. */
export function newKey(folder: string, extension: string): string {
  return `${folder}/${randomBytes(NAME_BYTES).toString('base64url')}.${extension}`;
}
