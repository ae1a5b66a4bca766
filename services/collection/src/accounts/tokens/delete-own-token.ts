import { tellOwner } from '../mail/tell-owner.ts';
import type { Database } from '@kitroom/server/database/database';
import { holdingUser } from '../users/hold-user.ts';
import { deleteToken } from './token-queries.ts';

/** Deletes a user's token at the user's own wish, if there is one. */
export function deleteOwnToken(db: Database, userId: number): Promise<void> {
  return holdingUser(db, userId, async (transaction) => {
    if (await deleteToken(transaction, userId)) await tellOwner(transaction, userId, 'token-notice');
  });
}
