import { PENDING_SIGN_IN_SECONDS } from '../../limits.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';
import type { UserRow } from '../users/user-queries.ts';

/** A user whose first factor was right, and whose code is pending. */
interface PendingSignIn {
  userId: number;
  /** The user's `session_epoch` when the first factor was right. */
  epoch: number;
  /** Expiry, in milliseconds since 1970. */
  until: number;
}

declare module 'express-session' {
  interface SessionData {
    pendingSignIn: PendingSignIn;
  }
}

/** Remembers in the browser's session whose code is pending. This signs nobody in. */
export function setPendingSignIn({ data }: BrowserSession, user: UserRow): void {
  const until = Date.now() + PENDING_SIGN_IN_SECONDS * 1000;
  data.pendingSignIn = { userId: user.id, epoch: user.session_epoch, until };
}

/** The sign-in whose code is pending in this browser. */
export function findPendingSignIn({ data }: BrowserSession): PendingSignIn | undefined {
  const { pendingSignIn } = data;
  return pendingSignIn && pendingSignIn.until > Date.now() ? pendingSignIn : undefined;
}
