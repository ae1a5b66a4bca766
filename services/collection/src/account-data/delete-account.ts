import { TEXT, toUsernameKey, type deleteAccount as contract } from '@kitroom/collection-client';
import { setStatementTimeout, type Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { InputOf } from '@kitroom/shared';
import { addMail } from '../accounts/mail/mail-queries.ts';
import { checkOwnPassword, type CredentialVerifier } from '../accounts/passwords/verify-credentials.ts';
import type { AccountRow } from '../accounts/users/account-queries.ts';
import { users } from '../accounts/users/user-queries.ts';
import { deleteExports } from '../exports/export-queries.ts';
import { deleteImports } from '../imports/import-queries.ts';
import { invalidFields } from '../invalid-input.ts';
import { ACCOUNT_DELETION_MS } from '../limits.ts';
import { listKeys, PHOTO_KEYS, removeFiles } from '../photos/photo-files.ts';
import { photos } from '../photos/photo-queries.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Verifies the owner's intent by the password, or without a password by the username. Throws a 400 on the
 * field.
 */
export async function confirmDeletion(
  { credentials }: { credentials: CredentialVerifier },
  user: AccountRow,
  { password, username }: InputOf<typeof contract>['body'],
  address: string,
): Promise<void> {
  if (user.has_password) {
    if (password === undefined) throw invalidFields({ password: [TEXT.required] });
    if (password === '') throw invalidFields({ password: [TEXT.blank] });
    await checkOwnPassword(credentials, { user, password, address, field: 'password' });
    return;
  }
  if (username === undefined) throw invalidFields({ username: [TEXT.required] });
  if (toUsernameKey(username) !== toUsernameKey(user.username)) {
    throw invalidFields({ username: ['This is not the username of the account.'] });
  }
}

/**
 * Deletes a user with all their data, and notifies them. Files that cannot be removed now are removed by the
 * sweep.
 */
export async function deleteAccount(
  context: { db: Database; log: Logger; storage: Storage },
  userId: number,
): Promise<void> {
  const keys = await context.db.transaction((transaction) => deleteUser(transaction, userId));
  await removeFiles(context, keys);
}

/**
 * Deletes a user's rows, and returns the keys of the files that are no longer in use. Locks are taken in the
 * order used by concurrent requests, to avoid deadlocks: items, then the user, then everything else.
 */
async function deleteUser(db: Database, userId: number): Promise<string[]> {
  await setStatementTimeout(db, ACCOUNT_DELETION_MS);
  await db('items').where({ user_id: userId }).orderBy('id').forUpdate().select('id');
  const user = await users(db).where({ id: userId }).forUpdate().first('avatar_key', 'email');
  // Locked, so that a job that is about to commit a file comes first, and its key is returned.
  const pictures = await photos(db)
    .where({ user_id: userId })
    .orderBy('id')
    .forUpdate()
    .select(...PHOTO_KEYS);
  const files = [...(await deleteExports(db, userId)), ...(await deleteImports(db, userId))];
  await users(db).where({ id: userId }).delete();
  // The mail has no user id: otherwise it would be deleted with the user.
  if (user) await addMail(db, { kind: 'deletion-notice', email: user.email });
  return [...listKeys(pictures), ...files, ...(user?.avatar_key ? [user.avatar_key] : [])];
}
