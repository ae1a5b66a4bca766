import { EMAIL_TAKEN, type FieldErrors, type signup } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { ServiceError } from '@kitroom/server/http/errors';
import { runCleanUps } from '@kitroom/server/jobs/run-clean-ups';
import { hashPassword } from '@kitroom/server/passwords/passwords';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { InputOf } from '@kitroom/shared';
import type { Config } from '../../config.ts';
import { invalidFields } from '../../invalid-input.ts';
import { addMail, claimMailRequest, deleteOldMailRequests, enqueueDueMails } from '../mail/mail-queries.ts';
import {
  deleteUnverified,
  getAccount,
  startVerificationPeriod,
  verifyAddress,
  type AccountRow,
} from '../users/account-queries.ts';
import { insertUser, isTaken } from '../users/user-queries.ts';
import { consumeKey, deleteExpiredKeys, deleteKeys } from './key-queries.ts';
import { checkDomain, findDomainProblem } from './sign-up-rules.ts';
import { checkTaken, readUsername, validateNewPassword, withTakenFields } from './validate-account.ts';

/** Validates a new account, beyond the shape of its fields. */
export async function validateSignUp(
  { db, config }: { db: Database; config: Config },
  sent: unknown,
): Promise<FieldErrors> {
  const [taken, password] = await Promise.all([
    checkTaken(db, sent),
    validateNewPassword(sent, 'password', readUsername(sent)),
  ]);
  return { ...taken, ...checkDomain(config, sent), ...password };
}

/**
 * Creates an account and sends a key to its address. Throws a 400 if another request took the name or
 * address.
 */
export async function signUp(
  { db }: { db: Database },
  newAccount: InputOf<typeof signup>['body'],
): Promise<AccountRow> {
  const { username, email, password, name = '' } = newAccount;
  const passwordHash = await hashPassword(password);
  return withTakenFields(() =>
    db.transaction(async (transaction) => {
      const user = { username, email, name, passwordHash, isVerified: false, isStaff: false };
      const { id: userId } = await insertUser(transaction, user);
      await startVerificationPeriod(transaction, userId);
      await addMail(transaction, { kind: 'verify', email, userId });
      return getAccount(transaction, userId);
    }),
  );
}

/** Requeues unsent mails, and removes expired keys and accounts that were not verified. */
export async function cleanUpAccounts({ db, log }: { db: Database; log: Logger }): Promise<void> {
  await runCleanUps(log, {
    due_mails: () => enqueueDueMails(db),
    mail_requests: () => deleteOldMailRequests(db),
    expired_keys: () => deleteExpiredKeys(db),
    unverified_accounts: async () => {
      const removed = await deleteUnverified(db);
      if (removed > 0) log.info({ accounts: removed }, 'removed unverified accounts');
    },
  });
}

/**
 * Queues a mail to the owner of an address, if any. The owner is looked up when the mail is sent, so that
 * neither the response nor its timing reveals whether there is one. Limited to one mail a minute per address,
 * known or not.
 */
export async function requestMail(
  { db }: { db: Database },
  kind: 'verify' | 'reset',
  email: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    if (await claimMailRequest(transaction, kind, email)) await addMail(transaction, { kind, email });
  });
}

/** The error of keys that are unknown, used, expired, or for another purpose. */
export const KEY_INVALID = 'This key is invalid or has expired. Request a new one.';

export function invalidKey(): ServiceError {
  return invalidFields({ key: [KEY_INVALID] });
}

/**
 * Verifies the address that a key was sent to, and notifies the former address. Throws a 400 if the key is
 * invalid, or if addresses can no longer be changed to this domain.
 */
export async function verifyEmail(
  { db, config }: { db: Database; config: Config },
  key: string,
): Promise<void> {
  try {
    await db.transaction(async (transaction) => {
      const keyRow = await consumeKey(transaction, 'verify', key);
      if (!keyRow) throw invalidKey();
      const { user_id: userId, email } = keyRow;
      const former = await verifyAddress(transaction, userId, email);
      if (former === false) throw invalidKey();
      if (former !== email) {
        const problem = findDomainProblem(config, email);
        if (problem !== undefined) throw invalidFields({ key: [problem] });
        await addMail(transaction, { kind: 'changed-notice', email: former, userId });
      }
      // Keys sent to the former address are revoked.
      await deleteKeys(transaction, userId, { sentTo: email });
    });
  } catch (error) {
    if (isTaken(error, 'users_email_key')) throw invalidFields({ key: [EMAIL_TAKEN] });
    throw error;
  }
}
