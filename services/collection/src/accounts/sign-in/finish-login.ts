import { invalidAsWhole } from '../../invalid-input.ts';
import { PENDING_SIGN_IN_SECONDS } from '../../limits.ts';
import { refusePassword } from '../passwords/password-rules.ts';
import { recordRefusedSignIn, type CredentialVerifier } from '../passwords/verify-credentials.ts';
import { requireSecondFactor, type CodeContext } from '../second-factor/check-code.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';
import { linkPendingIdentity } from '../social/social-flow.ts';
import { findActiveUser, type UserRow } from '../users/user-queries.ts';

/**
 * Completes a sign-in with a code. Throws a 400 if none is pending, if it started with a password that the
 * user may no longer sign in with, or if the code is wrong, which counts as a failed sign-in; and a 429 after
 * too many.
 */
export async function finishLogin(
  context: CodeContext & { credentials: CredentialVerifier },
  session: BrowserSession,
  { code, address }: { code: string; address: string },
): Promise<UserRow> {
  const pending = findPendingSignIn(session);
  const user = pending && (await findActiveUser(context.db, pending.userId));
  // All sessions of the user may have been ended in the meantime.
  if (!user || user.session_epoch !== pending.epoch) {
    throw invalidAsWhole('No sign-in is waiting for a code in this browser. Please begin again.');
  }
  if (pending.withPassword) refusePassword(context.credentials.mode, user);
  const attempt = { username: user.username, address };
  const withCode = await context.credentials.failures
    .attempt(attempt, () => requireSecondFactor(context, user, code))
    .catch((error: unknown) => {
      recordRefusedSignIn(context, { user, address, isForAdmin: false }, error);
      throw error;
    });
  await linkPendingIdentity(context.db, session, user.id);
  await session.signIn(user.id, { epoch: pending.epoch, withCode });
  return user;
}

/** A user whose first factor was right, and whose code is pending. */
interface PendingSignIn {
  userId: number;
  /** The user's `session_epoch` when the first factor was right. */
  epoch: number;
  /** Whether the first factor was a password. Missing in sign-ins stored by earlier versions. */
  withPassword?: boolean;
  /** Expiry, in milliseconds since 1970. */
  until: number;
}

declare module 'express-session' {
  interface SessionData {
    pendingSignIn: PendingSignIn;
  }
}

/** Stores the pending sign-in in the browser's session. The user is not signed in yet. */
export function setPendingSignIn(
  { data }: BrowserSession,
  user: UserRow,
  { withPassword }: { withPassword: boolean },
): void {
  const until = Date.now() + PENDING_SIGN_IN_SECONDS * 1000;
  data.pendingSignIn = { userId: user.id, epoch: user.session_epoch, withPassword, until };
}

/** The sign-in whose code is pending in this browser. */
export function findPendingSignIn({ data }: BrowserSession): PendingSignIn | undefined {
  const { pendingSignIn } = data;
  return pendingSignIn && pendingSignIn.until > Date.now() ? pendingSignIn : undefined;
}
