import type { Database } from '@kitroom/server/database/database';
import { keepUser } from './user-queries.ts';

/**
 * Runs `work` in a transaction that prevents the user's deletion. A deletion locks the user's items, then the user,
 * then everything else: a transaction that changes such rows and adds others must lock the user first, or it
 * deadlocks with the deletion.
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
