import type { Config } from '../../config.ts';
import { invalidAsWhole } from '../../invalid-input.ts';
import type { UserRow } from '../users/user-queries.ts';

/** Who can sign in with a password: everybody, staff only, or nobody. */
export type PasswordSignIn = Config['PASSWORD_SIGN_IN'];

/** Whether a user can sign in with a password, provided that they have one. */
export function mayUsePassword(
  mode: PasswordSignIn,
  { is_staff: isStaff }: Pick<UserRow, 'is_staff'>,
): boolean {
  return mode === 'on' || (mode === 'staff' && isStaff);
}

/**
 * Throws a 400 unless the user can sign in with a password. Call it only after verifying the password, so
 * that it reveals nothing to other people.
 */
export function refusePassword(mode: PasswordSignIn, user: Pick<UserRow, 'is_staff'>): void {
  if (!mayUsePassword(mode, user)) throw invalidAsWhole('Only staff can sign in with a password.');
}
