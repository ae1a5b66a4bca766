import type { patchProfile } from '@kitroom/collection-client';
import type { InputOf } from '@kitroom/shared';
import type { Database } from '@kitroom/server/database/database';
import { throttled } from '../throttled.ts';
import { userDeleted } from '../accounts/access/user-deleted.ts';
import { MAIL_REQUEST_SECONDS } from '../limits.ts';
import { addMail, claimMailTurn } from '../accounts/mail/mail-queries.ts';
import { lockAddresses, setPendingEmail } from '../accounts/users/account-queries.ts';
import { updateUser } from '../accounts/users/user-queries.ts';
import { withTakenFields } from '../accounts/sign-up/validate-account.ts';

/**
 * Changes a profile. 400 if the name was taken in the meantime, 429 if a mail was sent to the new address a moment
 * ago.
 */
export async function changeProfile(
  { db }: { db: Database },
  userId: number,
  { email, ...changes }: InputOf<typeof patchProfile>['body'],
): Promise<void> {
  await withTakenFields(() =>
    db.transaction(async (transaction) => {
      if (!(await updateUser(transaction, userId, changes))) throw userDeleted();
      if (email !== undefined) await changeAddress(transaction, userId, email);
    }),
  );
}

/** Sends a key to the new address and notifies the old one. Changing back to the old one cancels the change. */
async function changeAddress(db: Database, userId: number, email: string): Promise<void> {
  const user = await lockAddresses(db, userId);
  if (!user) throw userDeleted();
  const pending = email === user.email ? null : email;
  const isNew = pending !== user.pending_email;
  if (isNew) await setPendingEmail(db, userId, pending);
  if (pending === null) return;
  if (await claimMailTurn(db, 'change', pending)) {
    await addMail(db, { kind: 'change', email: pending, userId });
  } else if (isNew) {
    throw throttled(undefined, MAIL_REQUEST_SECONDS);
  }
  if (isNew) await addMail(db, { kind: 'change-notice', email: user.email, userId });
}
