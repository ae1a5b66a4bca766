import { invalidFields } from '../../invalid-input.ts';
import { findPasswordHash, type UserRow } from '../users/user-queries.ts';
import type { CredentialVerifier } from './verify-credentials.ts';

/** A password that somebody who is signed in confirms something with. */
export interface Confirmation {
  user: Pick<UserRow, 'id' | 'username'>;
  password: string;
  /** From where it is sent. */
  address: string;
  /** The field that a complaint stands under. */
  field: string;
}

/**
 * Checks that it is the user's own password, and answers its hash. Throws 400 on the field where it is not, which
 * counts as a failed sign-in, and 429 where too many have failed. What else must be right is checked by `require`: a
 * 400 that it throws is a failed sign-in too.
 */
export function checkOwnPassword(
  { db, passwords, failures }: CredentialVerifier,
  { user, password, address, field }: Confirmation,
  require: () => Promise<void> = async () => undefined,
): Promise<string> {
  return failures.attempt({ username: user.username, address }, async () => {
    const hash = await findPasswordHash(db, user.id);
    const isRight = await passwords.matches(hash, password);
    if (!isRight || hash === undefined) throw wrongPassword(field);
    await require();
    return hash;
  });
}

/** 400: it is not the user's password. */
export function wrongPassword(field: string) {
  return invalidFields({ [field]: ['The password is not correct.'] });
}
