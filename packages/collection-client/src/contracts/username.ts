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
export function complainOfUsername(username: string): string | undefined {
  if (RESERVED.has(toUsernameKey(username))) return USERNAME_TEXT.reserved;
  // In a path these two mean a folder: no client could ever name such a user.
  if (username === '.' || username === '..') return USERNAME_TEXT.characters;
  return /^[\p{L}\p{M}\p{Nd}@.+_-]*$/u.test(username) ? undefined : USERNAME_TEXT.characters;
}

/** By what usernames are compared: without case. The database's own lower() knows no letters beyond its locale's. */
export function toUsernameKey(username: string): string {
  return normalizeUsername(username).toLowerCase();
}

/** By what usernames are looked up; undefined for a text that can be none. */
export function findUsernameKey(text: string): string | undefined {
  return isStorable(text) && text.length <= USERNAME_MAX * 2 ? toUsernameKey(text) : undefined;
}
