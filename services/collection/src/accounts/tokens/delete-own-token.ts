import { notifyOwner } from '../mail/notify-owner.ts';
import type { Database } from '@kitroom/server/database/database';
import { withUserLocked } from '../users/with-user-locked.ts';
import { deleteToken } from './token-queries.ts';

/** Deletes a user's own token, if any, on request of that user. */
export function deleteOwnToken(db: Database, userId: number): Promise<void> {
  return withUserLocked(db, userId, async (transaction) => {
    if (await deleteToken(transaction, userId)) await notifyOwner(transaction, userId, 'token-notice');
  });
}
