import { LRUCache } from 'lru-cache';
import type { Database } from '@kitroom/server/database/database';
import { KNOWN_TOKENS_MAX } from '../../limits.ts';
import type { SecretKeys } from '../../secrets/sealed-secret.ts';
import type { CallerByToken } from '../sessions/caller.ts';
import { findAppTokenUser, isAppToken } from './app-tokens.ts';
import { findTokenUser, hashToken, isToken } from './issue-token.ts';

export type KnownTokens = ReturnType<typeof openKnownTokens>;

/** Looks up tokens, and remembers which were valid. */
export function openKnownTokens({ db, secretKeys }: { db: Database; secretKeys: SecretKeys }) {
  const valid = new LRUCache<string, true>({ max: KNOWN_TOKENS_MAX });
  const hasShape = (token: string) => isToken(token) || isAppToken(token);
  const find = async (token: string): Promise<CallerByToken | undefined> => {
    if (isAppToken(token)) return findAppTokenUser(db, token);
    const user = await findTokenUser(db, secretKeys, token);
    return user && { user, token: { scope: 'write' } };
  };
  const nameOf = (token: string) => hashToken(token).toString('base64url');
  return {
    /** Whether a string has the shape of a token, and is not known to be valid. */
    isUnknown: (token: string): boolean => hasShape(token) && !valid.has(nameOf(token)),
    /** The active user of a token. Always looked up, because the token may have been deleted. */
    async findCaller(token: string): Promise<CallerByToken | undefined> {
      if (!hasShape(token)) return undefined;
      const caller = await find(token);
      if (caller) valid.set(nameOf(token), true);
      else valid.delete(nameOf(token));
      return caller;
    },
  };
}
