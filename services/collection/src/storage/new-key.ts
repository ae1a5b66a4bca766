import { randomBytes } from 'node:crypto';

/** Enough for nobody to guess a name, in 27 characters. */
const NAME_BYTES = 20;

/** A key that no file has and nobody can guess: `originals/3q2-7w….jpg`. */
export function newKey(folder: string, extension: string): string {
  return `${folder}/${randomBytes(NAME_BYTES).toString('base64url')}.${extension}`;
}
