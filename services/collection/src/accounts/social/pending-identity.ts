import { notifyOwner } from '../mail/notify-owner.ts';
import type { Database } from '@kitroom/server/database/database';
import { SOCIAL_FLOW_SECONDS } from '../../limits.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';
import { withUserLocked } from '../users/with-user-locked.ts';
import { linkIdentity, type IdentityKey } from './identity-queries.ts';

/** An identity whose verified address has an account, to be linked when that account signs in. */
interface PendingIdentity extends IdentityKey {
  /** The account with that address: signing in to another one links nothing. */
  userId: number;
  /** Expiry, in milliseconds since 1970. */
  until: number;
}

declare module 'express-session' {
  interface SessionData {
    pendingIdentity: PendingIdentity;
  }
}

/** Remembers an identity in the browser's session, to be linked once the account signs in. */
export function setPendingIdentity({ data }: BrowserSession, identity: IdentityKey, userId: number): void {
  const { provider, issuer, subject } = identity;
  const until = Date.now() + SOCIAL_FLOW_SECONDS * 1000;
  data.pendingIdentity = { provider, issuer, subject, userId, until };
}

/** Links the pending identity to a user who is signing in; call it before the session gets its new id. */
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
