import { invalidFields } from '../../invalid-input.ts';
import { findPasswordHash, type UserRow } from '../users/user-queries.ts';
import type { CredentialVerifier } from './verify-credentials.ts';

export interface Confirmation {
  user: Pick<UserRow, 'id' | 'username'>;
  password: string;
  address: string;
  /** The field to report an error on. */
  field: string;
}

/**
 * Verifies the user's own password and returns its hash. Throws 400 on the field if it is wrong, which counts as a
 * failed sign-in, and 429 after too many. `require` may check more: a 400 that it throws counts as a failed sign-in
 * too.
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

export function wrongPassword(field: string) {
  return invalidFields({ [field]: ['The password is not correct.'] });
}
