import { TEXT } from '@kitroom/collection-client';
import { findAccount } from '../accounts/account-queries.ts';
import { checkOwnPassword } from '../auth/check-own-password.ts';
import type { Context } from '../context.ts';
import { invalidAsWhole, invalidFields } from '../invalid-input.ts';
import type { UserRow } from '../users/user-queries.ts';
import { checkCode, wrongCode } from './check-code.ts';
import { hasSecondFactor } from './has-second-factor.ts';

/** How somebody proves to be the owner of an account, and from where. */
export interface Proof {
  password?: string | undefined;
  code?: string | undefined;
  address: string;
}

/**
 * Makes sure that whoever changes a second factor that is on is the account's owner: by the password, or by a code
 * where there is no password. Throws 400 where it is off or the proof is missing or wrong, and 429 after too many.
 */
export async function confirmOwner(context: Context, user: UserRow, proof: Proof): Promise<void> {
  const { db, door } = context;
  if (!(await hasSecondFactor(db, user.id))) throw invalidAsWhole('Multi-factor sign-in is off.');
  const { address } = proof;
  const account = await findAccount(db, user.id);
  if (account?.has_password) {
    const password = getField(proof, 'password');
    await checkOwnPassword(door, { user, password, address, field: 'password' });
    return;
  }
  const code = getField(proof, 'code');
  const who = { username: user.username, address };
  await door.failures.attempt(who, () => checkCode(context, user.id, code, wrongCode));
}

function getField(proof: Proof, field: 'password' | 'code'): string {
  const value = proof[field];
  if (value === undefined || value === '') throw invalidFields({ [field]: [TEXT.required] });
  return value;
}
