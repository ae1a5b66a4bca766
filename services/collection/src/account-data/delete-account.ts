import { TEXT, toUsernameKey } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { checkOwnPassword, type CredentialVerifier } from '../accounts/passwords/verify-credentials.ts';
import { invalidFields } from '../invalid-input.ts';
import { listKeys, removeFiles } from '../photos/photo-files.ts';
import { addMail } from '../accounts/mail/mail-queries.ts';
import type { AccountRow } from '../accounts/users/account-queries.ts';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Storage } from '../storage/storage.ts';
import { deleteUser } from './deletion-queries.ts';

/** The proof required to delete an account. */
export interface DeletionRequest {
  password?: string | undefined;
  username?: string | undefined;
}

/** Verifies the owner's intent by the password, or by the username if there is none. Throws 400 on the field. */
export async function confirmDeletion(
  { credentials }: { credentials: CredentialVerifier },
  user: AccountRow,
  { password, username }: DeletionRequest,
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

/** Deletes a user with all their data, and notifies them. Files that cannot be removed now are left to the sweep. */
export async function deleteAccount(
  context: { db: Database; log: Logger; storage: Storage },
  userId: number,
): Promise<void> {
  const keys = await context.db.transaction((transaction) => deleteRows(transaction, userId));
  await removeFiles(context, keys);
}

/** Returns the keys of the files that are no longer in use. */
async function deleteRows(db: Database, userId: number): Promise<string[]> {
  const { user, photos, files } = await deleteUser(db, userId);
  // Without the user's id, or the mail would be deleted as well.
  if (user) await addMail(db, { kind: 'deletion-notice', email: user.email });
  return [...listKeys(photos), ...files, ...(user?.avatar_key ? [user.avatar_key] : [])];
}
