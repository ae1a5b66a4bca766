import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { deleteOtherSessions, deleteSession } from '../sessions/session-queries.ts';
import { holdingUser } from '../users/hold-user.ts';
import { tellOwner } from '../mail/tell-owner.ts';

/** Ends one session of a user; answers its secret id. Throws 404 if there is none. */
export function endOwnSession(db: Database, userId: number, id: string): Promise<string> {
  return holdingUser(db, userId, async (transaction) => {
    const sid = await deleteSession(transaction, userId, id);
    if (sid === undefined) throw notFound('Not found.');
    await tellOwner(transaction, userId, 'sessions-notice');
    return sid;
  });
}

/** Ends all sessions of a user but the one with this secret id; answers how many there were. */
export function endOtherSessions(db: Database, userId: number, sid: string): Promise<number> {
  return holdingUser(db, userId, async (transaction) => {
    const ended = await deleteOtherSessions(transaction, userId, sid);
    if (ended > 0) await tellOwner(transaction, userId, 'sessions-notice');
    return ended;
  });
}
