import type { FieldErrors } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { hashPassword } from '@kitroom/server/passwords/passwords';
import { deleteResetMails, notifyOwner } from '../mail/mail-queries.ts';
import {
  checkOwnPassword,
  wrongPassword,
  type Confirmation,
  type CredentialVerifier,
} from '../passwords/verify-credentials.ts';
import { endSessions } from '../sessions/session-queries.ts';
import { deleteAllTokens } from '../tokens/token-queries.ts';
import { changePasswordHash, resetPasswordHash } from '../users/account-queries.ts';
import { consumeKey, deleteKeys, findKey } from './key-queries.ts';
import { invalidKey, KEY_INVALID } from './sign-up.ts';
import { readText, validateNewPassword } from './validate-account.ts';

/** Validates a new password and the key that authorises setting it. */
export async function validatePasswordReset({ db }: { db: Database }, sent: unknown): Promise<FieldErrors> {
  const key = readText(sent, 'key')?.trim();
  const keyRow = key ? await findKey(db, 'reset', key) : undefined;
  return {
    ...(key && !keyRow ? { key: [KEY_INVALID] } : {}),
    ...(await validateNewPassword(sent, 'password', keyRow?.username ?? '')),
  };
}

/**
 * Resets a password with a key, and ends all tokens and sessions of its user. Throws a 400 for an invalid
 * key.
 */
export async function resetPassword(
  { db }: { db: Database },
  { key, password }: { key: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction(async (transaction) => {
    const keyRow = await consumeKey(transaction, 'reset', key);
    if (!keyRow) throw invalidKey();
    const { user_id: userId, email } = keyRow;
    if (!(await resetPasswordHash(transaction, { userId, email, passwordHash }))) throw invalidKey();
    await deleteKeys(transaction, userId);
    await deleteResetMails(transaction, userId, email);
    await deleteAllTokens(transaction, userId);
    await notifyOwner(transaction, userId, 'reset-notice');
    await endSessions(transaction, userId);
  });
}

/**
 * Changes a password and ends all sessions, and all tokens if requested; returns the new session epoch.
 * Throws a 400 on the field if the current password is wrong.
 */
export async function changePassword(
  { db, credentials }: { db: Database; credentials: CredentialVerifier },
  current: Confirmation,
  { password, deletesToken }: { password: string; deletesToken: boolean },
): Promise<number> {
  const oldHash = await checkOwnPassword(credentials, current);
  const newHash = await hashPassword(password);
  const userId = current.user.id;
  return db.transaction(async (transaction) => {
    if (!(await changePasswordHash(transaction, { userId, oldHash, newHash })))
      throw wrongPassword(current.field);
    // Another person who was signed in may also have requested mails.
    await deleteKeys(transaction, userId);
    const tokens = deletesToken ? await deleteAllTokens(transaction, userId) : 0;
    await notifyOwner(transaction, userId, 'password-notice');
    if (tokens > 0) await notifyOwner(transaction, userId, 'tokens-notice');
    return endSessions(transaction, userId);
  });
}
