import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import type { FailedSignIns } from '@kitroom/server/passwords/failed-attempts';
import { hashPassword, isOutdatedHash, type PasswordCheck } from '@kitroom/server/passwords/passwords';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { insertAuditEntry, onUser, UNKNOWN_ACTOR } from '../../audit/audit-queries.ts';
import { invalidAsWhole, invalidFields } from '../../invalid-input.ts';
import {
  findPasswordHash,
  findUserToSignIn,
  renewPasswordHash,
  type UserRow,
} from '../users/user-queries.ts';
import { refusePassword, type PasswordSignIn } from './password-rules.ts';

/** The dependencies of password checks, shared by all ways to sign in so that failures count together. */
export interface CredentialVerifier {
  db: Database;
  /** Who can sign in with a password. */
  mode: PasswordSignIn;
  passwords: PasswordCheck;
  failures: FailedSignIns;
}

/** A sign-in attempt. */
interface Credentials {
  /** The username or e-mail address. */
  username: string;
  password: string;
  address: string;
  /** The request's log, which records the outcome. */
  log: Logger;
  /** Whether the sign-in is for the admin interface. */
  isForAdmin?: boolean;
}

/** Creates the 400 for a wrong name or password. */
export function badCredentials(): ServiceError {
  return invalidAsWhole('Unable to log in with provided credentials.');
}

/** Whether the first factor was right, and a code is required. */
export function isCodeRequired(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unauthenticated';
}

/**
 * Finds the user with this name or e-mail address and this password. Throws the documented 400 or 429, and a
 * 400 if the user may not sign in with a password. `require` may check more; a 400 that it throws also counts
 * as a failed attempt.
 */
export async function signIn(
  credentials: CredentialVerifier,
  { username, password, address, log, isForAdmin = false }: Credentials,
  require: (user: UserRow) => Promise<void> = async () => undefined,
): Promise<UserRow> {
  const user = await findUserToSignIn(credentials.db, username);
  try {
    if (credentials.mode === 'off') {
      throw invalidAsWhole('Nobody can sign in with a password here: sign in with a provider instead.');
    }
    return await credentials.failures.attempt({ username, address }, async () => {
      const isRight = await credentials.passwords.matches(user?.password_hash, password);
      if (!user || !isRight || !user.is_active) throw badCredentials();
      refusePassword(credentials.mode, user);
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

export interface Confirmation {
  user: Pick<UserRow, 'id' | 'username'>;
  password: string;
  address: string;
  /** The field to report an error on. */
  field: string;
}

/**
 * Verifies the user's own password and returns its hash. Throws a 400 on the field if it is wrong, which
 * counts as a failed sign-in, and a 429 after too many. `require` may check more; a 400 that it throws also
 * counts as a failed sign-in.
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

interface RefusedSignIn {
  /** The user who was named; undefined for an unknown name. */
  user: Pick<UserRow, 'id' | 'username' | 'is_staff'> | undefined;
  address: string;
  /** Whether the sign-in is for the admin interface. */
  isForAdmin: boolean;
}

/**
 * Writes a rejected sign-in to the log. An attempt on a staff account or on the admin sign-in page is also
 * written to the audit log. Neither contains the name as typed, which may be a password.
 */
export function recordRefusedSignIn(
  { db, log }: { db: Database; log: Logger },
  { user, address, isForAdmin }: RefusedSignIn,
  error: unknown,
): void {
  if (!(error instanceof ServiceError)) return;
  log.warn({ userId: user?.id, address, why: error.code }, 'sign-in rejected');
  // Throttled attempts were not verified.
  if (error.code !== 'invalid' || !(isForAdmin || user?.is_staff)) return;
  // Not awaited, as the response time would reveal who is staff.
  insertAuditEntry(db, {
    actor: UNKNOWN_ACTOR,
    action: 'sign-in refused',
    ...(user && onUser(user)),
    subject: 'sign-in',
    after: { address },
  }).catch((failure: unknown) => log.error({ err: failure }, 'could not write to the audit log'));
}
