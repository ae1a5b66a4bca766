import type { Database } from '@kitroom/server/database/database';
import { findEmail } from '../users/user-queries.ts';
import { addMail, type NoticeKind } from './mail-queries.ts';

/**
 * Notifies an account's owner by mail of a change of credentials, in case somebody else made it. Pass the transaction
 * of the change, so that both commit together.
 */
export async function notifyOwner(db: Database, userId: number, kind: NoticeKind): Promise<void> {
  const email = await findEmail(db, userId);
  if (email !== undefined) await addMail(db, { kind, email, userId });
}
