import { notifyOwner } from '../mail/notify-owner.ts';
import type { Database } from '@kitroom/server/database/database';
import { SOCIAL_FLOW_SECONDS } from '../../limits.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';
import { withUserLocked } from '../users/with-user-locked.ts';
import { linkIdentity, type IdentityKey } from './identity-queries.ts';

/** Somebody whose verified address has an account, and who is to sign in to it. */
interface PendingIdentity extends IdentityKey {
  /** The account with that address: signing in to any other one links nothing. */
  userId: number;
  /** Until when it is linked, in milliseconds. */
  until: number;
}

declare module 'express-session' {
  interface SessionData {
    pendingIdentity: PendingIdentity;
  }
}

/** Remembers in the browser's session what is to be linked once the account signs in. */
export function setPendingIdentity({ data }: BrowserSession, identity: IdentityKey, userId: number): void {
  const { provider, issuer, subject } = identity;
  const until = Date.now() + SOCIAL_FLOW_SECONDS * 1000;
  data.pendingIdentity = { provider, issuer, subject, userId, until };
}

/** Links what waits for this user to sign in, who is about to: call it before the session gets its new id. */
export async function linkPendingIdentity(
  db: Database,
  { data }: BrowserSession,
  userId: number,
): Promise<void> {
  const { pendingIdentity: pending } = data;
  if (pending?.userId !== userId || pending.until <= Date.now()) return;
  await withUserLocked(db, userId, async (transaction) => {
    const holderId = await linkIdentity(transaction, pending, userId);
    if (holderId === userId) await notifyOwner(transaction, userId, 'link-notice');
  });
}
