import type { Database } from '@kitroom/server/database/database';
import { keepUser } from './user-queries.ts';

/**
 * Runs `work` in a transaction until whose end the user cannot be deleted. A deletion locks the user's items, then the
 * user, then all else that is the user's: a transaction that changes such rows and adds others must hold the user
 * first, or it and the deletion wait for each other.
 */
export function withUserLocked<T>(
  db: Database,
  userId: number,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    await keepUser(transaction, userId);
    return work(transaction);
  });
}
