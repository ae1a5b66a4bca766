import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import type { FailedSignIns } from '@kitroom/server/passwords/failed-attempts';
import type { Logger } from '@kitroom/server/telemetry/logger';
import {
  hashPassword,
  isOutdatedHash,
  openPasswordCheck,
  type PasswordCheck,
} from '@kitroom/server/passwords/password-hash';
import { invalidAsWhole } from '../../invalid-input.ts';
import type { LimitContext } from '../../throttled.ts';
import { findUserToSignIn, renewPasswordHash, type UserRow } from '../users/user-queries.ts';
import { openFailedSignIns } from './failed-sign-ins.ts';
import { recordRefusedSignIn } from './record-refused-sign-in.ts';

export interface CredentialVerifier {
  db: Database;
  passwords: PasswordCheck;
  failures: FailedSignIns;
}

/** A sign-in attempt. */
export interface Credentials {
  /** Or the e-mail address. */
  username: string;
  password: string;
  address: string;
  /** The request's log, which records the outcome. */
  log: Logger;
  /** Whether the sign-in is for the admin interface. */
  isForAdmin?: boolean;
}

/** Shared by all ways to sign in, so that failures count together. */
export function createCredentialVerifier(context: LimitContext & { db: Database }): CredentialVerifier {
  return {
    db: context.db,
    passwords: openPasswordCheck(),
    failures: openFailedSignIns(context),
  };
}

export const BAD_CREDENTIALS = 'Unable to log in with provided credentials.';

/** 400: the name, the password or the code is wrong. */
export function badCredentials(): ServiceError {
  return invalidAsWhole(BAD_CREDENTIALS);
}

/** Whether the first factor was right, and a code is required. */
export function isCodeRequired(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unauthenticated';
}

/**
 * The user with this name or e-mail address, and this password; throws the documented 400 or 429. `require` may check more: a 400 that it
 * throws counts as a failed attempt too.
 */
export async function signIn(
  credentials: CredentialVerifier,
  { username, password, address, log, isForAdmin = false }: Credentials,
  require: (user: UserRow) => Promise<void> = async () => undefined,
): Promise<UserRow> {
  const user = await findUserToSignIn(credentials.db, username);
  try {
    return await credentials.failures.attempt({ username, address }, async () => {
      const isRight = await credentials.passwords.matches(user?.password_hash, password);
      if (!user || !isRight || !user.is_active) throw badCredentials();
      if (user.email_verified_at === null) throw invalidAsWhole('E-mail is not verified.');
      await require(user);
      await renewHash(credentials.db, user, password);
      log.info({ userId: user.id, address }, 'password verified');
      return user;
    });
  } catch (error) {
    if (isCodeRequired(error)) {
      log.info({ userId: user?.id, address }, 'password verified; code required');
    } else recordRefusedSignIn({ db: credentials.db, log }, { user, address, isForAdmin }, error);
    throw error;
  }
}

/** Rehashes a correct password if the cost factor has changed. */
async function renewHash(
  db: Database,
  { id: userId, password_hash: oldHash }: { id: number; password_hash: string | null },
  password: string,
): Promise<void> {
  if (oldHash === null || !isOutdatedHash(oldHash)) return;
  await renewPasswordHash(db, { userId, oldHash, newHash: await hashPassword(password) });
}
