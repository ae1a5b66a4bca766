import { type FieldErrors, TEXT } from '@kitroom/collection-client';
import { checkOwnPassword, type CredentialVerifier } from '../passwords/verify-credentials.ts';
import { invalidAsWhole, invalidFields } from '../../invalid-input.ts';
import { checkCode, type CodeContext, wrongCode } from '../second-factor/check-code.ts';
import { hasSecondFactor } from '../second-factor/totp-queries.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';
import type { UserRow } from '../users/user-queries.ts';
import { getAccount } from '../users/account-queries.ts';

/** The proof by which a signed-in user reauthenticates, and the client's address. */
export interface ConfirmationProof {
  password?: string | undefined;
  code?: string | undefined;
  address: string;
}

const NO_PASSWORD = 'This account has no password: sign in again with a linked provider.';

/**
 * Reauthenticates the account's owner and gives the session a new id. Throws 400 if the password, or the required
 * code, is missing or wrong, which counts as a failed sign-in; and 429 after too many.
 */
export async function confirmSession(
  context: CodeContext & { credentials: CredentialVerifier },
  session: BrowserSession,
  user: UserRow,
  { password = '', code = '', address }: ConfirmationProof,
): Promise<void> {
  const account = await getAccount(context.db, user.id);
  if (!account.has_password) throw invalidAsWhole(NO_PASSWORD);
  const withCode = await hasSecondFactor(context.db, user.id);
  const missing: FieldErrors = {
    ...(password === '' && { password: [TEXT.required] }),
    ...(withCode && code.trim() === '' && { code: [TEXT.required] }),
  };
  if (Object.keys(missing).length > 0) throw invalidFields(missing);
  await checkOwnPassword(context.credentials, { user, password, address, field: 'password' }, async () => {
    if (withCode) await checkCode(context, user.id, code, wrongCode);
  });
  await session.signIn(user.id, { epoch: user.session_epoch, withCode });
}
