import { TEXT, toUsernameKey } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { checkOwnPassword } from '../accounts/passwords/check-own-password.ts';
import type { Context } from '../context.ts';
import { invalidFields } from '../invalid-input.ts';
import { ACCOUNT_DELETION_MS } from '../limits.ts';
import { listKeys, removeFiles, type PhotoKeys } from '../photos/photo-files.ts';
import { addMail } from '../accounts/mail/mail-queries.ts';
import type { AccountRow } from '../accounts/users/account-queries.ts';

/** With what somebody confirms that their account is to go. */
export interface DeletionWish {
  password?: string | undefined;
  username?: string | undefined;
}

/**
 * Checks that the account's owner wants it to go: by the password, or by the username where there is none. Throws 400
 * on the field.
 */
export async function confirmDeletion(
  { door }: Pick<Context, 'door'>,
  user: AccountRow,
  { password, username }: DeletionWish,
  address: string,
): Promise<void> {
  if (user.has_password) {
    if (password === undefined) throw invalidFields({ password: [TEXT.required] });
    if (password === '') throw invalidFields({ password: [TEXT.blank] });
    await checkOwnPassword(door, { user, password, address, field: 'password' });
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
  await db.raw(`set local statement_timeout = ${ACCOUNT_DELETION_MS}`);
  // In the order in which requests under way hold them, so that nobody waits for each other: items, then the user, then
  // all else.
  await query(db, 'select id from items where user_id = ? order by id for update', [userId]);
  const [user] = await query<{ avatar_key: string | null; email: string }>(
    db,
    'select avatar_key, email from users where id = ? for update',
    [userId],
  );
  const photos = await query<PhotoKeys>(
    db,
    'select image_key, avif_key, thumbnail_key from photos where user_id = ?',
    [userId],
  );
  await query(db, 'delete from users where id = ?', [userId]);
  // Without the user's id, with which the mail would go too.
  if (user) await addMail(db, { kind: 'deletion-notice', email: user.email });
  return [...listKeys(photos), ...(user?.avatar_key ? [user.avatar_key] : [])];
}
