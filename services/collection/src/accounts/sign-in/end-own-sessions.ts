import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { deleteOtherSessions, deleteSession } from '../sessions/session-queries.ts';
import { withUserLocked } from '../users/with-user-locked.ts';
import { notifyOwner } from '../mail/notify-owner.ts';

/** Ends one session of a user; returns its secret id. Throws 404 if there is none. */
export function endOwnSession(db: Database, userId: number, id: string): Promise<string> {
  return withUserLocked(db, userId, async (transaction) => {
    const sid = await deleteSession(transaction, userId, id);
    if (sid === undefined) throw notFound('Not found.');
    await notifyOwner(transaction, userId, 'sessions-notice');
    return sid;
  });
}

/** Ends all sessions of a user but the one with this secret id; returns how many. */
export function endOtherSessions(db: Database, userId: number, sid: string): Promise<number> {
  return withUserLocked(db, userId, async (transaction) => {
    const ended = await deleteOtherSessions(transaction, userId, sid);
    if (ended > 0) await notifyOwner(transaction, userId, 'sessions-notice');
    return ended;
  });
}
