import { TEXT, toUsernameKey } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { checkOwnPassword } from '../accounts/passwords/check-own-password.ts';
import type { Context } from '../context.ts';
import { invalidFields } from '../invalid-input.ts';
import { listKeys, removeFiles } from '../photos/photo-files.ts';
import { addMail } from '../accounts/mail/mail-queries.ts';
import type { AccountRow } from '../accounts/users/account-queries.ts';
import { deleteUser } from './deletion-queries.ts';

/** With what somebody confirms that their account is to go. */
export interface DeletionRequest {
  password?: string | undefined;
  username?: string | undefined;
}

/**
 * Checks that the account's owner wants it to go: by the password, or by the username where there is none. Throws 400
 * on the field.
 */
export async function confirmDeletion(
  { credentials }: Pick<Context, 'credentials'>,
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

/** Deletes a user with all that is theirs, and tells them. Files that cannot be removed now are left for the sweep. */
export async function deleteAccount(
  context: Pick<Context, 'db' | 'log' | 'storage'>,
  userId: number,
): Promise<void> {
  const keys = await context.db.transaction((transaction) => deleteRows(transaction, userId));
  await removeFiles(context, keys);
}

/** Answers the keys of the files that are nobody's now. */
async function deleteRows(db: Database, userId: number): Promise<string[]> {
  const { user, photos } = await deleteUser(db, userId);
  // Without the user's id, with which the mail would go too.
  if (user) await addMail(db, { kind: 'deletion-notice', email: user.email });
  return [...listKeys(photos), ...(user?.avatar_key ? [user.avatar_key] : [])];
}
