import { recordRefusedSignIn } from '../passwords/record-refused-sign-in.ts';
import type { CredentialVerifier } from '../passwords/verify-credentials.ts';
import type { CodeContext } from '../second-factor/check-code.ts';
import { invalidAsWhole } from '../../invalid-input.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';
import { linkPendingIdentity } from '../social/pending-identity.ts';
import { findActiveUser, type UserRow } from '../users/user-queries.ts';
import { findPendingSignIn } from '../second-factor/pending-sign-in.ts';
import { requireSecondFactor } from '../second-factor/require-second-factor.ts';

/**
 * Completes a social sign-in with a code. Throws 400 if none is pending or the code is wrong, which counts as a
 * failed sign-in, and 429 after too many.
 */
export async function finishLogin(
  context: CodeContext & { credentials: CredentialVerifier },
  session: BrowserSession,
  { code, address }: { code: string; address: string },
): Promise<UserRow> {
  const pending = findPendingSignIn(session);
  const user = pending && (await findActiveUser(context.db, pending.userId));
  // All sessions of the user may have been ended meanwhile.
  if (!user || user.session_epoch !== pending.epoch) {
    throw invalidAsWhole('Nobody waits for a code in this browser. Please begin again.');
  }
  const who = { username: user.username, address };
  const withCode = await context.credentials.failures
    .attempt(who, () => requireSecondFactor(context, user, code))
    .catch((error: unknown) => {
      recordRefusedSignIn(context, { user, address, isForAdmin: false }, error);
      throw error;
    });
  await linkPendingIdentity(context.db, session, user.id);
  await session.signIn(user.id, { epoch: pending.epoch, withCode });
  return user;
}
