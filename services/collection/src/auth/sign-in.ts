import type { Database } from '@kitroom/server/database';
import { invalidAsWhole } from '../invalid-input.ts';
import { findUserToSignIn, type UserRow } from '../users/user-queries.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';
import type { PasswordCheck } from './password.ts';

/** What signing in needs. */
export interface SignInDoor {
  db: Database;
  passwords: PasswordCheck;
  failures: FailedSignIns;
}

/** Who wants to sign in, and from where. */
export interface Credentials {
  username: string;
  password: string;
  address: string;
}

/** The user whose name and password these are; throws the documented 400 or 429. */
export function signIn(door: SignInDoor, { username, password, address }: Credentials): Promise<UserRow> {
  return door.failures.attempt({ username, address }, async () => {
    const user = await findUserToSignIn(door.db, username);
    const isRight = await door.passwords.matches(user?.password_hash, password);
    if (!user || !isRight || !user.is_active) {
      throw invalidAsWhole('Unable to log in with provided credentials.');
    }
    if (user.email_verified_at === null) throw invalidAsWhole('E-mail is not verified.');
    return user;
  });
}
