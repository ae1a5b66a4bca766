import { PENDING_SIGN_IN_SECONDS } from '../../limits.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';
import type { UserRow } from '../users/user-queries.ts';

/** Somebody whose first factor was right, and of whom a code is asked. */
interface PendingSignIn {
  userId: number;
  /** The user's `session_epoch` when the first factor was right. */
  epoch: number;
  /** Until when the code is taken, in milliseconds. */
  until: number;
}

declare module 'express-session' {
  interface SessionData {
    pendingSignIn: PendingSignIn;
  }
}

/** Remembers in the browser's session for whom a code is asked. Nobody is signed in by that. */
export function setPendingSignIn({ data }: BrowserSession, user: UserRow): void {
  const until = Date.now() + PENDING_SIGN_IN_SECONDS * 1000;
  data.pendingSignIn = { userId: user.id, epoch: user.session_epoch, until };
}

/** For whom a code is asked in this browser. */
export function findPendingSignIn({ data }: BrowserSession): PendingSignIn | undefined {
  const { pendingSignIn } = data;
  return pendingSignIn && pendingSignIn.until > Date.now() ? pendingSignIn : undefined;
}
