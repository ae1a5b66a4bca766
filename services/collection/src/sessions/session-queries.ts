import { query, type Database } from '@kitroom/server/database';

/** The number under which a user's sessions begin; 0 where there is no such user. */
export async function findSessionEpoch(db: Database, userId: number): Promise<number> {
  const [row] = await query<{ session_epoch: number }>(db, 'select session_epoch from users where id = ?', [
    userId,
  ]);
  return row?.session_epoch ?? 0;
}

/**
 * Ends all sessions of a user, those too that are about to be saved; answers the number under which further ones
 * begin.
 */
export async function endSessions(db: Database, userId: number): Promise<number> {
  const [row] = await query<{ session_epoch: number }>(
    db,
    'update users set session_epoch = session_epoch + 1 where id = ? returning session_epoch',
    [userId],
  );
  await query(db, 'delete from sessions where user_id = ?', [userId]);
  return row?.session_epoch ?? 0;
}
