import { findUsernameKey, normalizeUsername, toUsernameKey } from '@kitroom/collection-client';

/**
 * Both keys of a username, as IS_NAMED and NAME_CONTAINS take them: case-folded, which is unique, and lower case. The
 * second is the only one written by the previous version, and distinguishes users whose names were distinct before
 * case folding.
 */
export type UsernameKeys = readonly [folded: string, lower: string];

/** The condition that a user has a name. */
export const IS_NAMED = '(users.username_folded = ? or users.username_key = ?)';

/** The condition that a user's name contains a text. */
export const NAME_CONTAINS = '(strpos(users.username_folded, ?) > 0 or strpos(users.username_key, ?) > 0)';

/** The keys of a name, or of a part of one. */
export function toUsernameKeys(username: string): UsernameKeys {
  return [toUsernameKey(username), normalizeUsername(username).toLowerCase()];
}

/** The keys for looking up a name; for an invalid name they match nobody. */
export function findUsernameKeys(text: string): UsernameKeys {
  return findUsernameKey(text) === undefined ? ['', ''] : toUsernameKeys(text);
}
