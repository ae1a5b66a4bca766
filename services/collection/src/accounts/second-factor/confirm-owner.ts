import { TEXT } from '@kitroom/collection-client';
import { findAccount } from '../users/account-queries.ts';
import { checkOwnPassword } from '../passwords/check-own-password.ts';
import { invalidAsWhole, invalidFields } from '../../invalid-input.ts';
import type { UserRow } from '../users/user-queries.ts';
import { hasSecondFactor } from './totp-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import type { CredentialVerifier } from '../passwords/verify-credentials.ts';

/** The proof of an account's ownership, and the client's address. */
export interface Proof {
  password?: string | undefined;
  address: string;
}

/**
 * Verifies that a change of an enabled second factor is made by the account's owner, who has already confirmed with a
 * code: by the password, if the account has one. Throws 400 if the second factor is off or the password missing or
 * wrong, and 429 after too many attempts.
 */
export async function confirmOwner(
  { db, credentials }: { db: Database; credentials: CredentialVerifier },
  user: UserRow,
  { password, address }: Proof,
): Promise<void> {
  if (!(await hasSecondFactor(db, user.id))) throw invalidAsWhole('Multi-factor sign-in is off.');
  const account = await findAccount(db, user.id);
  if (!account?.has_password) return;
  if (!password) throw invalidFields({ password: [TEXT.required] });
  await checkOwnPassword(credentials, { user, password, address, field: 'password' });
}
