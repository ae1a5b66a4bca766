import { isStorable } from '@kitroom/shared';

/** Characters of a username. */
export const USERNAME_MAX = 150;

/** The texts that clients know. */
export const USERNAME_TEXT = {
  taken: 'A user with that username already exists.',
  characters:
    'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.',
  reserved: 'This username is reserved.',
} as const;

/** The text that clients know for an e-mail address that has an account. */
export const EMAIL_TAKEN = 'A user with that email already exists.';

/** `/api/users/me/` is the caller. */
const RESERVED = new Set(['me']);

/** The same letters typed in another way are the same username: composed, full width, ligatures. */
export function normalizeUsername(text: string): string {
  return text.normalize('NFKC');
}

/** What is wrong with a normalised username, its length aside; undefined where it is right. */
export function validateUsername(username: string): string | undefined {
  if (RESERVED.has(toUsernameKey(username))) return USERNAME_TEXT.reserved;
  // In a path these two mean a folder: no client could ever name such a user.
  if (username === '.' || username === '..') return USERNAME_TEXT.characters;
  return /^[\p{L}\p{M}\p{Nd}@.+_-]*$/u.test(username) ? undefined : USERNAME_TEXT.characters;
}

/**
 * By what usernames are compared: by Unicode's full case folding, so that σ is ς, and ß is ss. Beyond that the dotted
 * and the dotless i are one letter, as nobody could tell whose language a name is in. The only definition: a database's
 * own lower() knows no letters beyond its locale's.
 */
export function toUsernameKey(username: string): string {
  // Letter by letter: the lower case of Σ depends on the letters around it.
  const folded = Array.from(normalizeUsername(username), foldLetter).join('');
  return folded.normalize('NFKC').replaceAll(/i\u0307+/g, 'i');
}

/** There and back, as ς and σ, or ß and ss, are the same in capitals alone. */
function foldLetter(letter: string): string {
  return letter.toLowerCase().toUpperCase().toLowerCase();
}

/** By what usernames are looked up; undefined for a text that can be none. */
export function findUsernameKey(text: string): string | undefined {
  return isStorable(text) && text.length <= USERNAME_MAX * 2 ? toUsernameKey(text) : undefined;
}
