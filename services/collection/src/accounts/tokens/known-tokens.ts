import type { Database } from '@kitroom/server/database/database';
import { LRUCache } from 'lru-cache';
import { KNOWN_TOKENS_MAX } from '../../limits.ts';
import type { SecretKeys } from '../../secrets/sealed-secret.ts';
import type { UserRow } from '../users/user-queries.ts';
import { findTokenUser, hashToken, isToken } from './issue-token.ts';

export type KnownTokens = ReturnType<typeof openKnownTokens>;

/** Looks up tokens, and remembers which were valid. */
export function openKnownTokens({ db, secretKeys }: { db: Database; secretKeys: SecretKeys }) {
  const valid = new LRUCache<string, true>({ max: KNOWN_TOKENS_MAX });
  const nameOf = (token: string) => hashToken(token).toString('base64url');
  return {
    /** Whether a string has the shape of a token, and is not known to be valid. */
    isUnknown: (token: string): boolean => isToken(token) && !valid.has(nameOf(token)),
    /** The active user of a token. Always looked up, because the token may have been deleted. */
    async findUser(token: string): Promise<UserRow | undefined> {
      const user = await findTokenUser(db, secretKeys, token);
      if (user) valid.set(nameOf(token), true);
      else valid.delete(nameOf(token));
      return user;
    },
  };
}
