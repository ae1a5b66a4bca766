import type { Database } from '@kitroom/server/database/database';
import { findEmail } from '../users/user-queries.ts';
import { addMail, type NoticeKind } from './mail-queries.ts';

/**
 * Tells the owner of an account by mail how the ways into it have changed: whoever did it may be somebody else. Give it
 * the transaction of the change, so that there is none without the other.
 */
export async function notifyOwner(db: Database, userId: number, kind: NoticeKind): Promise<void> {
  const email = await findEmail(db, userId);
  if (email !== undefined) await addMail(db, { kind, email, userId });
}
