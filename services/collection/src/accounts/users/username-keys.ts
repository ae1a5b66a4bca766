import { findUsernameKey, normalizeUsername, toUsernameKey } from '@kitroom/collection-client';

/**
 * Both keys of a username, as IS_NAMED and NAME_CONTAINS take them: folded, by which it is unique, and in lower case.
 * The second is what the version before stores alone, and what tells users apart whose names were two before they were
 * folded.
 */
export type UsernameKeys = readonly [folded: string, lower: string];

/** The condition that a user has a name. */
export const IS_NAMED = '(users.username_folded = ? or users.username_key = ?)';

/** The condition that a text is part of a user's name. */
export const NAME_CONTAINS = '(strpos(users.username_folded, ?) > 0 or strpos(users.username_key, ?) > 0)';

/** The keys of a name, or of a part of one. */
export function toUsernameKeys(username: string): UsernameKeys {
  return [toUsernameKey(username), normalizeUsername(username).toLowerCase()];
}

/** The keys by which a name is looked up; those of nobody for a text that can be none. */
export function findUsernameKeys(text: string): UsernameKeys {
  return findUsernameKey(text) === undefined ? ['', ''] : toUsernameKeys(text);
}
