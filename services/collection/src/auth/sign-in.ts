import type { Database } from '@kitroom/server/database';
import { ServiceError } from '@kitroom/server/errors';
import type { FailedSignIns } from '@kitroom/server/failed-sign-ins';
import type { Logger } from '@kitroom/server/logger';
import { openPasswordCheck, type PasswordCheck } from '@kitroom/server/passwords/password-hash';
import type { Context } from '../context.ts';
import { invalidAsWhole } from '../invalid-input.ts';
import { findUserToSignIn, type UserRow } from '../users/user-queries.ts';
import { openFailedSignIns } from './failed-sign-ins.ts';

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
  /** The log of the request: it hears how the attempt ends. */
  log: Logger;
}

/** Opens the door: one for all ways in, so that failures count together. */
export function openSignInDoor(context: Pick<Context, 'config' | 'db' | 'redis' | 'metrics'>): SignInDoor {
  return {
    db: context.db,
    passwords: openPasswordCheck(),
    failures: openFailedSignIns(context),
  };
}

/** 400: the name or the password is wrong, or the code is. */
export function badCredentials(): ServiceError {
  return invalidAsWhole('Unable to log in with provided credentials.');
}

/**
 * The user whose name and password these are; throws the documented 400 or 429. What else must be right is checked by
 * `require`: a 400 that it throws is a failed attempt too.
 */
export function signIn(
  door: SignInDoor,
  { username, password, address, log }: Credentials,
  require: (user: UserRow) => Promise<void> = async () => undefined,
): Promise<UserRow> {
  return door.failures.attempt({ username, address }, async () => {
    const user = await findUserToSignIn(door.db, username);
    const isRight = await door.passwords.matches(user?.password_hash, password);
    const told = { userId: user?.id, address };
    try {
      if (!user || !isRight || !user.is_active) throw badCredentials();
      if (user.email_verified_at === null) throw invalidAsWhole('E-mail is not verified.');
      await require(user);
    } catch (error) {
      tellRefusal(log, told, error);
      throw error;
    }
    log.info(told, 'name and password were right');
    return user;
  });
}

/** What was typed for a name stays out of the log: it may be a password. */
export function tellRefusal(
  log: Logger,
  told: { userId: number | undefined; address: string },
  error: unknown,
): void {
  if (error instanceof ServiceError) log.warn({ ...told, why: error.code }, 'a sign-in was refused');
}
