import { query, type Database } from '@kitroom/server/database';

/**
 * Keeps a user from being deleted until the transaction ends. A deletion locks the user's items, then the user, then
 * all else that is the user's: a transaction that changes such rows and adds others must hold the user first, or it and
 * the deletion wait for each other.
 */
export async function holdUser(db: Database, userId: number): Promise<void> {
  await query(db, 'select id from users where id = ? for key share', [userId]);
}
